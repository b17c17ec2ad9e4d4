import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LidarrClient } from '../../src/clients/lidarr/lidarr.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import type { RecordedCall } from '../fakes/fake-server.js';
import { LidarrFake } from '../fakes/lidarr/lidarr-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { missingKeys } from './schema-check.js';
import { bodySentTo, FAMILY_FIELDS_READ, ServarrContract } from './servarr-contract.js';

const LONG = '7c9d2e10-0000-4aaa-8bbb-00000000b001';
const SHORT = '7c9d2e10-0000-4aaa-8bbb-00000000b002';

/** What we read of each answer. The example payloads must have it, else we would wait for it in vain. */
const FIELDS_READ = {
  'system.status.json': FAMILY_FIELDS_READ['system.status.json'],
  'qualityprofile.list.json': FAMILY_FIELDS_READ['qualityprofile.list.json'],
  'rootfolder.list.json': [
    ...FAMILY_FIELDS_READ['rootfolder.list.json'],
    '0.defaultQualityProfileId',
    '0.defaultMetadataProfileId',
  ],
  'metadataprofile.list.json': [
    '0.id',
    '0.name',
    '0.primaryAlbumTypes.0.albumType.name',
    '0.primaryAlbumTypes.0.allowed',
    '0.secondaryAlbumTypes.0.albumType.name',
    '0.secondaryAlbumTypes.0.allowed',
    '0.releaseStatuses.0.releaseStatus.name',
    '0.releaseStatuses.0.allowed',
  ],
  'album.json': [
    'id',
    'foreignAlbumId',
    'title',
    'artistId',
    'artist.id',
    'artist.foreignArtistId',
    'artist.artistName',
    'artist.monitored',
    'monitored',
    'albumType',
    'secondaryTypes',
    'releaseDate',
    'releases.0.monitored',
    'releases.0.trackCount',
    'images.0.coverType',
    'images.0.url',
    'images.0.remoteUrl',
    'statistics.trackFileCount',
    'statistics.trackCount',
    'statistics.totalTrackCount',
    'statistics.sizeOnDisk',
  ],
  'album.lookup.json': ['0.id', '0.foreignAlbumId', '0.title', '0.albumType', '0.releaseDate', '0.artist.id'],
  'artist.json': [
    'id',
    'foreignArtistId',
    'artistName',
    'monitored',
    'monitorNewItems',
    'qualityProfileId',
    'metadataProfileId',
    'added',
    'images.0.url',
    'statistics.albumCount',
    'statistics.trackFileCount',
  ],
  'trackfile.list.json': ['0.id', '0.albumId', '0.dateAdded'],
  'queue.page.json': [
    'pageSize',
    'totalRecords',
    'records.0.albumId',
    'records.0.artistId',
    'records.0.downloadId',
    'records.0.status',
    'records.0.trackedDownloadStatus',
    'records.0.trackedDownloadState',
    'records.0.statusMessages',
    'records.0.size',
    'records.0.sizeleft',
  ],
} as const;

/** What is asked of the fake, and the example of the answer; null where none is published. */
const ANSWERS = [
  ['system/status', 'system.status.json'],
  ['qualityprofile', 'qualityprofile.list.json'],
  ['metadataprofile', 'metadataprofile.list.json'],
  ['rootfolder', 'rootfolder.list.json'],
  ['artist', 'artist.list.json'],
  ['artist/ARTIST', 'artist.json'],
  ['artist?mbId=1f0e5b7a-0000-4aaa-8bbb-00000000a001', 'artist.list.json'],
  ['artist/lookup?term=glass', null],
  ['album', 'album.list.json'],
  ['album/ALBUM', 'album.json'],
  [`album?foreignAlbumId=${LONG}`, 'album.list.json'],
  ['album?artistId=ARTIST', 'album.list.json'],
  ['track?albumId=ALBUM', 'track.list.json'],
  ['trackfile?albumId=ALBUM', 'trackfile.list.json'],
  ['trackfile?artistId=ARTIST', 'trackfile.list.json'],
  ['queue', 'queue.page.json'],
  ['history', 'history.page.json'],
  ['calendar?start=2026-04-01T00:00:00Z', null],
  ['wanted/missing', null],
  ['wanted/cutoff', null],
] as const;

