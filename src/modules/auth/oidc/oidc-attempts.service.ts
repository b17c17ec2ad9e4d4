import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { type AttemptStart, AttemptsService } from '../attempts/attempts.service.js';
import { ATTEMPT_LIFETIME_MS, type OidcProgress, type OidcPurpose } from './oidc-attempt.js';
import { isConfigured } from './oidc-config.js';
import { OidcConfigRepository } from './oidc-config.repository.js';
import { oidcOff } from './oidc.errors.js';

/** An attempt that a browser is to start. */
export interface BegunOidc {
  /** For the browser, on the external address. */
  readonly startUrl: string;
  readonly flow: Secret;
}

/** Begins sign-ins, links and tests. The provider is not asked anything yet. Source: doc 3 section 12.2. */
@Injectable()
export class OidcAttemptsService {
  constructor(
    private readonly database: Database,
    private readonly configs: OidcConfigRepository,
    private readonly attempts: AttemptsService,
  ) {}

  /**
   * @throws AppError 403 while single sign-on is switched off, but for a test; 400 for a test of nothing; 503 where there is
   *   no external address or the configuration can't be read
   */
  async begin(start: AttemptStart, purpose: OidcPurpose): Promise<BegunOidc> {
    const setup = await this.database.read(async (tx) => {
      const config = await this.configs.config(tx);
      if (purpose.kind === 'test' && !isConfigured(config)) throw badRequest('save issuer and client_id first');
      if (purpose.kind !== 'test' && !(config.enabled && isConfigured(config))) throw oidcOff();
      return this.configs.setup(tx);
    });
    const progress: OidcProgress = { purpose, setup, hasReturned: false };
    const { flow } = this.attempts.begin('oidc', start, ATTEMPT_LIFETIME_MS, progress);
    return { startUrl: `${setup.base}/api/auth/oidc/start?flow=${flow.reveal()}`, flow };
  }
}
