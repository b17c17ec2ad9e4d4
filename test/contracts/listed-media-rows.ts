import { AudiobookshelfClient } from '../../src/clients/audiobookshelf/audiobookshelf.client.js';
import { EmbyClient } from '../../src/clients/emby/emby.client.js';
import { JellyfinClient } from '../../src/clients/jellyfin/jellyfin.client.js';
import { PlexMediaServer } from '../../src/clients/plex/plex-media-server.js';
import { PlexClient } from '../../src/clients/plex/plex.client.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { asList, type Kept, type ListedRows, readable, tools } from './listed-rows.js';
import type { FoundRow } from './searched-rows.js';

const KEY = Secret.of('a-key');
const device = { id: 'usher', product: 'Usher', version: '1' };
const identity = { clientIdentifier: 'client-1', product: 'Usher', version: '1' };
const GUID = 'f5093c0623e3404faeaa40f72885ee3a';
const MACHINE = 'machine-1';

const audiobookshelf = (url: string) => new AudiobookshelfClient({ url, apiKey: KEY, ...tools });
const jellyfin = (url: string) => new JellyfinClient({ url, apiKey: KEY, device, ...tools });
const emby = (url: string) => new EmbyClient({ url, apiKey: KEY, device, ...tools });
const plexServer = (url: string) => new PlexMediaServer({ url, identity, ...tools }, KEY);
const plexAccount = (url: string) => new PlexClient({ url, identity, ...tools }).as(KEY);

/** A list that says only whether all of it was read. */
const whole = (rows: readonly unknown[], isComplete: boolean): Kept => ({ rows, lost: isComplete ? 0 : 1 });

const asItems = (rows: readonly unknown[]): unknown => ({ Items: rows, TotalRecordCount: rows.length });
const USER = { Id: GUID, Name: 'mara' };
const LISTENER = { id: 'one', username: 'mara', type: 'user', isActive: true };
const BOOK = { libraryItem: { id: 'tide', libraryId: 'books', media: { metadata: { title: 'Tide' } } } };

/**
 * The lists of the media servers.
 *
 * Whole or unknown are the servers among the devices of an account at Plex: somebody who isn't found there would be refused at the
 * door. Of the shares and invitations of one each row says for itself what can't be read of it: see plex-sharing and media-server.
 */