againstTheDocuments();

function againstTheDocuments(): void {
  const contract = new ServarrContract('lidarr', ['albumIds', 'artistId', 'albumId'], 'v1');
  const example = (name: string): unknown => contract.example(name);
  const path = (below: string): string => `/api/v1/${below}`;
  let fake: LidarrFake;

  const get = (below: string, init?: RequestInit): Promise<unknown> => contract.ask(fake, path(below), init);
  const send = (method: string, below: string, body: unknown): Promise<unknown> =>
    get(below, { method, body: JSON.stringify(body) });
  const clientOf = (): LidarrClient => {
    const apiKey = Secret.of(fake.apiKey);
    return new LidarrClient({ url: fake.url, apiKey, clock: new MovedClock(), log: silentLog });
  };
  const emptied = (): void => {
    for (const { group } of fake.albums) fake.removeAlbum(group.foreignAlbumId);
  };

  beforeEach(async () => {
    fake = await new LidarrFake({ now: () => Date.UTC(2026, 10, 20, 12) }).start();
  });

  afterEach(() => fake.stop());

  describe('the Lidarr fake answers as the examples and the document say', () => {
    it.each(ANSWERS)('%s', async (asked, name) => {
      const [artist, album] = [fake.artists[0], fake.album(LONG)];
      const below = asked.replace('ARTIST', String(artist?.id)).replace('ALBUM', String(album?.id));
      const body = await get(below);
      contract.expectFits('GET', path(below), body, name === null ? body : example(name));
    });

    it('with the very counts of the example for an album of which nothing is there', async () => {
      const countsOf = (albums: unknown): unknown => (albums as { statistics: unknown }[])[1]?.statistics;
      expect(countsOf(await get('album'))).toEqual(countsOf(example('album.list.json')));
    });

    it('a lookup of an album that the library lacks, and of one that it has', async () => {
      fake.removeAlbum(LONG);
      const exact = `album/lookup?term=lidarr:${LONG}`;
      contract.expectFits('GET', path(exact), await get(exact), example('album.lookup.json'));
      expect(await get(`album/lookup?term=lidarrid:${SHORT}`)).toMatchObject([{ id: fake.album(SHORT)?.id }]);
      expect(await get('album/lookup?term=mbid:nothing')).toEqual([]);
    });

    it('the example of an addition', async () => {
      emptied();
      const added = await send('POST', 'album', example('album.add.request.json'));
      const { statistics: _, ...example_ } = example('album.json') as Record<string, unknown>;
      contract.expectFits('POST', path('album'), added, example_);
    });

    it('what is turned on: albums and artists', async () => {
      const request = { ...(example('album.monitor.request.json') as object), albumIds: [fake.album(SHORT)?.id] };
      expect(await send('PUT', 'album/monitor', request)).toMatchObject([{ foreignAlbumId: SHORT, monitored: true }]);
      const editor = { artistIds: [fake.artists[0]?.id], monitored: false };
      expect(await send('PUT', 'artist/editor', editor)).toMatchObject([{ monitored: false, monitorNewItems: 'none' }]);
    });

    it('commands, given and listed', async () => {
      const given = await send('POST', 'command', example('command.albumsearch.request.json'));
      contract.expectFits('POST', path('command'), given, given);
      contract.expectFits('GET', path('command'), await get('command'), [given]);
    });

    it('rows of the queue that are delayed, warned about or without an album', async () => {
      fake.given.queueRow({ of: SHORT, status: 'delay' });
      const tracked = { trackedDownloadStatus: 'warning', trackedDownloadState: 'importFailed' } as const;
      fake.given.queueRow({ of: LONG, status: 'completed', ...tracked, messages: ['no'], errorMessage: 'stalled' });
      fake.given.queueRow();
      const below = 'queue?includeUnknownArtistItems=true';
      contract.expectFits('GET', path(below), await get(below), {});
      expect(await get(below)).toMatchObject({ totalRecords: 4 });
      expect(await get('queue')).toMatchObject({ totalRecords: 3 });
      expect(await get('queue?pageSize=2&page=9')).toMatchObject({ page: 2, records: [{ status: 'completed' }] });
    });

    it('refusals and errors as the other managers of the family', async () => {
      const refused = await send('POST', 'album', example('album.add.request.json'));
      expect(refused).toMatchObject([{ errorCode: 'AlbumExistsValidator', propertyName: 'ForeignAlbumId' }]);
      expect(missingKeys([{ errorMessage: '', severity: '', attemptedValue: '' }], refused)).toEqual([]);
      for (const below of ['album/999', 'artist/999']) expect(await get(below)).toEqual({ message: 'NotFound' });
    });

    it.each([
      ['an album without an id', { foreignAlbumId: '' }, 'ForeignAlbumId'],
      ['an album that nobody knows', { foreignAlbumId: 'nowhere' }, 'ForeignAlbumId'],
      ['an album without an artist', { artist: null }, 'Artist'],
      ['an artist without an id', { artist: { foreignArtistId: '' } }, 'Artist.ForeignArtistId'],
      ['an unknown quality profile', { artist: { qualityProfileId: 7 } }, 'Artist.QualityProfileId'],
      ['an unknown metadata profile', { artist: { metadataProfileId: 7 } }, 'Artist.MetadataProfileId'],
      ['no folder', { artist: { rootFolderPath: '' } }, 'Artist.RootFolderPath'],
      ['an unknown folder', { artist: { rootFolderPath: '/nowhere' } }, 'Artist.RootFolderPath'],
    ])('%s is refused, and nothing is added', async (_, change: Record<string, unknown>, propertyName) => {
      emptied();
      const request = example('album.add.request.json') as { artist: object };
      const artist = change.artist === null ? null : { ...request.artist, ...change.artist };
      const refused = await send('POST', 'album', { ...request, ...change, artist });
      expect(refused).toMatchObject([{ propertyName }]);
      expect(fake.albums).toEqual([]);
    });
  });

  describe('the Lidarr client', () => {
    const callsOf = async (): Promise<readonly RecordedCall[]> => {
      fake.removeAlbum(LONG);
      const lidarr = clientOf();
      const [found] = (await lidarr.lookupByForeignId(LONG)).rows;
      const place = { qualityProfileId: 1, metadataProfileId: 1, rootFolderPath: '/music/' };
      const record = found?.record ?? {};
      const { id, artistId } = await lidarr.addAlbum({ record, ...place, searchForNewAlbum: true });
      await lidarr.testConnection();
      await lidarr.albums();
      await lidarr.albumById(id);
      await lidarr.albumByForeignId(LONG);
      await lidarr.artists();
      await lidarr.artistById(artistId);
      await lidarr.artistByForeignId('1f0e5b7a-0000-4aaa-8bbb-00000000a001');
      await lidarr.lookup('long wave');
      await lidarr.trackFilesOfArtist(artistId);
      await lidarr.setAlbumsMonitored([id], true);
      await lidarr.monitorArtist(artistId);
      await lidarr.searchAlbums([id]);
      await lidarr.commands();
      await lidarr.queue();
      await lidarr.qualityProfiles();
      await lidarr.metadataProfiles();
      await lidarr.rootFolders();
      return fake.calls();
    };

    it('sends nothing that the document does not know', async () => {
      const calls = await callsOf();
      expect(calls).toHaveLength(19);
      contract.expectKnown(calls);
    });

    it('shapes its bodies as the example requests', async () => {
      const calls = await callsOf();
      const added = bodySentTo('POST /api/v1/album', calls);
      expect(missingKeys(example('album.add.request.json'), added)).toEqual([]);
      const monitor = bodySentTo('PUT /api/v1/album/monitor', calls);
      expect(missingKeys(example('album.monitor.request.json'), monitor)).toEqual([]);
      const command = bodySentTo('POST /api/v1/command', calls);
      expect(missingKeys(example('command.albumsearch.request.json'), command)).toEqual([]);
    });

    it('doc2 §4 rule 5: makes of the example of a lookup the example of an addition', async () => {
      emptied();
      const [record] = example('album.lookup.json') as Record<string, unknown>[];
      const place = { qualityProfileId: 1, metadataProfileId: 1, rootFolderPath: '/music/' };
      await clientOf().addAlbum({ record: record ?? {}, ...place, searchForNewAlbum: true });
      const { remoteCover: _, ...sent } = bodySentTo('POST /api/v1/album', fake.calls()) as Record<string, unknown>;
      expect(sent).toEqual(example('album.add.request.json'));
    });

    it.each(Object.entries(FIELDS_READ))('reads of %s only what is there', (name, places) => {
      contract.expectRead(name, places);
    });

    it('understands the example payloads', async () => {
      const lidarr = clientOf();
      fake.fail('GET /api/v1/album', { body: example('album.list.json') });
      fake.fail('GET /api/v1/album/:id', { body: example('album.json') });
      fake.fail('GET /api/v1/album/lookup', { body: example('album.lookup.json') });
      fake.fail('GET /api/v1/artist', { body: example('artist.list.json') });
      fake.fail('GET /api/v1/artist/:id', { body: example('artist.json') });
      fake.fail('GET /api/v1/trackfile', { body: example('trackfile.list.json') });
      fake.fail('GET /api/v1/queue', { body: example('queue.page.json') });
      fake.fail('GET /api/v1/metadataprofile', { body: example('metadataprofile.list.json') });
      fake.fail('GET /api/v1/rootfolder', { body: example('rootfolder.list.json') });
      fake.fail('GET /api/v1/qualityprofile', { body: example('qualityprofile.list.json') });
      expect((await lidarr.albums()).rows.map(({ id, statistics }) => [id, statistics?.totalTrackCount])).toEqual([
        [21, 2],
        [22, 3],
      ]);
      const artist = { id: 3, artistName: 'Glass Meridian', monitored: true };
      await expect(lidarr.albumById(21)).resolves.toMatchObject({ artist, monitoredReleaseTracks: 2 });
      const { rows } = await lidarr.lookup('long wave');
      expect(rows).toMatchObject([{ libraryId: null, foreignAlbumId: LONG, artist: { id: null } }]);
      await expect(lidarr.artists()).resolves.toMatchObject({
        rows: [{ id: 3, monitorNewItems: 'none' }],
        unreadable: [],
      });
      await expect(lidarr.artistById(3)).resolves.toMatchObject({ metadataProfileId: 1 });
      const files = [{ id: 61, albumId: 21, dateAdded: Date.UTC(2026, 4, 2) }];
      await expect(lidarr.trackFilesOfArtist(3)).resolves.toEqual({ rows: files, unreadable: [] });
      const row = { albumId: 22, artistId: 3, trackedStatus: 'ok', trackedState: 'downloading', hasMessages: false };
      await expect(lidarr.queue()).resolves.toMatchObject([{ ...row, sizeLeft: 70_000_000, unreadable: false }]);
      const [standard, none] = await lidarr.metadataProfiles();
      expect(standard).toMatchObject({ primaryTypes: ['Album', 'EP'], secondaryTypes: ['Studio'] });
      expect(none).toMatchObject({ name: 'None', primaryTypes: [], releaseStatuses: [] });
      await expect(lidarr.rootFolders()).resolves.toEqual([
        { path: '/music/', accessible: true, defaultQualityProfileId: 1, defaultMetadataProfileId: 1 },
      ]);
      await expect(lidarr.qualityProfiles()).resolves.toEqual([{ id: 1, name: 'Lossless' }]);
    });
  });
}
