import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamErrorDetails } from '../../core/errors/upstream-error.js';
import { directNow, type NetworkPath } from '../../core/http/network-path.js';
import { USER_AGENT } from '../../core/http/user-agent.js';
import { silentMeter } from '../../core/metrics/meter.js';
import { isSecureAddress, parsedUrl } from '../../core/text/urls.js';
import { Deadline } from '../http/deadline.js';
import { AnswerIncomplete, AnswerTooLarge, exchange, type HttpAnswer } from '../http/exchange.js';
import { faultOfStatus, judgeConnectionFault, reach } from '../http/http-faults.js';
import type { ClientOptions } from '../http/http-transport.js';
import { sayHttp } from '../http/http.sentences.js';
import { sayOidc } from './oidc.sentences.js';

export const OIDC = 'oidc';

const DEADLINE_MS = 20_000;

const MAX_BYTES = 1024 * 1024;

export const MOST_REDIRECTS = 5;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export type OidcTransportOptions = Omit<ClientOptions, 'url'>;

/** One call to an address that the provider's own document names. */
interface OidcCall {
  /** A stable name, for errors and logs: `token.exchange`. */
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Whose address it is, as configured or as the provider spells it. */
  readonly issuer: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How many redirects are followed, each judged like the first address. Only discovery follows any. */
  readonly redirects: number;
  /** Statuses beside 200 that are handed back. */
  readonly accept?: readonly number[];
}

/** Plain http only on this machine, where the issuer is too: one elsewhere could have us call what listens here, with the secret. */
export const isProviderAddress = (url: URL, issuer: string): boolean =>
  url.username === '' &&
  url.password === '' &&
  isSecureAddress(url) &&
  (url.protocol === 'https:' || parsedUrl(issuer)?.protocol === 'http:');

/** Addresses are whole and the provider's own; 20 s for a call with its redirects, 1 MiB for an answer; nothing of a call is logged. */
export class OidcTransport {
  constructor(private readonly options: OidcTransportOptions) {}

  /** @throws UpstreamError for everything but a status of 200 or one that the call accepts */
  async send(call: OidcCall): Promise<HttpAnswer> {
    const { clock, log, meter = silentMeter } = this.options;
    const { operation } = call;
    const begun = clock.monotonic();
    const ended = (outcome: 'ok' | UpstreamError['kind'], status?: number): void => {
      const ms = clock.monotonic() - begun;
      meter.upstreamCall({ system: OIDC, outcome, ms });
      log.debug('upstream call', { system: OIDC, operation, status, outcome, durationMs: ms });
    };
    try {
      const answer = requireSuccess(call, await this.within(call));
      ended('ok', answer.status);
      return answer;
    } catch (fault) {
      if (fault instanceof UpstreamError) ended(fault.kind, fault.status);
      throw fault;
    }
  }

  private async within(call: OidcCall): Promise<HttpAnswer> {
    const { clock, path: pathNow = directNow } = this.options;
    const path = await pathNow();
    const deadline = new Deadline(clock, DEADLINE_MS);
    try {
      return await follow(call, path, deadline.signal);
    } catch (error) {
      throw toUpstreamError(call, error, deadline);
    } finally {
      deadline.end();
    }
  }
}

async function follow(call: OidcCall, path: NetworkPath, signal: AbortSignal): Promise<HttpAnswer> {
  let { url } = call;
  for (let left = call.redirects; ; left -= 1) {
    requireSecure(call, url);
    const answer = await exchange({
      method: call.method,
      url,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...call.headers,
        'user-agent': path.userAgent ?? USER_AGENT,
      },
      body: call.body === undefined ? undefined : Buffer.from(call.body),
      signal,
      maxBytes: MAX_BYTES,
      path,
    });
    const next = REDIRECTS.has(answer.status) ? answer.headers['location'] : undefined;
    if (next === undefined || call.redirects === 0) return answer;
    if (left === 0) {
      const reason = sayOidc('provider_redirects_too_often', { most: MOST_REDIRECTS });
      throw fault(call, { kind: 'redirected', reason });
    }
    url = parsedUrl(next, url)?.href ?? '';
  }
}

function requireSecure(call: OidcCall, address: string): void {
  const url = parsedUrl(address);
  if (url && isProviderAddress(url, call.issuer)) return;
  throw fault(call, {
    kind: 'rejected',
    reason: sayHttp('call_not_sent', { why: sayOidc('provider_address_not_https') }),
    definitelyNotSent: true,
  });
}

function requireSuccess(call: OidcCall, answer: HttpAnswer): HttpAnswer {
  const { status } = answer;
  if (status === 200 || call.accept?.includes(status)) return answer;
  const reason = sayOidc('provider_answered_status', { status });
  throw fault(call, { kind: faultOfStatus(status), status, reason });
}

function toUpstreamError(call: OidcCall, error: unknown, deadline: Deadline): UpstreamError {
  if (error instanceof UpstreamError) return error;
  if (error instanceof AnswerIncomplete) return toUpstreamError(call, error.cause, deadline);
  if (error instanceof AnswerTooLarge)
    return fault(call, { kind: 'too_large', reason: sayOidc('provider_answer_too_large') });
  if (deadline.passed) {
    const reason = reach(sayHttp('no_complete_answer_in_time', { seconds: DEADLINE_MS / 1_000 }));
    return fault(call, { kind: 'timeout', reason });
  }
  return fault(call, judgeConnectionFault(error));
}

function fault(
  { operation }: Pick<OidcCall, 'operation'>,
  details: Pick<UpstreamErrorDetails, 'kind' | 'reason'> & Partial<UpstreamErrorDetails>,
): UpstreamError {
  return new UpstreamError({ system: OIDC, operation, definitelyNotSent: false, ...details });
}

/** The claims of an ID token whose signature, issuer, audience and nonce were verified, or those of UserInfo. */
export type Claims = Readonly<Record<string, unknown>>;

/** How far the provider's clock and ours may differ, in seconds. */
const TOLERANCE_S = 30;

const LONGEST_SUBJECT = 255;

/** Control characters and half surrogate pairs: stored, two subjects with such could become one. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/** What names a person, the best first. */
const NAME_CLAIMS = ['preferred_username', 'name', 'email'];

/** Null when nothing is wrong now (epoch milliseconds). The library goes by the machine's clock, and takes tokens of the future. */
export function faultOfClaims(claims: Claims, clientId: string, now: number): Sentence | null {
  const seconds = now / 1_000;
  const { exp, iat, nbf, azp, sub } = claims;
  if (typeof sub !== 'string' || sub === '' || Buffer.byteLength(sub) > LONGEST_SUBJECT || UNSTORABLE.test(sub))
    return sayOidc('id_token_without_subject');
  if (typeof exp !== 'number' || exp <= seconds - TOLERANCE_S) return sayOidc('id_token_expired');
  if (typeof iat !== 'number' || iat > seconds + TOLERANCE_S) return sayOidc('id_token_from_the_future');
  if (typeof nbf === 'number' && nbf > seconds + TOLERANCE_S) return sayOidc('id_token_not_valid_yet');
  if (azp !== undefined && azp !== clientId) return sayOidc('id_token_for_another_client');
  return null;
}

export function nameOf(claims: Claims): string | null {
  for (const name of NAME_CLAIMS) {
    const value = claims[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** Undefined where the claim is missing, so that UserInfo may fill it; empty where it is no list of texts. */
export function groupsOf(claims: Claims, claim: string): readonly string[] | undefined {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : [];
}
