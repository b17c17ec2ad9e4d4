import { afterAll, beforeAll, vi } from 'vitest';
import { ZodError } from 'zod';
import { ChaptarrClient } from '../../src/clients/chaptarr/chaptarr.client.js';
import { CHAPTARR_WEBHOOK } from '../../src/clients/servarr/webhook-profiles.js';
import { HttpTransport } from '../../src/clients/http/http-transport.js';
import { LidarrClient } from '../../src/clients/lidarr/lidarr.client.js';
import type { RowsRead } from '../../src/clients/servarr/rows-read.js';
import { RadarrClient } from '../../src/clients/radarr/radarr.client.js';
import type { ServarrAddress, ServarrClient } from '../../src/clients/servarr/servarr.client.js';
import { isWebhook, managedWebhook } from '../../src/clients/servarr/managed-webhook.js';
import { readValidationFailures } from '../../src/clients/servarr/servarr-transport.js';
import { readWebhookPayload } from '../../src/clients/servarr/webhook-payload.js';
import { SonarrClient } from '../../src/clients/sonarr/sonarr.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { MovedClock } from '../harness/moved-clock.js';
import { holdReads, type Reading } from './held-readings.js';
import { describedRecord, exampleRecord, type FullRecord } from './lesser-records.js';
import { upstreamJson } from './upstream-documents.js';

/** What every call is answered with. The records are thousands, so they don't go through the network. */
let body: unknown = null;

beforeAll(() => {
  vi.spyOn(HttpTransport.prototype, 'send').mockImplementation(() => {
    const bytes = Buffer.from(JSON.stringify(body));
    return Promise.resolve({ status: 200, headers: {}, body: bytes });
  });
});

afterAll(() => void vi.restoreAllMocks());

const ADDRESS: ServarrAddress = {
  url: 'http://manager.home',
  apiKey: Secret.of('a-key'),
  clock: new MovedClock(),
  log: silentLog,
};

const CLIENTS = {
  radarr: () => new RadarrClient(ADDRESS),
  sonarr: () => new SonarrClient(ADDRESS),
  lidarr: () => new LidarrClient(ADDRESS),
  chaptarr: () => new ChaptarrClient(ADDRESS),
} as const;

type Product = keyof typeof CLIENTS;

const DOCUMENTS = {
  radarr: 'radarr/openapi.v3.json',
  sonarr: 'sonarr/openapi.v3.json',
  lidarr: 'lidarr/openapi.v1.json',
  chaptarr: 'chaptarr/openapi.v1.json',
} as const;

const example = <T = unknown>(product: string, name: string): T => upstreamJson<T>(`${product}/examples/${name}.json`);
const firstOf = (product: string, name: string): unknown => example<readonly unknown[]>(product, name)[0];

const described = (product: Product, schema: string, of: unknown): FullRecord =>
  describedRecord(upstreamJson(DOCUMENTS[product]), schema, of);

/** Is the record among those that a list gives, where it is beside another one? */
const inList =
  (full: FullRecord, list: () => Promise<readonly unknown[]>) =>
  async (record: unknown): Promise<boolean> => {
    body = [full.value, record];
    return (await list()).length === 2;
  };

function listed(
  name: string,
  full: FullRecord,
  list: () => Promise<readonly unknown[]>,
  rest: Omit<Reading, 'name' | 'full' | 'read'>,
): Reading {
  return { name, full, read: inList(full, list), ...rest };
}

const IDENTITY = ['refused', 'which record it is would be unknown, and it would count as absent'] as const;
const WATCH = ['refused', 'whether it is monitored would be unknown'] as const;
const FILES = ['refused', 'whether it has a file would be unknown'] as const;

const FILM = described('radarr', 'MovieResource', example('radarr', 'movie'));
const FOUND_FILM = described('radarr', 'MovieResource', firstOf('radarr', 'movie.lookup'));
const SERIES = described('sonarr', 'SeriesResource', example('sonarr', 'series'));
const FOUND_SERIES = described('sonarr', 'SeriesResource', firstOf('sonarr', 'series.lookup'));
const EPISODE = described('sonarr', 'EpisodeResource', firstOf('sonarr', 'episode.list'));

const ALBUM = described('lidarr', 'AlbumResource', example('lidarr', 'album'));
const FOUND_ALBUM = described('lidarr', 'AlbumResource', firstOf('lidarr', 'album.lookup'));
const ARTIST = described('lidarr', 'ArtistResource', example('lidarr', 'artist'));
const TRACK_FILE = described('lidarr', 'TrackFileResource', example('lidarr', 'trackfile'));

const MOMENT = 'a moment that can’t be read is not a moment that isn’t known';

