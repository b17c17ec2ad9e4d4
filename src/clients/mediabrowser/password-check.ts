import { z } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { Log } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { lenient } from '../http/lenient-members.js';
import { type MediaUser, readUser, type UserIds } from './media-user.js';
import type { MediaBrowserTransport } from './mediabrowser-transport.js';

/**
 * What a server says of a name and a password. A disabled account is refused with either word: some servers tell it from a
 * wrong password, and some don't.
 */
export type PasswordVerdict =
  | { readonly outcome: 'accepted'; readonly user: MediaUser }
  | { readonly outcome: 'bad_credentials' | 'account_refused' };

/** How calls go out that bear no token, and those that bear somebody's. */
export interface SignInWays {
  readonly anonymous: MediaBrowserTransport;
  readonly as: (token: Secret) => MediaBrowserTransport;
}

/** Source: the documents, AuthenticationResult. */
const signInSchema = z.object({ AccessToken: lenient(z.string().min(1)), User: z.unknown().optional() });

/**
 * Signs in with a name and a password, and out again. The token that it brings ends here, also where nothing else of the
 * answer can be read; where the server doesn't let us sign it out, the log says so.
 */
export async function checkPassword(
  { anonymous, as }: SignInWays,
  { name, password }: { readonly name: string; readonly password: Secret },
  ids: UserIds,
  log: Log,
): Promise<PasswordVerdict> {
  const operation = 'user.authenticate';
  const json = { Username: name, Pw: password.reveal() };
  const path = ['Users', 'AuthenticateByName'];
  const answer = await anonymous.send({ operation, method: 'POST', path, json, accept: [401, 403] });
  if (answer.status === 401) return { outcome: 'bad_credentials' };
  if (answer.status === 403) return { outcome: 'account_refused' };
  const { AccessToken, User } = anonymous.read(operation, answer, signInSchema);
  if (AccessToken !== null) await signOut(as(Secret.of(AccessToken)), log);
  const read = readUser(User, ids);
  if (read) return { outcome: 'accepted', user: read.user };
  throw anonymous.fault(operation, { kind: 'malformed', reason: 'server answered with no account' });
}

async function signOut(signedIn: MediaBrowserTransport, log: Log): Promise<void> {
  try {
    await signedIn.send({ operation: 'session.logout', method: 'POST', path: ['Sessions', 'Logout'] });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn('could not sign out of a media server', { system: signedIn.system, error });
  }
}
