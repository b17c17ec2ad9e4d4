import { Injectable } from '@nestjs/common';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { type AttemptStart, AttemptsService } from '../attempts/attempts.service.js';
import { ClientAuthorizationService } from '../attempts/client-authorization.service.js';
import type { OauthParameters } from '../auth.ports.js';
import { ATTEMPT_LIFETIME_MS, type OidcProgress, type OidcPurpose } from './oidc-attempt.js';
import { isConfigured, isSameSetup, isSwitchedOn, type OidcSetup } from './oidc-config.js';
import { OidcConfigRepository } from './oidc-config.repository.js';
import { nothingConfigured, oidcOff } from './oidc.errors.js';

/** An attempt that a browser is to start. */
export interface BegunOidc {
  /** For the browser, on the external address. */
  readonly startUrl: string;
  readonly flow: Secret;
}

/** Begins sign-ins, links and tests. The provider is not asked anything yet. Source: doc 3 section 12.2. */
@Injectable()
export class OidcAttemptsService {
  /** Attempts share one setup as long as nothing of it changes: there are many of them. */
  private readonly current: CachedReading<OidcSetup>;
  private last: OidcSetup | undefined;

  constructor(
    private readonly database: Database,
    private readonly configs: OidcConfigRepository,
    private readonly attempts: AttemptsService,
    private readonly authorization: ClientAuthorizationService,
  ) {
    this.current = new CachedReading(database, () => database.read((tx) => this.switchedOn(tx)));
  }

  /**
   * @throws AppError 403 while single sign-on is switched off, but for a test; 400 for a test of nothing; 503 where there is
   *   no external address or the configuration can't be read
   */
  async begin(start: AttemptStart, purpose: OidcPurpose): Promise<BegunOidc> {
    const setup = purpose.kind === 'test' ? await this.ofTest() : await this.current.get();
    const progress: OidcProgress = { purpose, setup, hasReturned: false };
    const { flow } = this.attempts.begin('oidc', start, ATTEMPT_LIFETIME_MS, progress);
    return { startUrl: `${setup.base}/api/auth/oidc/start?flow=${flow.reveal()}`, flow };
  }

  /**
   * Begins a sign-in of somebody who is about to authorize a client.
   *
   * @throws AppError as {@link begin}, before anything else is judged; 400 for parameters by which no client is authorized
   */
  async authorize(start: AttemptStart, parameters: OauthParameters): Promise<BegunOidc> {
    await this.current.get();
    await this.authorization.requireValid(parameters);
    return this.begin(start, { kind: 'authorize', parameters });
  }

  private ofTest(): Promise<OidcSetup> {
    return this.database.read(async (tx) => {
      const config = await this.configs.config(tx);
      if (!isConfigured(config)) throw nothingConfigured();
      return this.configs.setup(tx, config);
    });
  }

  private async switchedOn(tx: ReadTx): Promise<OidcSetup> {
    const config = await this.configs.config(tx);
    if (!isSwitchedOn(config)) throw oidcOff();
    const setup = await this.configs.setup(tx, config);
    if (!this.last || !isSameSetup(this.last, setup)) this.last = setup;
    return this.last;
  }
}
