import { type Log, silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { ChaptarrClient } from '../../src/clients/chaptarr/chaptarr.client.js';
import { LidarrClient } from '../../src/clients/lidarr/lidarr.client.js';
import { RadarrClient } from '../../src/clients/radarr/radarr.client.js';
import { UNREAD_RECORD } from '../../src/clients/servarr/queue-page.js';
import type { RowsRead } from '../../src/clients/servarr/rows-read.js';
import { SonarrClient } from '../../src/clients/sonarr/sonarr.client.js';
import { MovedClock } from '../harness/moved-clock.js';

/** What the reading of a list comes to. */
export interface Kept {
  /** What was read of the rows that can be read. */
  readonly rows: readonly unknown[];
  /** So many rows can't be read; null where the list doesn't have to be whole: then the log alone says it. */
  readonly lost: number | null;
}

/** A list of an outside system, and how it is read. */
export interface ListedRows {
  readonly name: string;
  /** The route that answers it. */
  readonly route: string;
  readonly good: object;
  /** A row that is of another kind, or of which what decides is. */
  readonly odd: unknown;
  readonly answer: (rows: readonly unknown[]) => unknown;
  readonly read: (url: string) => Promise<Kept>;
  /** Are the rows that can't be read reported beside the others? Then a list of them alone is not refused. */
  readonly saysLost: boolean;
}

const clock = new MovedClock();

/** How many rows were left out, as the log says it, of the lists that were read since this was emptied. */
export const saidLeftOut: unknown[] = [];

/** What clients of lists are made with. Each has a log of its own, so that what one has said is said by the next. */
export const tools = {
  clock,
  get log(): Log {
    return { ...silentLog, warn: (_message, fields) => void saidLeftOut.push(fields?.['rows']) };
  },
};

const apiKey = Secret.of('a-key');

const MANAGERS = {
  Radarr: { api: '/api/v3', client: (url: string) => new RadarrClient({ url, apiKey, ...tools }) },
  Sonarr: { api: '/api/v3', client: (url: string) => new SonarrClient({ url, apiKey, ...tools }) },
  Lidarr: { api: '/api/v1', client: (url: string) => new LidarrClient({ url, apiKey, ...tools }) },
  Chaptarr: { api: '/api/v1', client: (url: string) => new ChaptarrClient({ url, apiKey, ...tools }) },
} as const;

type Manager = keyof typeof MANAGERS;

export const asList = (rows: readonly unknown[]): unknown => rows;
const asPage = (rows: readonly unknown[]): unknown => ({ totalRecords: rows.length, records: rows });
const reported = ({ rows, unreadable }: RowsRead<unknown>): Kept => ({ rows, lost: unreadable.length });
/** A list that doesn't have to be whole. */
export const readable = (rows: readonly unknown[]): Kept => ({ rows, lost: null });

const HAPPENED = { eventType: 'grabbed', date: '2026-01-01T00:00:00Z', downloadId: 'A' };

/** Each row of a queue by which record it is for: what can't be read stands in place of one. */
const queued = (records: readonly (number | null)[]): Kept => ({
  rows: records.filter((id) => id !== UNREAD_RECORD),
  lost: records.filter((id) => id === UNREAD_RECORD).length,
});

/** What the four managers have in common. */
const ofEach = (Object.keys(MANAGERS) as Manager[]).flatMap((manager): readonly ListedRows[] => {
  const { api, client } = MANAGERS[manager];
  const member = { Radarr: 'movieId', Sonarr: 'seriesId', Lidarr: 'albumId', Chaptarr: 'bookId' }[manager];
  const history = { answer: asPage, saysLost: true, route: `GET ${api}/history`, good: { [member]: 7, ...HAPPENED } };
  return [
    {
      name: `${manager}, what has become of a record`,
      ...history,
      odd: { [member]: 'x', ...HAPPENED },
      read: async (url) => {
        const { rows, unread } = await client(url).history(7);
        return { rows, lost: unread };
      },
    },
    {
      name: `${manager}, what has become of all records`,
      ...history,
      odd: { [member]: 7, ...HAPPENED, date: 5 },
      read: async (url) => {
        const { rows, unread } = await client(url).recentHistory(0);
        return { rows, lost: unread };
      },
    },
    {
      name: `${manager}, root folders`,
      route: `GET ${api}/rootfolder`,
      good: { path: '/titles', accessible: true },
      odd: { path: 5 },
      answer: asList,
      read: async (url) => readable(await client(url).rootFolders()),
      saysLost: false,
    },
    {
      name: `${manager}, quality profiles to choose from`,
      route: `GET ${api}/qualityprofile`,
      good: { id: 1, name: 'Any' },
      odd: { id: 'x', name: 'HD' },
      answer: asList,
      read: async (url) => readable(await client(url).offeredQualityProfiles()),
      saysLost: false,
    },
    {
      name: `${manager}, download clients`,
      route: `GET ${api}/downloadclient`,
      good: { name: 'torrents', implementation: 'QBittorrent' },
      odd: { name: 5, implementation: 'QBittorrent' },
      answer: asList,
      read: async (url) => readable(await client(url).clientDefinitions()),
      saysLost: true,
    },
    {
      name: `${manager}, commands`,
      route: `GET ${api}/command`,
      good: { id: 1, name: 'RssSync' },
      odd: { id: 'x', name: 'RssSync' },
      answer: asList,
      read: async (url) => readable(await client(url).commands()),
      saysLost: false,
    },
    {
      name: `${manager}, connections`,
      route: `GET ${api}/notification`,
      good: { id: 1, name: 'Usher', implementation: 'Webhook', fields: [{ name: 'url', value: 'http://usher' }] },
      odd: { id: 2, name: 5 },
      answer: asList,
      read: async (url) => reported(await client(url).notifications.list()),
      saysLost: true,
    },
    {
      name: `${manager}, kinds of connections`,
      route: `GET ${api}/notification/schema`,
      good: { implementation: 'Webhook' },
      odd: { implementation: 5 },
      answer: asList,
      read: async (url) => readable(await client(url).notifications.templates()),
      saysLost: false,
    },
  ];
});

export const radarr = (url: string) => MANAGERS.Radarr.client(url);
export const sonarr = (url: string) => MANAGERS.Sonarr.client(url);
export const lidarr = (url: string) => MANAGERS.Lidarr.client(url);
const chaptarr = (url: string) => MANAGERS.Chaptarr.client(url);

export const ALBUM = { id: 1, foreignAlbumId: 'wave', artistId: 3, monitored: true };
export const SERIES = { id: 1, tvdbId: 7, monitored: true, seasons: [] };
export const FILM = { id: 1, tmdbId: 7, monitored: true, hasFile: false };

/** What the book manager alone has. */
const ofBooks = (
  [
    ['books', 'book', { id: 1, monitored: true, hasFiles: false }, { id: 'x' }, (client) => client.books()],
    ['editions', 'edition', { bookId: 1 }, 'x', (client) => client.editionsOfBooks([1])],
    [
      'quality profiles',
      'qualityprofile',
      { id: 1, profileType: 'ebook' },
      { id: 'x' },
      (client) => client.formatProfiles(),
    ],
    [
      'metadata profiles',
      'metadataprofile',
      { id: 1, profileType: 'ebook' },
      { id: 'x' },
      (client) => client.metadataProfiles(),
    ],
    ['folders of formats', 'rootfolder', { path: '/books' }, { path: 5 }, (client) => client.formatFolders()],
    [
      'files',
      'bookfile',
      { id: 1, bookId: 1, dateAdded: '2026-01-01T00:00:00Z' },
      { id: 1, bookId: 'x' },
      (client) => client.bookFilesOfAuthor(3),
    ],
    ['imports of authors', 'pendingauthorimport', { id: 1 }, { id: 'x' }, (client) => client.pendingAuthorImports()],
    ['lookup', 'book/lookup', { title: 'Tide' }, 5, (client) => client.lookupBooks('tide', 'ebook')],
  ] as readonly (readonly [string, string, object, unknown, (client: ChaptarrClient) => Promise<RowsRead<unknown>>])[]
).map(([name, path, good, odd, rowsOf]): ListedRows => ({
  name: `Chaptarr, ${name}`,
  route: `GET /api/v1/${path}`,
  good,
  odd,
  answer: asList,
  read: async (url) => reported(await rowsOf(chaptarr(url))),
  saysLost: true,
}));

/** The lists of clients of which a row that can't be read is lost alone. */
export const LISTS: readonly ListedRows[] = [
  ...ofEach,
  ...ofBooks,
  {
    name: 'Radarr, library',
    route: 'GET /api/v3/movie',
    good: FILM,
    odd: { ...FILM, tmdbId: null },
    answer: asList,
    read: async (url) => reported(await radarr(url).movies()),
    saysLost: true,
  },
  {
    name: 'Sonarr, library',
    route: 'GET /api/v3/series',
    good: SERIES,
    odd: { ...SERIES, seasons: null },
    answer: asList,
    read: async (url) => reported(await sonarr(url).series()),
    saysLost: true,
  },
  {
    name: 'Sonarr, lookup',
    route: 'GET /api/v3/series/lookup',
    good: { tvdbId: 7, seasons: [] },
    odd: { tvdbId: 8, seasons: 5 },
    answer: asList,
    read: async (url) => reported(await sonarr(url).lookup('harbor')),
    saysLost: true,
  },
  {
    name: 'Radarr, queue',
    route: 'GET /api/v3/queue',
    good: { movieId: 7, downloadId: 'A' },
    odd: { movieId: 'x', downloadId: 'B' },
    answer: asPage,
    read: async (url) => queued((await radarr(url).queue()).map(({ movieId }) => movieId)),
    saysLost: true,
  },
  {
    name: 'Sonarr, queue',
    route: 'GET /api/v3/queue',
    good: { seriesId: 7, episodeId: 8, seasonNumber: 1, downloadId: 'A' },
    odd: { seriesId: 7, episodeId: 9, seasonNumber: 'x', downloadId: 'B' },
    answer: asPage,
    read: async (url) => queued((await sonarr(url).queue()).map(({ seriesId }) => seriesId)),
    saysLost: true,
  },
  {
    name: 'Lidarr, queue',
    route: 'GET /api/v1/queue',
    good: { albumId: 7, downloadId: 'A' },
    odd: { albumId: 'x', downloadId: 'B' },
    answer: asPage,
    read: async (url) =>
      queued((await lidarr(url).queue()).map((row) => (row.unreadable ? UNREAD_RECORD : row.albumId))),
    saysLost: true,
  },
  {
    name: 'Chaptarr, queue',
    route: 'GET /api/v1/queue',
    good: { bookId: 7, downloadId: 'A' },
    odd: { bookId: 'x', downloadId: 'B' },
    answer: asPage,
    read: async (url) =>
      queued((await chaptarr(url).queue()).map((row) => (row.unreadable ? UNREAD_RECORD : row.bookId))),
    saysLost: true,
  },
  {
    name: 'Lidarr, albums',
    route: 'GET /api/v1/album',
    good: ALBUM,
    odd: { ...ALBUM, artistId: 'x' },
    answer: asList,
    read: async (url) => reported(await lidarr(url).albums()),
    saysLost: true,
  },
  {
    name: 'Lidarr, artists',
    route: 'GET /api/v1/artist',
    good: { id: 3, foreignArtistId: 'somebody', monitored: true },
    odd: { id: 4, foreignArtistId: 5, monitored: true },
    answer: asList,
    read: async (url) => reported(await lidarr(url).artists()),
    saysLost: true,
  },
  {
    name: 'Lidarr, lookup',
    route: 'GET /api/v1/album/lookup',
    good: { ...ALBUM, id: 0 },
    odd: { ...ALBUM, foreignAlbumId: 5 },
    answer: asList,
    read: async (url) => reported(await lidarr(url).lookup('wave')),
    saysLost: true,
  },
  {
    name: 'Chaptarr, authors',
    route: 'GET /api/v1/author',
    good: { id: 3, foreignAuthorId: 'bc:3', authorName: 'Somebody', monitored: true },
    odd: { id: 'x', foreignAuthorId: 'bc:4', authorName: 'Another', monitored: true },
    answer: asList,
    read: async (url) => reported(await chaptarr(url).authors()),
    saysLost: true,
  },
  {
    name: 'Lidarr, files of an artist',
    route: 'GET /api/v1/trackfile',
    good: { id: 1, albumId: 1 },
    odd: { id: 2, albumId: 'x' },
    answer: asList,
    read: async (url) => reported(await lidarr(url).trackFilesOfArtist(3)),
    saysLost: true,
  },
];
