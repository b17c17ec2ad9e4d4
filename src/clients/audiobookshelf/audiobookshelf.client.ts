import { z } from 'zod';
import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import type { Secret } from '../../core/secrets/secret.js';
import { readJson } from '../http/json-answer.js';
import { lenient } from '../http/lenient-members.js';
import { redirectFault, REDIRECTS } from '../http/http-faults.js';
import { sayHttp } from '../http/http.sentences.js';
import { sayMediaServer } from '../mediabrowser/media-server.sentences.js';
import {
  audiobookshelfFinding,
  audiobookshelfFindings,
  audiobookshelfLibraries,
  type AudiobookshelfLibrary,
  type AudiobookshelfSearch,
} from './audiobookshelf-books.js';
import {
  type AudiobookshelfAddress,
  type AudiobookshelfSignIn,
  AudiobookshelfTransport,
  NAME_TAKEN,
  signIn,
} from './audiobookshelf-transport.js';
import {
  type AudiobookshelfChange,
  type AudiobookshelfUser,
  audiobookshelfId,
  audiobookshelfUser,
  type AudiobookshelfUsers,
  audiobookshelfUsers,
  bodyOfChange,
  holds,
  wrappedUser,
  type StoredAudiobookshelfUser,
} from './audiobookshelf-user.js';

export interface AudiobookshelfStatus {
  /** Product name as the server says it: `audiobookshelf`. */
  readonly appName: string;
  readonly version: string | null;
  /** Has it a root account? Null where it doesn't say. */
  readonly isInitialised: boolean | null;
}

/** An account that is to be made. Everything that the server would choose by itself is said. */
interface NewAudiobookshelfUser extends Required<AudiobookshelfChange> {
  readonly username: string;
  readonly password: Secret;
}

const PROBE = { deadlineMs: 10_000 } as const;
/** So many books a search is asked for: an exact one may come after many that only contain the words. */
const MOST_FOUND = 50;
/** What an account may do beside seeing. */
const LISTENS_ONLY = {
  download: true,
  update: false,
  delete: false,
  upload: false,
  createEreader: false,
  accessAllTags: true,
  selectedTagsNotAccessible: false,
} as const;

const status = z.object({
  app: z.string(),
  serverVersion: lenient(z.string()),
  isInit: lenient(z.boolean()),
});
/** One account comes as it is, or wrapped: no document says which. */
const oneUser = z.union([wrappedUser.transform(({ user }) => user), audiobookshelfUser]);
const done = z.object({ success: z.literal(true) });

/** By an administrator's key. Throws UpstreamError; null is an affirmed absence. Tokens that the server gives away are never read. */
export class AudiobookshelfClient {
  private readonly transport: AudiobookshelfTransport;

  constructor(address: AudiobookshelfAddress) {
    this.transport = new AudiobookshelfTransport(address);
  }

  /** At most 10 s; a redirect is reported, not followed. The key is not tried: see {@link keyOwner}. The caller judges `appName`. */
  async testConnection(signal?: AbortSignal): Promise<AudiobookshelfStatus> {
    const operation = 'status.read';
    const path = ['status'];
    const call = { operation, method: 'GET', path, signal, accept: REDIRECTS, ...PROBE } as const;
    const answer = await this.transport.sendAnonymously(call);
    if (REDIRECTS.includes(answer.status)) throw redirectFault(this.transport.system, operation, answer, path);
    const { app, serverVersion, isInit } = readJson(this.transport.system, operation, answer, status);
    return { appName: app, version: serverVersion, isInitialised: isInit };
  }

  /** The account in whose name the key acts. A key that is no administrator's can't read the others. */
  async keyOwner(signal?: AbortSignal): Promise<AudiobookshelfUser> {
    const call = { operation: 'key.read', method: 'POST', path: ['api', 'authorize'], signal, ...PROBE } as const;
    return (await this.transport.json(call, wrappedUser)).user.user;
  }

  async users(signal?: AbortSignal): Promise<AudiobookshelfUsers> {
    const { users, unread } = await this.all(signal);
    return { users: users.map(({ user }) => user), isComplete: unread.length === 0 };
  }