/** A file that is asked for by its id. */
const fileOf = (full: FullRecord, read: (id: number) => Promise<unknown>): Reading => ({
  name: 'a file that is to be sent',
  full,
  read: async (record) => {
    body = record;
    return (await read((full.value as { id: number }).id)) !== null;
  },
  needed: { id: IDENTITY, path: ['refused', 'it says which file is sent'] },
});

holdReads('the managers', [
  fileOf(described('radarr', 'MovieFileResource', example('radarr', 'moviefile')), (id) =>
    CLIENTS.radarr().movieFile(id),
  ),
  fileOf(described('sonarr', 'EpisodeFileResource', example('sonarr', 'episodefile')), (id) =>
    CLIENTS.sonarr().episodeFile(id),
  ),
  fileOf(described('chaptarr', 'BookFileResource', firstOf('chaptarr', 'bookfile.list')), (id) =>
    CLIENTS.chaptarr().bookFile(id),
  ),
  fileOf(TRACK_FILE, (id) => CLIENTS.lidarr().trackFile(id)),
]);

holdReads('radarr', [
  listed('a film of the library', FILM, () => soundRows(CLIENTS.radarr().movies()), {
    needed: { id: IDENTITY, tmdbId: IDENTITY, monitored: WATCH },
    judged: { hasFile: 'it says whether the film is there' },
  }),
  {
    name: 'a film that a lookup finds',
    full: FOUND_FILM,
    read: async (record) => {
      body = [record];
      const { tmdbId } = FOUND_FILM.value as { tmdbId: number };
      return (await CLIENTS.radarr().lookupByTmdbId(tmdbId)) !== null;
    },
    needed: { tmdbId: IDENTITY },
    judged: { id: 'it says whether the library has the film' },
  },
]);

holdReads('sonarr', [
  listed('a series of the library', SERIES, () => soundRows(CLIENTS.sonarr().series()), {
    needed: {
      id: IDENTITY,
      tvdbId: IDENTITY,
      monitored: WATCH,
      seasons: ['refused', 'without its seasons a series would count as having none'],
      'seasons[].seasonNumber': IDENTITY,
      'seasons[].monitored': WATCH,
      'seasons[].statistics.episodeFileCount': FILES,
      'seasons[].statistics.totalEpisodeCount': FILES,
    },
    judged: {
      tmdbId: 'it ties the series to the other catalog',
      addOptions: 'it says that the addition is under way',
      'seasons[].statistics': 'without them a season has no episodes',
    },
  }),
  listed('a series that a lookup finds', FOUND_SERIES, () => soundRows(CLIENTS.sonarr().lookup('relay')), {
    needed: {
      tvdbId: IDENTITY,
      seasons: ['refused', 'they say what can be asked for'],
      'seasons[].seasonNumber': IDENTITY,
    },
    judged: { id: 'it says whether the library has the series', tmdbId: 'it ties the series to the other catalog' },
  }),
  {
    name: 'a series whose seasons are to be watched',
    full: SERIES,
    read: async (record) => {
      body = record;
      await CLIENTS.sonarr().setSeasonsMonitored(7, [0]);
      return true;
    },
    needed: {
      seasons: ['refused', 'what is sent back takes the place of the whole record'],
      'seasons[].seasonNumber': IDENTITY,
    },
    judged: { monitored: 'it goes back as it came', 'seasons[].monitored': 'it goes back as it came' },
  },
  listed('an episode', EPISODE, () => CLIENTS.sonarr().episodes(7), {
    needed: { id: IDENTITY, seasonNumber: IDENTITY, episodeNumber: IDENTITY, hasFile: FILES, monitored: WATCH },
    judged: { airDateUtc: MOMENT },
  }),
]);

/** The rows of a list that reports those that it can't read: such a row is refused, and the list isn't. */
async function soundRows<Row>(list: Promise<RowsRead<Row>>): Promise<readonly Row[]> {
  const { rows, unreadable } = await list;
  if (unreadable.length > 0) throw new ZodError([]);
  return rows;
}

holdReads('lidarr', [
  listed('an album of the library', ALBUM, () => soundRows(CLIENTS.lidarr().albums()), {
    needed: {
      id: IDENTITY,
      foreignAlbumId: IDENTITY,
      artistId: IDENTITY,
      monitored: WATCH,
      'statistics.trackFileCount': FILES,
      'statistics.totalTrackCount': FILES,
    },
    judged: { statistics: 'without them nothing is known of its tracks' },
  }),
  listed('an album that a lookup finds', FOUND_ALBUM, () => soundRows(CLIENTS.lidarr().lookup('wave')), {
    needed: { foreignAlbumId: IDENTITY },
  }),
  listed('an artist of the library', ARTIST, () => soundRows(CLIENTS.lidarr().artists()), {
    needed: { id: IDENTITY, foreignArtistId: IDENTITY, monitored: WATCH },
  }),
  listed('a file of a track', TRACK_FILE, () => soundRows(CLIENTS.lidarr().trackFilesOfArtist(3)), {
    needed: { id: IDENTITY, albumId: IDENTITY },
    judged: { dateAdded: MOMENT },
  }),
  listed(
    'a metadata profile',
    described('lidarr', 'MetadataProfileResource', firstOf('lidarr', 'metadataprofile.list')),
    () => CLIENTS.lidarr().metadataProfiles(),
    { needed: { id: IDENTITY } },
  ),
]);

