import { z } from 'zod';
import { Secret } from '../../core/secrets/secret.js';
import type { HttpCall } from '../http/http-transport.js';
import {
  authorization,
  type MediaBrowserAccess,
  type MediaBrowserDevice,
} from '../mediabrowser/mediabrowser-transport.js';
import { dashed, guidOf, librariesSchema, type MediaLibrary } from '../mediabrowser/server-answers.js';
import { ITEM_TYPES, type MediaItem, type WantedTitle } from '../mediabrowser/media-item.js';
import { type MediaUser, type MediaUsers, readUsers } from '../mediabrowser/media-user.js';
import { MediaBrowserClient, type MediaBrowserProduct } from '../mediabrowser/mediabrowser.client.js';

/** The longest name that the server keeps, in characters. */
const LONGEST_NAME = 255;

/** Letters, digits, spaces within and `-'._@+`. The server refuses any other name as it refuses one that is taken. */
const NAME = /^(?! )[\p{L}\p{Mn}\p{Nd}\p{Pc} \-'.@+]+(?<! )$/u;

const rowsSchema = z.array(z.unknown());

const librarySchema = librariesSchema('ItemId', guidOf);

/** Of a search for titles: their ids, and nothing that takes the server longer. */
const ITEM_QUERY = { recursive: true, fields: 'ProviderIds', enableImages: false, enableUserData: false };

const partsOf = ({ id, product, version }: MediaBrowserDevice): Readonly<Record<string, string>> => ({
  Client: product,
  Device: product,
  DeviceId: id,
  Version: version,
});

const PRODUCT: MediaBrowserProduct = {
  system: 'jellyfin',
  ids: { user: guidOf, library: { read: guidOf, write: dashed } },
  itemId: guidOf,
  isOwnName: (productName) => /jellyfin/i.test(productName ?? ''),
  tokenHeaders: (token, device) => ({
    Authorization: Secret.of(authorization('MediaBrowser', { ...partsOf(device), Token: token.reveal() })),
  }),
  signInHeaders: (device) => ({ Authorization: authorization('MediaBrowser', partsOf(device)) }),
};

/** A Jellyfin server, versions 10.10, 10.11 and 12. The token travels in the Authorization header alone. */
export class JellyfinClient extends MediaBrowserClient {
  override readonly makesWithPassword = true;

  constructor(access: MediaBrowserAccess) {
    super(access, PRODUCT);
  }

  override nameFits(name: string): boolean {
    return name.length <= LONGEST_NAME && NAME.test(name);
  }

  override async users(signal?: AbortSignal): Promise<MediaUsers> {
    const call = { operation: 'user.list', method: 'GET', path: ['Users'], signal } as const;
    return readUsers(await this.transport.json(call, rowsSchema), this.ids);
  }

  override libraries(signal?: AbortSignal): Promise<readonly MediaLibrary[]> {
    const path = ['Library', 'VirtualFolders'];
    return this.transport.json({ operation: 'library.list', method: 'GET', path, signal }, librarySchema);
  }

  override createUser(name: string, password: Secret): Promise<MediaUser> {
    return this.makeUser(name, { Name: name, Password: password.reveal() });
  }

  /** The server can't be asked for an id: it is asked for the title's words, and then for everything of the years around. */
  override async findTitle(userId: string, wanted: WantedTitle, signal?: AbortSignal): Promise<readonly MediaItem[]> {
    const { title, year, type } = wanted;
    const narrow = title ? [{ searchTerm: title }] : [];
    const wide = year === undefined ? {} : { years: [year - 1, year, year + 1] };
    const operation = 'item.find';
    const query = { ...ITEM_QUERY, userId: this.viewerId(operation, userId), includeItemTypes: ITEM_TYPES[type] };
    for (const narrowed of [...narrow, wide]) {
      const call = { operation, method: 'GET', path: ['Items'], query: { ...query, ...narrowed }, signal } as const;
      const found = this.readItems(operation, await this.transport.send(call), wanted);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Everything of the kinds that are asked for, in one call. */
  override async findTitles(
    userId: string,
    wanted: readonly WantedTitle[],
    signal?: AbortSignal,
  ): Promise<readonly (readonly MediaItem[] | null)[]> {
    if (wanted.length === 0) return [];
    const operation = 'item.find-each';
    const includeItemTypes = [...new Set(wanted.map(({ type }) => ITEM_TYPES[type]))];
    const query = { ...ITEM_QUERY, userId: this.viewerId(operation, userId), includeItemTypes };
    const call = { operation, method: 'GET', path: ['Items'], query, signal } as const;
    return this.readItemsOfEach(operation, await this.transport.send(call), wanted);
  }

  protected override passwordCall(userId: string, password: Secret): Pick<HttpCall, 'path' | 'query' | 'json'> {
    return { path: ['Users', 'Password'], query: { userId }, json: { NewPw: password.reveal() } };
  }
}
