import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import { Secret } from '../../core/secrets/secret.js';
import type { HttpAnswer, HttpTransport } from '../http/http-transport.js';

/** Somebody who signs in. */
export interface QbittorrentAccount {
  readonly username: string;
  readonly password: Secret;
}

const SYSTEM = 'qbittorrent';
const OPERATION = 'session.begin';
const DEADLINE_MS = 10_000;

/**
 * The cookie of a session, among all that an answer sets: `SID` up to 5.1, `QBT_SID_<port>` later. Its value is what
 * RFC 6265 allows in one, so that it can be sent back as it is.
 */
const SESSION_COOKIE = /(?:^|, *)((?:SID|QBT_SID_\d{1,5})=[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,512})(?:;|,|$)/;

/** @returns name and value, as they are sent back; null where the answer sets no such cookie */
export function sessionCookieOf(header: string | undefined): Secret | null {
  const cookie = SESSION_COOKIE.exec(header ?? '')?.[1];
  return cookie === undefined ? null : Secret.of(cookie);
}

/**
 * Signs in: 200 `Ok.` or `Fails.` of older versions, 204 or 401 since WebAPI 2.14.
 *
 * @param http one that sends no cookie: while a session's cookie is sent along, a wrong password is `Ok.` as well
 * @returns the session's cookie; null for an address that is let in without one
 * @throws UpstreamError of kind `unauthorized` for a refusal, and for an address that has been refused too often
 */
export async function signIn(http: HttpTransport, { username, password }: QbittorrentAccount): Promise<Secret | null> {
  const answer = await http.send({
    operation: OPERATION,
    method: 'POST',
    path: ['api', 'v2', 'auth', 'login'],
    form: { username, password },
    deadlineMs: DEADLINE_MS,
    accept: [401, 403],
  });
  const { status } = answer;
  const said = answer.body.toString('utf8', 0, 64).trim();
  if (status === 401 || said === 'Fails.')
    throw fault('unauthorized', 'the user name or the password was refused', answer);
  if (status === 403) throw fault('unauthorized', 'the address is refused after too many failed sign-ins', answer);
  const cookie = sessionCookieOf(answer.headers['set-cookie']);
  if (said === 'Ok.' || (said === '' && (status === 204 || cookie !== null))) return cookie;
  throw fault('malformed', 'server answered the sign-in with something other than qBittorrent does', answer);
}

const fault = (kind: UpstreamFault, reason: string, { status }: HttpAnswer): UpstreamError =>
  new UpstreamError({ system: SYSTEM, operation: OPERATION, kind, status, reason, definitelyNotSent: false });
