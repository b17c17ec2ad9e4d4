import type { Sentence } from '../../core/errors/sentence.js';
import { type UpstreamDetail, UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import { parsedUrl } from '../../core/text/urls.js';
import type { HttpAnswer } from './exchange.js';
import { sayHttp } from './http.sentences.js';

/** What does an HTTP status mean, when it is not the success that was asked for? See {@link UpstreamFault}. */
export function faultOfStatus(status: number): UpstreamFault {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'failed';
  if (status >= 400) return 'rejected';
  if (status >= 300) return 'redirected';
  return 'malformed';
}

/** How long a server asks us to wait, in milliseconds; 0 for a past moment, undefined without a header that is understood. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}

/** A connection that was opened and broke before TLS was agreed on: nothing of the request was written. */
export class BrokenHandshake extends Error {
  override readonly name = 'BrokenHandshake';

  constructor(override readonly cause: unknown) {
    super('handshake');
  }
}

/** What went wrong between us and a server, in words without addresses or credentials. */
interface ConnectionFault {
  readonly kind: Extract<UpstreamFault, 'unreachable' | 'malformed'>;
  readonly detail?: UpstreamDetail;
  readonly reason: Sentence;
  /** True only where no connection had come about, so that the server cannot have seen the request. */
  readonly definitelyNotSent: boolean;
}

/** No connection to the server was made, for a reason that Node doesn't know. */
export class NeverConnected extends Error {
  override readonly name = 'NeverConnected';

  /** @param words for people; free of addresses and credentials */
  constructor(
    readonly words: Sentence,
    cause?: unknown,
  ) {
    super(words.text, { cause });
  }
}

const WORDS: Readonly<Record<string, Sentence>> = {
  ECONNREFUSED: sayHttp('connection_refused'),
  ENOTFOUND: sayHttp('host_name_not_found'),
  EAI_AGAIN: sayHttp('host_name_lookup_failed'),
  EHOSTUNREACH: sayHttp('no_route_to_host'),
  ENETUNREACH: sayHttp('no_route_to_network'),
  EHOSTDOWN: sayHttp('host_is_down'),
  ETIMEDOUT: sayHttp('connection_timed_out'),
  ECONNRESET: sayHttp('connection_reset'),
  EPIPE: sayHttp('connection_closed'),
  ECONNABORTED: sayHttp('connection_closed'),
  EPROTO: sayHttp('tls_handshake_failed'),
};

const DETAILS: Readonly<Record<string, UpstreamDetail>> = {
  ECONNREFUSED: 'nobody_there',
  EHOSTUNREACH: 'nobody_there',
  ENETUNREACH: 'nobody_there',
  EHOSTDOWN: 'nobody_there',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ETIMEDOUT: 'connection_timed_out',
};

/** Node's codes for a TLS handshake that failed: the other side speaks none, or another one. */
const HANDSHAKE = /^(EPROTO$|ERR_SSL_|ERR_TLS_)/;

/** Node's codes for a certificate that it refused, before anything of the request was written. */
const CERTIFICATE = /CERT|SELF_SIGNED|^UNABLE_TO_|^HOSTNAME_MISMATCH$/;

/** Calls of the operating system that come before a connection is open. */
const BEFORE_CONNECTION = new Set(['connect', 'getaddrinfo', 'queryA', 'queryAaaa']);

interface SystemFault {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly errors?: unknown;
}

/** Judges what Node said of a broken exchange, by shape: errors of another realm are no instances of `Error` here. */
export function judgeConnectionFault(error: unknown): ConnectionFault {
  if (error instanceof NeverConnected) {
    return { kind: 'unreachable', reason: reach(error.words), definitelyNotSent: true };
  }
  if (error instanceof BrokenHandshake) return { ...judgeConnectionFault(error.cause), definitelyNotSent: true };
  const fault = asFault(error);
  const code = codeOf(fault);
  if (code.startsWith('HPE_')) {
    return { kind: 'malformed', reason: sayHttp('answer_not_http'), definitelyNotSent: false };
  }
  const definitelyNotSent = CERTIFICATE.test(code) || neverConnected(fault);
  const detail = CERTIFICATE.test(code) || HANDSHAKE.test(code) ? 'tls' : DETAILS[code];
  return { kind: 'unreachable', ...(detail && { detail }), reason: reach(connectionWords(fault)), definitelyNotSent };
}

/** What Node said of a connection that failed, in words without addresses. */
export function connectionWords(error: unknown): Sentence {
  const code = codeOf(asFault(error));
  return CERTIFICATE.test(code) ? sayHttp('certificate_not_trusted') : (WORDS[code] ?? sayHttp('connection_failed'));
}

/** The one way to say that a server was not reached. */
export const reach = (why: Sentence): Sentence => sayHttp('server_not_reached', { why });

/** With several addresses behind a name Node reports one fault per address; all must lie before the connection. */
function neverConnected(fault: SystemFault): boolean {
  if (Array.isArray(fault.errors) && fault.errors.length > 0) {
    return fault.errors.every((one: unknown) => neverConnected(asFault(one)));
  }
  return typeof fault.syscall === 'string' && BEFORE_CONNECTION.has(fault.syscall);
}

const codeOf = ({ code }: SystemFault): string => (typeof code === 'string' ? code : '');

function asFault(error: unknown): SystemFault {
  return typeof error === 'object' && error !== null ? error : {};
}

/** The statuses by which a server sends a caller elsewhere. */
export const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

const NOWHERE = 'http://nowhere.invalid';

/** A redirect that a connection test met. @param path of the call: a redirect to it below another path says that the address lacks that */
export function redirectFault(
  system: string,
  operation: string,
  answer: HttpAnswer,
  path: readonly string[],
): UpstreamError {
  return new UpstreamError({
    system,
    operation,
    kind: 'redirected',
    ...(leadsBelow(answer.headers.location, path) && { detail: 'path_prefix' }),
    status: answer.status,
    definitelyNotSent: false,
    reason: redirectReason(answer),
  });
}

/** Names the target of a redirect without what may hold a credential: user info, query, fragment. */
function redirectReason({ status, headers: { location } }: HttpAnswer): Sentence {
  const url = location ? parsedUrl(location, NOWHERE) : null;
  if (!url) return sayHttp('server_redirected_nowhere', { status });
  const { origin, host, pathname } = url;
  const place = `${host === new URL(NOWHERE).host ? '' : origin}${pathname}`.slice(0, 200);
  return sayHttp('server_redirected', { status, place });
}

/** An absolute target is left out: it may be another server, or the same one by another scheme. */
function leadsBelow(location: string | undefined, path: readonly string[]): boolean {
  const url = location?.startsWith('/') ? parsedUrl(location, NOWHERE) : null;
  return url?.origin === NOWHERE && url.pathname.endsWith(`/${path.join('/')}`);
}
