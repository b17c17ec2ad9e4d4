import { z } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { Secret } from '../../core/secrets/secret.js';
import type { HttpAnswer } from '../http/http-transport.js';
import { readJson } from '../http/json-answer.js';
import { lenient } from '../http/lenient-members.js';
import type { AudiobookshelfTransport } from './audiobookshelf-transport.js';
import { type AudiobookshelfUser, wrappedUser } from './audiobookshelf-user.js';

/** What a server makes of somebody's password. */
export type AudiobookshelfSignIn =
  | { readonly outcome: 'accepted'; readonly user: AudiobookshelfUser }
  | { readonly outcome: 'bad_credentials' }
  | { readonly outcome: 'account_refused' };

interface Credentials {
  readonly username: string;
  readonly password: Secret;
  readonly signal?: AbortSignal;
}

const token = lenient(z.string().regex(/^[\x21-\x7e]{1,8192}$/));
/** What a sign-in opens: good for an hour, and renewed by the other for thirty days. Source: audiobookshelf facts, Login. */
const session = z.object({ user: z.object({ accessToken: token, refreshToken: token }) });

/** Tries somebody's password once, and ends the session that this opens. Only the server's own word says that it is wrong. */
export async function signIn(
  transport: AudiobookshelfTransport,
  { username, password, signal }: Credentials,
): Promise<AudiobookshelfSignIn> {
  const { system } = transport;
  const operation = 'user.login';
  const json = { username, password: password.reveal() };
  const call = { operation, method: 'POST', path: ['login'], json, signal, accept: [401, 403] } as const;
  const answer = await transport.sendForSession(call);
  if (answer.status === 401) return refused(transport, operation, answer);
  if (answer.status === 403) return { outcome: 'account_refused' };
  const opened = readJson(system, operation, answer, session);
  await signOut(transport, opened.user);
  return { outcome: 'accepted', user: readJson(system, operation, answer, wrappedUser).user.user };
}

function refused(
  transport: AudiobookshelfTransport,
  operation: string,
  { status, body }: HttpAnswer,
): AudiobookshelfSignIn {
  if (body.toString('utf8').trim() === 'Unauthorized') return { outcome: 'bad_credentials' };
  throw transport.fault(operation, 'unauthorized', 'something other than the server refused the sign-in', { status });
}

/** What has been found out about the password holds, whether or not the session could be ended. */
async function signOut(
  transport: AudiobookshelfTransport,
  { accessToken, refreshToken }: z.infer<typeof session>['user'],
): Promise<void> {
  if (accessToken === null) return;
  const tokens = { access: Secret.of(accessToken), refresh: refreshToken === null ? null : Secret.of(refreshToken) };
  try {
    await transport.sendAs(tokens, { operation: 'user.logout', method: 'POST', path: ['logout'] });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { system, operation, kind } = error;
    transport.log.warn('a session that a password check has opened was not ended', { system, operation, kind });
  }
}
