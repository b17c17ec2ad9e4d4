import { z } from 'zod';
import type { Secret } from '../../core/secrets/secret.js';
import type { HttpAnswer, HttpCall } from '../http/http-transport.js';
import { authorization, type MediaBrowserAccess } from '../mediabrowser/mediabrowser-transport.js';
import { embyIdOf, librariesSchema, type MediaLibrary, pageSchema } from '../mediabrowser/server-answers.js';
import { ITEM_TYPES, type MediaItem, type WantedTitle } from '../mediabrowser/media-item.js';
import { type MediaUser, type MediaUsers, readUsers } from '../mediabrowser/media-user.js';
import {
  type AccountOutcome,
  MediaBrowserClient,
  type MediaBrowserProduct,
} from '../mediabrowser/mediabrowser.client.js';

const LONGEST_NAME = 255;

/** Servers send all accounts at once where nobody asks for fewer; a list of more pages than this is cut short. */
const MOST_PAGES = 20;

const librarySchema = librariesSchema('Guid', embyIdOf);

const libraryPage = z.object({ Items: librarySchema }).transform(({ Items }) => Items);

const PRODUCT: MediaBrowserProduct = {
  system: 'emby',
  ids: { user: embyIdOf, library: { read: embyIdOf, write: (id) => id } },
  itemId: embyIdOf,
  isOwnName: (productName) => productName === null || /emby/i.test(productName),
  tokenHeaders: (token) => ({ 'X-Emby-Token': token }),
  // The document names one header, the guide to sign-ins the other; servers read either.
  signInHeaders: ({ id, product, version }) => {
    const parts = { UserId: '', Client: product, Device: product, DeviceId: id, Version: version };
    const value = authorization('Emby', parts);
    return { Authorization: value, 'X-Emby-Authorization': value };
  },
};

interface IdSearch extends Pick<HttpCall, 'operation' | 'signal'> {
  /** Of the account whose titles are searched. */
  readonly userId: string;
  readonly wanted: readonly WantedTitle[];
}

/** An Emby server of version 4.8, whose routes lie at its root and below `/emby`. */
export class EmbyClient extends MediaBrowserClient {
  override readonly makesWithPassword = false;

  constructor(access: MediaBrowserAccess) {
    super(access, PRODUCT);
  }

  /** The document says nothing of names. What can be no name of a person is refused here; the server judges the rest. */
  override nameFits(name: string): boolean {
    return name !== '' && name === name.trim() && name.length <= LONGEST_NAME && !/[\p{Cc}/\\]/u.test(name);
  }

  override async users(signal?: AbortSignal): Promise<MediaUsers> {
    const operation = 'user.list';
    const path = ['Users', 'Query'];
    const rows: unknown[] = [];
    // The most that it has said: it says fewer where an account went meanwhile, and then another one may have been skipped.
    let total = 0;
    for (let page = 1; ; page += 1) {
      const query = rows.length === 0 ? {} : { StartIndex: rows.length };
      const call = { operation, method: 'GET', path, query, signal } as const;
      const { Items, TotalRecordCount } = await this.transport.json(call, pageSchema);
      rows.push(...Items);
      total = Math.max(total, TotalRecordCount ?? 0);
      const isLast = Items.length === 0 || page === MOST_PAGES || rows.length >= (TotalRecordCount ?? 0);
      if (isLast) return readUsers(rows, this.ids, total);
    }
  }

  override libraries(signal?: AbortSignal): Promise<readonly MediaLibrary[]> {
    const path = ['Library', 'VirtualFolders', 'Query'];
    return this.transport.json({ operation: 'library.list', method: 'GET', path, signal }, libraryPage);
  }

  /** The account is there without a password, open to anybody who knows its name, until one is set. */
  override createUser(name: string): Promise<MediaUser> {
    return this.makeUser(name, { Name: name });
  }

  /** An account made under a secret name and renamed once it has a password is provably ours. @throws UpstreamError `rejected` */
  async renameUser(userId: string, name: string): Promise<AccountOutcome> {
    const operation = 'user.rename';
    this.assertNameFits(operation, name);
    const found = await this.writable(userId, operation);
    if (typeof found === 'string') return found;
    const json = { ...found.row, Name: name };
    const path = ['Users', found.user.id];
    await this.transport.send({ operation, method: 'POST', path, json, accept: [404] });
    const after = await this.user(userId);
    if (after && after.name !== name) throw this.notMade(operation);
    return after ? 'done' : 'absent';
  }

  override async findTitle(userId: string, wanted: WantedTitle, signal?: AbortSignal): Promise<readonly MediaItem[]> {
    const operation = 'item.find';
    const answer = await this.searchByIds({ operation, userId, wanted: [wanted], signal });
    return answer ? this.readItems(operation, answer, wanted) : [];
  }

  override async findTitles(
    userId: string,
    wanted: readonly WantedTitle[],
    signal?: AbortSignal,
  ): Promise<readonly (readonly MediaItem[] | null)[]> {
    const operation = 'item.find-each';
    const answer = await this.searchByIds({ operation, userId, wanted, signal });
    return answer ? this.readItemsOfEach(operation, answer, wanted) : wanted.map(() => []);
  }

  protected override passwordCall(userId: string, password: Secret): Pick<HttpCall, 'path' | 'query' | 'json'> {
    const json = { Id: userId, NewPw: password.reveal(), ResetPassword: false };
    return { path: ['Users', userId, 'Password'], json };
  }

  /** All that bears one of the ids of the titles; null where there is no id to ask for. */
  private async searchByIds({ operation, userId, wanted, signal }: IdSearch): Promise<HttpAnswer | null> {
    const path = ['Users', this.viewerId(operation, userId), 'Items'];
    const named = wanted.flatMap(({ tmdbId, tvdbId }) => {
      const ids = { tmdb: tmdbId, tvdb: tvdbId };
      return Object.entries(ids).flatMap(([provider, id]) => (id === null ? [] : [`${provider}.${id}`]));
    });
    if (named.length === 0) return null;
    const query = {
      Recursive: true,
      IncludeItemTypes: [...new Set(wanted.map(({ type }) => ITEM_TYPES[type]))].join(','),
      AnyProviderIdEquals: named.join(','),
      Fields: 'ProviderIds',
      EnableImages: false,
      EnableUserData: false,
    };
    return this.transport.send({ operation, method: 'GET', path, query, signal });
  }
}