  /** An account by its id. That it is gone is said only where the list of all lacks it too. */
  async user(id: string, signal?: AbortSignal): Promise<AudiobookshelfUser | null> {
    return (await this.readStored(id, signal))?.user ?? null;
  }

  /**
   * The server compares names with case here and without at sign-in, so the caller looks for the name in {@link users} before.
   * @throws UpstreamError for which `isAudiobookshelfNameTaken` holds; `malformed` when another account was made
   */
  async createUser(wanted: NewAudiobookshelfUser, signal?: AbortSignal): Promise<AudiobookshelfUser> {
    const operation = 'user.create';
    const { username, password, isActive, libraries, explicitContent } = wanted;
    const json = {
      username,
      password: password.reveal(),
      type: 'user',
      isActive,
      permissions: {
        ...LISTENS_ONLY,
        accessAllLibraries: libraries === 'all',
        accessExplicitContent: explicitContent,
      },
      librariesAccessible: libraries === 'all' ? [] : libraries,
      itemTagsSelected: [],
    };
    const call = { operation, method: 'POST', path: ['api', 'users'], json, signal } as const;
    const { user } = (await this.transport.json(call, wrappedUser)).user;
    if (user.username === username && !user.isAdministrator && holds(user, wanted)) return user;
    throw this.transport.fault(operation, 'malformed', sayMediaServer('remote_account_is_another'));
  }

  /**
   * Makes a change hold: reads the account, writes what differs, and reads it again. Where `beforeWrite` throws, nothing is written.
   * @throws UpstreamError `not_found` when it is gone; one for which `isAudiobookshelfAdministrator` holds: such accounts are never written
   *   to; `malformed` when its permissions can't be read or the change doesn't hold
   */
  async changeUser(
    id: string,
    change: AudiobookshelfChange,
    beforeWrite?: () => Promise<void>,
  ): Promise<AudiobookshelfUser> {
    const operation = 'user.change';
    const stored = await this.writable(operation, id);
    if (holds(stored.user, change)) return stored.user;
    const json = bodyOfChange(stored, change);
    if (json === null)
      throw this.notSent(operation, 'malformed', sayMediaServer('remote_account_permissions_unreadable'));
    await beforeWrite?.();
    await this.transport.send({ operation, method: 'PATCH', path: ['api', 'users', id], json });
    const after = await this.user(id);
    if (after && holds(after, change)) return after;
    throw this.transport.fault(operation, 'malformed', sayMediaServer('remote_account_not_changed'));
  }

  /** Sets the password of an account that is no administrator's. Whether it holds is for `signIn` to say. */
  async setPassword(id: string, password: Secret, signal?: AbortSignal): Promise<void> {
    const operation = 'user.password';
    await this.writable(operation, id, signal);
    const json = { password: password.reveal() };
    const path = ['api', 'users', id];
    await this.transport.send({ operation, method: 'PATCH', path, json, signal });
  }

  /** Not an administrator's; one that is gone already is success. @throws UpstreamError `malformed` when it is still there */
  async deleteUser(id: string, signal?: AbortSignal): Promise<void> {
    const operation = 'user.delete';
    const stored = await this.readStored(id, signal);
    if (stored === null) return;
    this.assertWritable(operation, stored);
    const call = { operation, method: 'DELETE', path: ['api', 'users', id], signal, accept: [404] } as const;
    const answer = await this.transport.send(call);
    if (answer.status !== 404) readJson(this.transport.system, operation, answer, done);
    if ((await this.findInList(id, signal)) === null) return;
    throw this.transport.fault(operation, 'malformed', sayMediaServer('remote_account_not_deleted'));
  }

  /**
   * Tries a password, and ends the session that this opens. Names are compared without case: the answer says whose account it is.
   * @throws UpstreamError `rate_limited` after some dozens of tries, which the server counts for all of us together
   */
  signIn(username: string, password: Secret, signal?: AbortSignal): Promise<AudiobookshelfSignIn> {
    return signIn(this.transport, { username, password, signal });
  }

