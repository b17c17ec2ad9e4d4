import { z } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { Log } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { lenient } from '../http/lenient-members.js';
import { type LibraryIds, type MediaPolicy, type PolicyRead, readPolicy } from './media-policy.js';
import { sayMediaServer } from './media-server.sentences.js';
import type { MediaBrowserTransport } from './mediabrowser-transport.js';

/** An account on a video server. */
export interface MediaUser {
  /** Its own id, which stays when it is renamed. */
  readonly id: string;
  readonly name: string;
  /** What it may do; null where that can't be read. Then nobody knows, and nobody may write to it. */
  readonly policy: MediaPolicy | null;
  /** Does it need a password? Null where the server doesn't say. */
  readonly hasPassword: boolean | null;
  /** When it was made, in epoch milliseconds; null where the server doesn't say. Jellyfin never does. */
  readonly createdAt: number | null;
}

/** The accounts on a video server. */
export interface MediaUsers {
  readonly users: readonly MediaUser[];
  /** False where a part of the list can't be read. Then an account that isn't in it may be there all the same. */
  readonly isComplete: boolean;
}

export interface StoredUser {
  readonly user: MediaUser;
  readonly row: Readonly<Record<string, unknown>>;
  readonly policy: PolicyRead | null;
}

/** How a product writes the ids of accounts and libraries. */
export interface UserIds {
  /** Null for what is no id of an account. */
  readonly user: (value: unknown) => string | null;
  readonly library: LibraryIds;
}

const LONGEST_NAME = 512;

const userSchema = z.object({
  Id: z.string(),
  Name: z.string().min(1).max(LONGEST_NAME),
  Policy: z.unknown().optional(),
  HasPassword: lenient(z.boolean()),
  DateCreated: lenient(z.string()),
});

/** Reads an account; null where its id or its name can't be read: then nobody knows which one it is. */
export function readUser(row: unknown, ids: UserIds): StoredUser | null {
  const judged = userSchema.safeParse(row);
  if (!judged.success) return null;
  const { Id, Name, Policy, HasPassword, DateCreated } = judged.data;
  const id = ids.user(Id);
  if (id === null) return null;
  const policy = readPolicy(Policy, ids.library);
  const createdAt = DateCreated === null ? Number.NaN : Date.parse(DateCreated);
  const user = {
    id,
    name: Name,
    policy: policy?.policy ?? null,
    hasPassword: HasPassword,
    createdAt: Number.isNaN(createdAt) ? null : createdAt,
  };
  return { user, row: row as StoredUser['row'], policy };
}

/** Reads a list of accounts; one with fewer than `total`, 0 where the server doesn't say, is not complete. */
export function readUsers(rows: readonly unknown[], ids: UserIds, total = 0): MediaUsers {
  const read = rows.map((row) => readUser(row, ids));
  // A list that comes in parts may name somebody twice, the later time as they are now.
  const users = new Map(read.flatMap((one) => (one ? [[one.user.id, one.user] as const] : [])));
  const isComplete = read.every((one) => one !== null) && users.size >= total;
  return { users: [...users.values()], isComplete };
}

/** What a server says of a name and a password. Some servers tell a disabled account from a wrong password, some don't. */
export type PasswordVerdict =
  | { readonly outcome: 'accepted'; readonly user: MediaUser }
  | { readonly outcome: 'bad_credentials' | 'account_refused' };

/** How calls go out that bear no token, and those that bear somebody's. */
interface SignInWays {
  readonly anonymous: MediaBrowserTransport;
  readonly as: (token: Secret) => MediaBrowserTransport;
}

const signInSchema = z.object({ AccessToken: lenient(z.string().min(1)), User: z.unknown().optional() });

/** Signs in with a name and a password, and out again, also where nothing else can be read; where that fails, the log says so. */
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
  throw anonymous.fault(operation, { kind: 'malformed', reason: sayMediaServer('answer_without_account') });
}

async function signOut(signedIn: MediaBrowserTransport, log: Log): Promise<void> {
  try {
    await signedIn.send({ operation: 'session.logout', method: 'POST', path: ['Sessions', 'Logout'] });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn('could not sign out of a media server', { system: signedIn.system, error });
  }
}
