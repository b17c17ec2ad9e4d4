import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OidcChecks } from '../../../clients/oidc/code-grant.js';
import { ANSWER_JUDGED } from '../../../clients/oidc/grant-faults.js';
import { authorizationAddress } from '../../../clients/oidc/oidc.client.js';
import { InjectLog } from '../../../core/core.module.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { cookieValue } from '../../../core/http/cookie-value.js';
import type { Log } from '../../../core/logging/log.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Random } from '../../../core/time/random.js';
import { type AttemptStart, AttemptsService } from '../attempts/attempts.service.js';
import { ClientAuthorizationService } from '../attempts/client-authorization.service.js';
import type { OauthParameters } from '../auth.ports.js';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import {
  ATTEMPT_LIFETIME_MS,
  type BrowserStep,
  cookieLine,
  cookieName,
  type OidcAttempt,
  type OidcOutcome,
  type OidcProgress,
  type OidcPurpose,
  returnAddress,
} from './oidc-attempt.js';
import { isAllowed, isConfigured, isSameSetup, isSwitchedOn, type OidcSetup, scopesOf } from './oidc-config.js';
import { OidcConfigRepository } from './oidc-config.repository.js';
import { OidcProvidersService, registrationOf } from './oidc-providers.service.js';
import {
  groupsMissing,
  nothingConfigured,
  oidcOff,
  providerAnswerUnfit,
  providerRefused,
  providerUnavailable,
  unknownReturn,
} from './oidc.errors.js';

const RANDOM_BYTES = 32;

/** Refusals by which a provider says that it is out of order: RFC 6749 section 4.1.2.1. */
const OUT_OF_ORDER = new Set(['server_error', 'temporarily_unavailable']);

export interface BegunOidc {
  /** For the browser, on the external address. */
  readonly startUrl: string;
  readonly flow: Secret;
}

export interface BrowserReturn {
  /** Without the question mark. */
  readonly query: string;
  readonly cookies: string | undefined;
}

