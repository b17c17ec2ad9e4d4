import { Injectable } from '@nestjs/common';
import { IssuerMismatch, type ProviderDocument } from '../../../clients/oidc/provider-document.js';
import { Database } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { isConfigured, type OidcConfig } from './oidc-config.js';
import { OidcConfigRepository } from './oidc-config.repository.js';
import { nothingConfigured, providerUnavailable } from './oidc.errors.js';
import { OidcProvidersService } from './oidc-providers.service.js';

const LONGEST_ISSUER = 300;

/** Looks whether a provider answers as the saved settings say, and names the step that fails. Source: issue 19 section 4. */
@Injectable()
export class OidcValidationService {
  constructor(
    private readonly database: Database,
    private readonly configs: OidcConfigRepository,
    private readonly providers: OidcProvidersService,
  ) {}

  /**
   * @returns a sentence for the administrator
   * @throws AppError 400 where nothing is saved, or the provider has another name; 503 naming the failed step
   */
  async validate(): Promise<string> {
    const { config, hasSecret } = await this.database.read(async (tx) => ({
      config: await this.configs.config(tx),
      hasSecret: await this.configs.hasSecret(tx),
    }));
    if (!isConfigured(config)) throw nothingConfigured();
    const client = this.providers.client(config);
    const document = await named('the discovery document', client.discover(config.issuer));
    await named('the keys', client.keys(document));
    return this.verdict(document, config, hasSecret);
  }

  private verdict(document: ProviderDocument, { issuer }: OidcConfig, hasSecret: boolean): string {
    if (hasSecret && document.clientProof === null)
      throw providerUnavailable('the provider takes a client secret in no way that this server knows');
    const spelling = document.issuer === issuer ? '' : `, which spells itself ${document.issuer}`;
    return `the provider answers${spelling}; it signs by ${document.algorithms.join(', ')}`;
  }
}

async function named<T>(step: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (fault) {
    if (fault instanceof IssuerMismatch) throw issuerMismatch(fault);
    if (fault instanceof UpstreamError) throw providerUnavailable(`${step}: ${fault.reason}`, fault);
    throw fault;
  }
}

const issuerMismatch = ({ configured, documented }: IssuerMismatch): AppError =>
  new AppError(
    'issuer_mismatch',
    400,
    `the issuer is set to ${configured}, but the provider calls itself ${documented.slice(0, LONGEST_ISSUER)}`,
    { body: { code: 'issuer_mismatch' } },
  );