  async libraries(signal?: AbortSignal): Promise<readonly AudiobookshelfLibrary[]> {
    const call = { operation: 'library.list', method: 'GET', path: ['api', 'libraries'], signal } as const;
    return (await this.transport.json(call, audiobookshelfLibraries)).libraries;
  }

  /** The books that contain a text. The search runs as our key, which sees everything: who may see a book is for the caller to judge. */
  async search(libraryId: string, text: string, signal?: AbortSignal): Promise<AudiobookshelfSearch> {
    const query = { q: text, limit: MOST_FOUND };
    const path = ['api', 'libraries', libraryId, 'search'];
    const call = { operation: 'library.search', method: 'GET', path, query, signal } as const;
    const { book: rows } = await this.transport.json(call, audiobookshelfFindings);
    const books = rows.flatMap((row) => {
      const judged = audiobookshelfFinding.safeParse(row);
      return judged.success && judged.data.libraryId === libraryId ? [judged.data] : [];
    });
    return { books, isComplete: books.length === rows.length && rows.length < MOST_FOUND };
  }

  private async readStored(id: string, signal?: AbortSignal): Promise<StoredAudiobookshelfUser | null> {
    const operation = 'user.read';
    // Nobody is asked for what can be no id: no account has it.
    if (!audiobookshelfId.safeParse(id).success) return null;
    const path = ['api', 'users', id];
    const answer = await this.transport.send({ operation, method: 'GET', path, signal, accept: [404] });
    if (answer.status === 404) return this.findInList(id, signal);
    const stored = readJson(this.transport.system, operation, answer, oneUser);
    if (stored.user.id === id) return stored;
    throw this.transport.fault(operation, 'malformed', sayMediaServer('answer_about_another_account'));
  }

  /** A 404 may be another program's, in between. An account that can't be read may be the one, unless it names another id. */
  private async findInList(id: string, signal?: AbortSignal): Promise<StoredAudiobookshelfUser | null> {
    const { users, unread } = await this.all(signal);
    const found = users.find(({ user }) => user.id === id);
    if (!found && unread.some((one) => one === null || one === id))
      throw this.transport.fault('user.list', 'malformed', sayMediaServer('answer_account_list_incomplete'));
    return found ?? null;
  }

  private all(signal?: AbortSignal): Promise<z.infer<typeof audiobookshelfUsers>> {
    const call = { operation: 'user.list', method: 'GET', path: ['api', 'users'], signal } as const;
    return this.transport.json(call, audiobookshelfUsers);
  }

  private async writable(operation: string, id: string, signal?: AbortSignal): Promise<StoredAudiobookshelfUser> {
    const stored = await this.readStored(id, signal);
    if (stored === null) throw this.notSent(operation, 'not_found', sayMediaServer('remote_account_not_there'));
    this.assertWritable(operation, stored);
    return stored;
  }

  private assertWritable(operation: string, { user }: StoredAudiobookshelfUser): void {
    if (!user.isAdministrator) return;
    throw this.notSent(operation, 'rejected', sayMediaServer('remote_account_of_administrator'), [ADMINISTRATOR]);
  }

  private notSent(
    operation: string,
    kind: UpstreamFault,
    why: Sentence,
    refusals: readonly string[] = [],
  ): UpstreamError {
    const reason = sayHttp('call_not_sent', { why });
    return this.transport.fault(operation, kind, reason, { definitelyNotSent: true, refusals });
  }
}

const ADMINISTRATOR = 'administrator';

/** Did the server refuse to make an account because its name is taken? */
export const isAudiobookshelfNameTaken = (error: unknown): boolean =>
  error instanceof UpstreamError && error.operation === 'user.create' && error.refusals.includes(NAME_TAKEN);

/** Was an account not written to because it is an administrator's? */
export const isAudiobookshelfAdministrator = (error: unknown): boolean =>
  error instanceof UpstreamError && error.system === 'audiobookshelf' && error.refusals.includes(ADMINISTRATOR);