const ROW_OF: Readonly<Record<Product, Readonly<Record<string, string>>>> = {
  radarr: {},
  sonarr: {},
  lidarr: {},
  chaptarr: {},
};

/** Folders in which the example of the product is kept, where it is not its own. Readarr's takes the place of Chaptarr's. */
const LISTS: Readonly<Record<Product, string>> = {
  radarr: 'radarr',
  sonarr: 'sonarr',
  lidarr: 'lidarr',
  chaptarr: 'readarr',
};

describeFamily();

function describeFamily(): void {
  for (const product of Object.keys(CLIENTS) as Product[]) {
    const client = (): ServarrClient<unknown> => CLIENTS[product]();
    const status = described(product, 'SystemResource', example(product, 'system.status'));
    const command = described(product, 'CommandResource', example('radarr', 'command.response'));
    const profile = described(product, 'QualityProfileResource', firstOf(product, 'qualityprofile.list'));
    const folder = described(product, 'RootFolderResource', firstOf(product, 'rootfolder.list'));
    const queue = described(product, 'QueueResourcePagingResource', example(product, 'queue.page'));
    const notification = described(product, 'NotificationResource', firstOf(LISTS[product], 'notification.list'));
    holdReads(product, [
      {
        name: 'what it says of itself',
        full: status,
        read: async (record) => {
          body = record;
          await client().testConnection();
          return true;
        },
        needed: { appName: ['refused', 'it says who answers at an address'] },
      },
      listed('a command', command, () => client().commands(), {
        needed: { id: ['left out', 'nobody could ask what became of it'] },
      }),
      listed('a quality profile', profile, () => client().qualityProfiles(), { needed: { id: IDENTITY } }),
      listed('a root folder', folder, () => client().rootFolders(), {
        needed: { path: ['left out', 'nothing can be put into it'] },
      }),
      {
        name: 'a page of its queue',
        full: queue,
        read: async (page) => {
          body = page;
          return (await client().queue()).length > 0;
        },
        needed: {
          totalRecords: ['refused', 'it says when the queue is at its end'],
          records: ['refused', 'a queue with rows is not an empty one'],
        },
        judged: ROW_OF[product],
      },
      {
        name: 'a notification',
        full: notification,
        read: async (record) => {
          body = [notification.value, record];
          const [, found] = await soundRows(client().notifications.list());
          if (!found) return false;
          // It has to be one that goes back, whatever it lacks.
          managedWebhook(found, WEBHOOK_INPUT, CHAPTARR_WEBHOOK);
          return typeof isWebhook(found) === 'boolean';
        },
        needed: {},
        judged: {
          id: 'it goes back as it came',
          name: 'it goes back as it came',
          implementation: 'it says whether it is a webhook',
          configContract: 'it says whether it is a webhook',
          fields: 'they go back as they came',
          'fields[].name': 'it goes back as it came',
          tags: 'they go back as they came',
        },
      },
    ]);
  }
}

const WEBHOOK_INPUT = {
  name: 'Usher',
  url: 'http://usher.home:7676/api/webhooks/arr/x',
  username: 'usher',
  password: Secret.of('0'.repeat(48)),
};

const CALLS: readonly (readonly [Product, string])[] = [
  ['radarr', 'grab'],
  ['radarr', 'moviedelete'],
  ['sonarr', 'download'],
  ['sonarr', 'seriesadd'],
  ['lidarr', 'download'],
  ['chaptarr', 'download'],
];

holdReads('the managers', [
  {
    name: 'a refusal of an addition',
    full: exampleRecord(firstOf('radarr', 'error.validation.400')),
    read: (record) => {
      const whole = firstOf('radarr', 'error.validation.400');
      return readValidationFailures(Buffer.from(JSON.stringify([whole, record])))?.refusals[0] !== undefined;
    },
    needed: {},
  },
  ...CALLS.map(([product, call]): Reading => ({
    name: `a call of a webhook, ${product} ${call}`,
    full: exampleRecord(example(product, `webhook.${call}`)),
    read: (record) => {
      if (readWebhookPayload(record) === null) throw new ZodError([]);
      return true;
    },
    needed: {},
    judged: { eventType: 'what has no name that could be read is no call of a manager' },
  })),
]);
