import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { authorizationAddress } from '../../../clients/oidc/oidc.client.js';
import type { OidcChecks } from '../../../clients/oidc/code-grant.js';
import type { ProviderDocument } from '../../../clients/oidc/provider-document.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { cookieValue } from '../../../core/http/cookie-value.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Random } from '../../../core/time/random.js';
import { AttemptsService } from '../attempts/attempts.service.js';
import { RateLimitService } from '../rate-limit/rate-limit.service.js';
import {
  type BrowserStep,
  cookieLine,
  cookieName,
  type OidcAttempt,
  type OidcOutcome,
  type OidcProgress,
  returnAddress,
} from './oidc-attempt.js';
import { isAllowed, scopesOf } from './oidc-config.js';
import { groupsMissing, unknownReturn } from './oidc.errors.js';
import { OidcProvidersService, registrationOf } from './oidc-providers.service.js';
import { refusalOf } from './oidc-refusal.js';

const RANDOM_BYTES = 32;

/** What a browser brings back from the provider. */
export interface BrowserReturn {
  /** Without the question mark. */
  readonly query: string;
  /** The header Cookie. */
  readonly cookies: string | undefined;
}

/**
 * Sends browsers to the provider and takes them back. What goes wrong behind a known attempt reaches its client by the
 * code that it exchanges; without one there is nowhere to send anybody. Source: doc 3 section 12.2.
 */
@Injectable()
export class OidcBrowserService {
  constructor(
    private readonly attempts: AttemptsService,
    private readonly providers: OidcProvidersService,
    private readonly random: Random,
    private readonly limits: RateLimitService,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * The way to the provider, once for each attempt, and the cookie that holds the attempt to this browser.
   *
   * @throws AppError 400 where there is no such attempt, or it was begun in a browser before; 429 where the client that has
   *   begun it starts too many
   */
  async start(flow: string): Promise<BrowserStep> {
    const attempt = this.attempts.find<OidcProgress>('oidc', flow);
    if (!attempt || attempt.progress.sent) throw unknownReturn();
    this.limits.known('oidc-start', attempt.holder);
    const cookie = this.random.base64url(RANDOM_BYTES);
    const cookieHash = sha256(cookie).toString('hex');
    attempt.progress.sent = { flow, cookieHash };
    const { setup } = attempt.progress;
    try {
      const document = await this.providers.document(setup.config);
      const checks = this.checks(attempt);
      attempt.progress.sent = { flow, cookieHash, asked: { document, checks } };
      return { location: this.wayTo(document, attempt, checks), cookie: cookieLine(attempt, cookie, setup.base) };
    } catch (fault) {
      return this.handOver(attempt, { refusal: this.refused(fault) });
    }
  }

  /**
   * The way back to the attempt's client, with a code. The answer of the provider is used once.
   *
   * @throws AppError 400 where state or cookie are no attempt's, or it has returned before
   */
  async takeBack({ query, cookies }: BrowserReturn): Promise<BrowserStep> {
    const states = new URLSearchParams(query).getAll('state');
    const attempt = this.attempts.findByKey<OidcProgress>('oidc', states[0] ?? '');
    const sent = attempt?.progress.sent;
    if (!attempt || !sent?.asked || states.length !== 1 || attempt.progress.hasReturned) throw unknownReturn();
    const brought = cookieValue(cookies, cookieName(attempt));
    if (brought === undefined || !Secret.of(sent.cookieHash).equals(sha256(brought).toString('hex')))
      throw unknownReturn();
    attempt.progress.hasReturned = true;
    return this.handOver(attempt, await this.outcome(attempt, query));
  }

  private async outcome(attempt: OidcAttempt, query: string): Promise<OidcOutcome> {
    const { setup, sent, purpose } = attempt.progress;
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
      return { refusal: this.refused(fault) };
    }
  }

  /** @throws AppError 400 where the attempt has ended meanwhile: the configuration was saved */
  private handOver(attempt: OidcAttempt, outcome: OidcOutcome): BrowserStep {
    const { sent, setup } = attempt.progress;
    if (!sent || this.attempts.findByKey('oidc', attempt.key) !== attempt) throw unknownReturn();
    const code = this.attempts.complete(attempt, outcome);
    return { location: returnAddress(attempt, sent.flow, code), cookie: cookieLine(attempt, '', setup.base) };
  }

  private refused(fault: unknown) {
    const refusal = refusalOf(fault);
    if (fault instanceof UpstreamError) {
      const { operation, kind, refusals, reason } = fault;
      this.log.warn('sign-in at the provider failed', { operation, kind, refusals, reason });
    }
    return refusal;
  }

  private checks({ key }: OidcAttempt): OidcChecks {
    return {
      state: key,
      nonce: this.random.base64url(RANDOM_BYTES),
      verifier: Secret.of(this.random.base64url(RANDOM_BYTES)),
    };
  }

  private wayTo(document: ProviderDocument, { progress }: OidcAttempt, { state, nonce, verifier }: OidcChecks): string {
    const challenge = sha256(verifier.reveal()).toString('base64url');
    const asked = { scopes: scopesOf(progress.setup.config), state, nonce, challenge };
    return authorizationAddress(document, registrationOf(progress.setup), asked);
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