/** Takes an attempt from its beginning, by way of the provider, to the code that its client exchanges, also for a refusal. */
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
    private readonly providers: OidcProvidersService,
    private readonly random: Random,
    private readonly limits: RateLimitGuard,
    @InjectLog() private readonly log: Log,
  ) {
    this.current = new CachedReading(database, () => database.read((tx) => this.switchedOnSetup(tx)));
  }

  /** The provider is not asked yet. @throws AppError 403 while switched off, but for a test; 400 for a test of nothing; 503 */
  async begin(start: AttemptStart, purpose: OidcPurpose): Promise<BegunOidc> {
    const setup = purpose.kind === 'test' ? await this.setupToTest() : await this.current.get();
    const progress: OidcProgress = { purpose, setup, hasReturned: false };
    const { flow } = this.attempts.begin('oidc', start, ATTEMPT_LIFETIME_MS, progress);
    return { startUrl: `${setup.base}/api/auth/oidc/start?flow=${flow.reveal()}`, flow };
  }

  /** @throws AppError as {@link begin}, before anything else; 400 for parameters by which no client is authorized */
  async authorize(start: AttemptStart, parameters: OauthParameters): Promise<BegunOidc> {
    await this.current.get();
    await this.authorization.requireValid(parameters);
    return this.begin(start, { kind: 'authorize', parameters });
  }

  /** Once for each attempt; the cookie holds it to this browser. @throws AppError 400 where it is unknown or begun; 429 past the budget */
  async start(flow: string): Promise<BrowserStep> {
    const attempt = this.attempts.find<OidcProgress>('oidc', flow);
    if (!attempt || attempt.progress.sent) throw unknownReturn();
    this.limits.countKnown('oidc-start', attempt.holder);
    const { setup } = attempt.progress;
    const cookie = this.random.base64url(RANDOM_BYTES);
    const cookieHash = sha256(cookie).toString('hex');
    attempt.progress.sent = { flow, cookieHash };
    try {
      const document = await this.providers.document(setup.config);
      const checks = this.newChecks(attempt);
      attempt.progress.sent = { flow, cookieHash, asked: { document, checks } };
      const { state, nonce, verifier } = checks;
      const challenge = sha256(verifier.reveal()).toString('base64url');
      const question = { scopes: scopesOf(setup.config), state, nonce, challenge };
      const location = authorizationAddress(document, registrationOf(setup), question);
      return { location, cookie: cookieLine(attempt, cookie, setup.base) };
    } catch (fault) {
      return this.complete(attempt, { refusal: this.refusalOf(fault) });
    }
  }

  /** The answer of the provider is used once. @throws AppError 400 where state or cookie are no attempt's, or it has returned before */
  async takeBack({ query, cookies }: BrowserReturn): Promise<BrowserStep> {
    const states = new URLSearchParams(query).getAll('state');
    const attempt = this.attempts.findByKey<OidcProgress>('oidc', states[0] ?? '');
    const sent = attempt?.progress.sent;
    if (!attempt || !sent?.asked || states.length !== 1 || attempt.progress.hasReturned) throw unknownReturn();
    const brought = cookieValue(cookies, cookieName(attempt));
    if (brought === undefined || !Secret.of(sent.cookieHash).equals(sha256(brought).toString('hex')))
      throw unknownReturn();
    attempt.progress.hasReturned = true;
    return this.complete(attempt, await this.identify(attempt, query));
  }

  /** Exchanges the provider's code for the person, and judges their groups. */
  private async identify({ progress: { setup, sent, purpose } }: OidcAttempt, query: string): Promise<OidcOutcome> {
    if (!sent?.asked) throw unknownReturn();
    const { document, checks } = sent.asked;
    const { config } = setup;
    const isTest = purpose.kind === 'test';
    try {
      const person = await this.providers.client(config).identify({
        document,
        registration: registrationOf(setup),
        checks,
        query,
        keys: (stale) => this.providers.keys(config, document, stale),
        groupClaim: config.groupClaim,
        needsGroups: isTest || config.allowedGroups.length > 0,
      });
      // A test tells its administrator which groups were seen, so it judges them itself.
      return isTest || isAllowed(config, person.groups) ? { person } : { refusal: groupsMissing() };
    } catch (fault) {
      return { refusal: this.refusalOf(fault) };
    }
  }

  /** @throws AppError 400 where the attempt has ended meanwhile: the configuration was saved */
  private complete(attempt: OidcAttempt, outcome: OidcOutcome): BrowserStep {
    const { sent, setup } = attempt.progress;
    if (!sent || this.attempts.findByKey('oidc', attempt.key) !== attempt) throw unknownReturn();
    const code = this.attempts.complete(attempt, outcome);
    return { location: returnAddress(attempt, sent.flow, code), cookie: cookieLine(attempt, '', setup.base) };
  }

  /** 400 where the provider refused or its answer proves nothing, 503 where it could not be used, or takes us for nobody it knows. */
  private refusalOf(fault: unknown): AppError {
    if (fault instanceof AppError) return fault;
    if (!(fault instanceof UpstreamError)) throw fault;
    const { operation, kind, refusals, reason, sentence } = fault;
    this.log.warn('sign-in at the provider failed', { operation, kind, refusals, reason });
    if (operation === ANSWER_JUDGED) return providerAnswerUnfit(sentence);
    const [word] = refusals;
    if (kind === 'rejected' && word !== undefined && !OUT_OF_ORDER.has(word)) return providerRefused(word);
    return providerUnavailable(sentence, fault);
  }

  private newChecks({ key }: OidcAttempt): OidcChecks {
    const [nonce, verifier] = [this.random.base64url(RANDOM_BYTES), this.random.base64url(RANDOM_BYTES)];
    return { state: key, nonce, verifier: Secret.of(verifier) };
  }

  private setupToTest(): Promise<OidcSetup> {
    return this.database.read(async (tx) => {
      const config = await this.configs.config(tx);
      if (!isConfigured(config)) throw nothingConfigured();
      return this.configs.setup(tx, config);
    });
  }

  private async switchedOnSetup(tx: ReadTx): Promise<OidcSetup> {
    const config = await this.configs.config(tx);
    if (!isSwitchedOn(config)) throw oidcOff();
    const setup = await this.configs.setup(tx, config);
    if (!this.last || !isSameSetup(this.last, setup)) this.last = setup;
    return this.last;
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
