import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import { Secret } from '../../core/secrets/secret.js';
import { parsedUrl } from '../../core/text/urls.js';
import { sayDownloadClient } from '../downloads/download-client.sentences.js';
import { ClientSession, SessionEnded } from '../downloads/client-session.js';
import { type ClientOptions, type HttpAnswer, type HttpCall, HttpTransport } from '../http/http-transport.js';

interface QbittorrentAccount {
  readonly username: string;
  readonly password: Secret;
}

const SYSTEM = 'qbittorrent';
const SIGN_IN = 'session.begin';
const SIGN_IN_MS = 10_000;
const DEADLINE_MS = 35_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** `SID` up to 5.1, `QBT_SID_<port>` later; its value is what RFC 6265 allows, so that it can be sent back. */
const SESSION_COOKIE = /(?:^|, *)((?:SID|QBT_SID_\d{1,5})=[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,512})(?:;|,|$)/;

/** @returns name and value, as they are sent back; null where the answer sets no such cookie */
export function sessionCookieOf(header: string | undefined): Secret | null {
  const cookie = SESSION_COOKIE.exec(header ?? '')?.[1];
  return cookie === undefined ? null : Secret.of(cookie);
}

/**
 * 200 `Ok.` or `Fails.` of older versions, 204 or 401 since WebAPI 2.14. Null for an address that is let in without a cookie.
 * @param http sends no cookie: with a session's cookie a wrong password is `Ok.` as well
 * @throws UpstreamError `unauthorized` for a refusal, and for an address refused too often
 */
async function signIn(http: HttpTransport, { username, password }: QbittorrentAccount): Promise<Secret | null> {
  const answer = await http.send({
    operation: SIGN_IN,
    method: 'POST',
    path: ['api', 'v2', 'auth', 'login'],
    form: { username, password },
    deadlineMs: SIGN_IN_MS,
    accept: [401, 403],
  });
  const { status } = answer;
  const said = answer.body.toString('utf8', 0, 64).trim();
  if (status === 401 || said === 'Fails.')
    throw fault('unauthorized', sayDownloadClient('credentials_refused'), answer);
  if (status === 403) throw fault('unauthorized', sayDownloadClient('qbittorrent_address_refused'), answer);
  const cookie = sessionCookieOf(answer.headers['set-cookie']);
  if (said === 'Ok.' || (said === '' && (status === 204 || cookie !== null))) return cookie;
  throw fault('malformed', sayDownloadClient('qbittorrent_sign_in_unexpected'), answer);
}

const fault = (kind: UpstreamFault, reason: Sentence, { status }: HttpAnswer): UpstreamError =>
  new UpstreamError({ system: SYSTEM, operation: SIGN_IN, kind, status, reason, definitelyNotSent: false });

export interface QbittorrentAccess extends ClientOptions {
  /** A key, since WebAPI 2.14.1, or an account; null where the server lets this address in without one. */
  readonly credentials: { readonly apiKey: Secret } | QbittorrentAccount | null;
}

interface OpenSession {
  readonly number: number;
  readonly http: HttpTransport;
}

/** How qBittorrent refuses somebody: one version this way, another that way. */
const REFUSED: readonly number[] = [401, 403];

/** A refusal of key or password ends the tries for 15 minutes: qBittorrent bans addresses that go on. */
export class QbittorrentSession {
  readonly system = SYSTEM;
  private readonly anonymous: HttpTransport;
  private readonly session: ClientSession<OpenSession>;
  private opened = 0;

  constructor(private readonly access: QbittorrentAccess) {
    this.anonymous = this.transport({});
    this.session = new ClientSession({ system: SYSTEM, clock: access.clock, signIn: () => this.open() });
  }

  /** Calls in the session, which is begun or renewed for it. */
  send(call: HttpCall): Promise<HttpAnswer> {
    return this.session.within((open) => this.attempt(open, call));
  }

  /** As {@link send}, in a session that is begun after this call: one that is open says nothing of the password. */
  sendAnew(call: HttpCall): Promise<HttpAnswer> {
    const before = this.opened;
    return this.session.within((open) => {
      if (open.number <= before) throw new SessionEnded();
      return this.attempt(open, call);
    });
  }

  /** Calls in nobody's name. A refusal is handed back. */
  sendAnonymously(call: HttpCall): Promise<HttpAnswer> {
    return this.anonymous.send({ ...call, accept: [...(call.accept ?? []), ...REFUSED] });
  }

  /** What it means that a call is refused; null for the end of an account's session. */
  refusal(operation: string, status: number): UpstreamError | null {
    const { credentials } = this.access;
    if (credentials !== null && !('apiKey' in credentials)) return null;
    const reason = sayDownloadClient(credentials === null ? 'credentials_wanted' : 'qbittorrent_key_refused');
    return new UpstreamError({
      system: SYSTEM,
      operation,
      kind: 'unauthorized',
      status,
      reason,
      definitelyNotSent: false,
    });
  }

  private async attempt({ http }: OpenSession, call: HttpCall): Promise<HttpAnswer> {
    const answer = await http.send({ ...call, accept: [...(call.accept ?? []), ...REFUSED] });
    const { status } = answer;
    if (!REFUSED.includes(status)) return answer;
    throw this.refusal(call.operation, status) ?? new SessionEnded();
  }

  private async open(): Promise<OpenSession> {
    const headers = await this.authority();
    return { number: (this.opened += 1), http: this.transport(headers) };
  }

  private async authority(): Promise<Readonly<Record<string, Secret>>> {
    const { credentials } = this.access;
    if (credentials === null) return {};
    if ('apiKey' in credentials) return { Authorization: Secret.of(`Bearer ${credentials.apiKey.reveal()}`) };
    const cookie = await signIn(this.anonymous, credentials);
    return cookie === null ? {} : { Cookie: cookie };
  }

  /** Calls of other origins are refused, so the server is called as if by a page of its own. */
  private transport(headers: Readonly<Record<string, Secret>>): HttpTransport {
    const { credentials: _, ...options } = this.access;
    const origin = originOf(options.url);
    return new HttpTransport({
      ...options,
      system: SYSTEM,
      headers: { Origin: origin, Referer: `${origin}/`, ...headers },
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
  }
}

/** The transport judges the address; one that is none is left to it. */
const originOf = (url: string): string => parsedUrl(url)?.origin ?? '';