export const MEDIA_LISTS: readonly ListedRows[] = [
  {
    name: 'Audiobookshelf, accounts',
    route: 'GET /api/users',
    good: LISTENER,
    odd: { ...LISTENER, id: 'two', isActive: 5 },
    answer: (users) => ({ users }),
    read: async (url) => {
      const { users, isComplete } = await audiobookshelf(url).users();
      return whole(users, isComplete);
    },
    saysLost: true,
  },
  {
    name: 'Audiobookshelf, libraries',
    route: 'GET /api/libraries',
    good: { id: 'books', name: 'Books', mediaType: 'book' },
    odd: { id: 5, name: 'More', mediaType: 'book' },
    answer: (libraries) => ({ libraries }),
    read: async (url) => readable(await audiobookshelf(url).libraries()),
    saysLost: false,
  },
  {
    name: 'Audiobookshelf, books that a search finds',
    route: 'GET /api/libraries/books/search',
    good: BOOK,
    odd: { libraryItem: { ...BOOK.libraryItem, id: 5 } },
    answer: (book) => ({ book }),
    read: async (url) => {
      const { books, isComplete } = await audiobookshelf(url).search('books', 'tide');
      return whole(books, isComplete);
    },
    saysLost: true,
  },
  {
    name: 'Jellyfin, accounts',
    route: 'GET /Users',
    good: USER,
    odd: { ...USER, Name: 5 },
    answer: asList,
    read: async (url) => {
      const { users, isComplete } = await jellyfin(url).users();
      return whole(users, isComplete);
    },
    saysLost: true,
  },
  {
    name: 'Emby, accounts',
    route: 'GET /Users/Query',
    good: USER,
    odd: { ...USER, Id: 5 },
    answer: asItems,
    read: async (url) => {
      const { users, isComplete } = await emby(url).users();
      return whole(users, isComplete);
    },
    saysLost: true,
  },
  {
    name: 'Jellyfin, libraries',
    route: 'GET /Library/VirtualFolders',
    good: { ItemId: GUID, Name: 'Films' },
    odd: { ItemId: 5, Name: 'Shows' },
    answer: asList,
    read: async (url) => readable(await jellyfin(url).libraries()),
    saysLost: false,
  },
  {
    name: 'Emby, libraries',
    route: 'GET /Library/VirtualFolders/Query',
    good: { Guid: GUID, Name: 'Films' },
    odd: { Guid: 5, Name: 'Shows' },
    answer: asItems,
    read: async (url) => readable(await emby(url).libraries()),
    saysLost: false,
  },
  ...[jellyfin, emby].map((client): ListedRows => ({
    name: `${client === jellyfin ? 'Jellyfin' : 'Emby'}, ratings`,
    route: 'GET /Localization/ParentalRatings',
    good: { Name: 'PG', Value: 5 },
    odd: { Name: 5, Value: 5 },
    answer: asList,
    read: async (url) => readable(await client(url).parentalRatings()),
    saysLost: false,
  })),
  {
    name: 'Plex, sections of a server',
    route: 'GET /library/sections',
    good: { key: '1', type: 'movie' },
    odd: { key: 5, type: 'movie' },
    answer: (Directory) => ({ MediaContainer: { Directory } }),
    read: async (url) => {
      const { sections, isComplete } = await plexServer(url).sections();
      return whole(sections, isComplete);
    },
    saysLost: true,
  },
  {
    name: 'Plex, titles of a section',
    route: 'GET /library/sections/1/all',
    good: { ratingKey: '7', Guid: [{ id: 'tmdb://7' }] },
    odd: { ratingKey: 7, Guid: [{ id: 'tmdb://7' }] },
    answer: (Metadata) => ({ MediaContainer: { Metadata } }),
    read: async (url) => {
      const { titles, unknown } = await plexServer(url).titles({ key: '1', type: 'movie' }, 0);
      return { rows: titles, lost: unknown };
    },
    saysLost: true,
  },
  {
    name: 'Plex, devices of an account',
    route: 'GET /api/v2/resources',
    good: { provides: 'server', clientIdentifier: MACHINE, owned: true },
    odd: { provides: 5 },
    answer: asList,
    read: async (url) => readable(await plexAccount(url).servers()),
    saysLost: false,
  },
  {
    name: 'Plex, libraries that can be shared',
    route: `GET /api/v2/servers/${MACHINE}`,
    good: { id: 7, title: 'Films' },
    odd: { id: 'x', title: 'Shows' },
    answer: (librarySections) => ({ machineIdentifier: MACHINE, librarySections }),
    read: async (url) => readable(await plexAccount(url).libraries(MACHINE)),
    saysLost: false,
  },
];

const WANTED = { type: 'movie', tmdbId: 7, tvdbId: null, title: 'Wave' } as const;
const ITEM = { Id: GUID, Type: 'Movie', ProviderIds: { Tmdb: '7' } };

/** Searches of the media servers for one thing by its id. */
export const MEDIA_SEARCHES: readonly FoundRow[] = [
  {
    name: 'Audiobookshelf, an account that its own address lacks',
    route: 'GET /api/users',
    good: LISTENER,
    odd: { ...LISTENER, isActive: 5 },
    answer: (users) => ({ users }),
    find: (url) => audiobookshelf(url).user('one'),
  },
  {
    name: 'Jellyfin, a film',
    route: 'GET /Items',
    good: ITEM,
    odd: { ...ITEM, Type: 5 },
    answer: asItems,
    find: async (url) => (await jellyfin(url).findTitle(GUID, WANTED))[0] ?? null,
  },
  {
    name: 'Emby, a film',
    route: `GET /Users/${GUID}/Items`,
    good: ITEM,
    odd: { ...ITEM, Type: 5 },
    answer: asItems,
    find: async (url) => (await emby(url).findTitle(GUID, WANTED))[0] ?? null,
  },
];
