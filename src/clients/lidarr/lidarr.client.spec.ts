import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LidarrFake } from '../../../test/fakes/lidarr/lidarr-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { LidarrClient } from './lidarr.client.js';

const KEY = 'canary-lidarr-key';
const NOW = Date.UTC(2026, 10, 20, 12);
const [WAVE, OTHER] = ['7c9d2e10-0000-4aaa-8bbb-00000000b001', '7c9d2e10-0000-4aaa-8bbb-00000000b002'] as const;
const BAND = '1f0e5b7a-0000-4aaa-8bbb-00000000a001';

let clock: MovedClock;
let fake: LidarrFake;
let lidarr: LidarrClient;

beforeEach(async () => {
  clock = new MovedClock(NOW);
  fake = await new LidarrFake({ apiKey: KEY, now: () => clock.now(), stocked: false }).start();
  lidarr = new LidarrClient({ url: fake.url, apiKey: Secret.of(KEY), clock, log: silentLog });
});

afterEach(() => fake.stop());

describe('the library', () => {
  it('is read with what each album has, and without its artist, who is told by himself', async () => {
    const { id, artist } = fake.given.album({ foreignAlbumId: WAVE, title: 'Long Wave', tracks: 3, files: [1, 2] });
    const cover = {
      url: `/MediaCover/Albums/${id}/cover.jpg`,
      remoteUrl: `https://coverartarchive.org/release/demo-${id}/1.jpg`,
    };
    const album = {
      id,
      foreignAlbumId: WAVE,
      title: 'Long Wave',
      artistId: artist.id,
      artist: null,
      monitored: true,
      albumType: 'Album',
      secondaryTypes: [],
      releaseDate: Date.UTC(2026, 3, 17),
      statistics: { trackFileCount: 2, trackCount: 3, totalTrackCount: 3, sizeOnDisk: 61_000_000 },
      monitoredReleaseTracks: 3,
      cover,
      lastSearchedAt: null,
    };
    await expect(lidarr.albums()).resolves.toEqual({ rows: [album], unreadable: [] });
    const nested = { id: artist.id, foreignArtistId: BAND, artistName: 'Glass Meridian', monitored: true };
    await expect(lidarr.albumById(id)).resolves.toEqual({ ...album, artist: nested });
    const poster = {
      url: `/MediaCover/Artist/${artist.id}/poster.jpg`,
      remoteUrl: 'https://images.example/poster.jpg',
    };
    const who = {
      id: artist.id,
      foreignArtistId: BAND,
      artistName: 'Glass Meridian',
      monitored: true,
      monitorNewItems: 'none',
      qualityProfileId: 1,
      metadataProfileId: 1,
      added: NOW,
      poster,
      statistics: { albumCount: 1, trackFileCount: 2 },
    };
    await expect(lidarr.artists()).resolves.toEqual({ rows: [who], unreadable: [] });
    await expect(lidarr.artistById(artist.id)).resolves.toEqual(who);
    await expect(lidarr.artistByForeignId(BAND)).resolves.toEqual(who);
  });

  it('counts the tracks of the monitored release', async () => {
    const releases = [
      { foreignReleaseId: 'a', tracks: 10 },
      { foreignReleaseId: 'b', tracks: 12 },
    ];
    const { id } = fake.given.album({ foreignAlbumId: WAVE, releases, files: 'all' });
    fake.switchRelease(WAVE, 1);
    const statistics = { trackFileCount: 10, trackCount: 12, totalTrackCount: 12 };
    await expect(lidarr.albumById(id)).resolves.toMatchObject({ statistics, monitoredReleaseTracks: 12 });
  });

  it('of an album that nobody monitors, the count of tracks holds only those with a file', async () => {
    const { id } = fake.given.album({ foreignAlbumId: WAVE, monitored: false, files: [1, 2, 3] });
    const statistics = { trackFileCount: 3, trackCount: 3, totalTrackCount: 10 };
    await expect(lidarr.albumById(id)).resolves.toMatchObject({ monitored: false, statistics });
  });

  it('leaves out what Lidarr has not: a date, a cover, a search', async () => {
    fake.given.album({ foreignAlbumId: WAVE, releaseDate: null, hasCover: false });
    const none = { releaseDate: null, cover: null, lastSearchedAt: null };
    await expect(lidarr.albums()).resolves.toMatchObject({ rows: [none] });
  });

  it('has a record or affirms that it has none', async () => {
    const { id } = fake.given.album({ foreignAlbumId: WAVE });
    await expect(lidarr.albumByForeignId(WAVE)).resolves.toMatchObject({ id });
    await expect(lidarr.albumByForeignId(OTHER)).resolves.toBeNull();
    await expect(lidarr.albumById(99)).resolves.toBeNull();
    await expect(lidarr.artistById(99)).resolves.toBeNull();
    await expect(lidarr.artistByForeignId('nobody')).resolves.toBeNull();
  });

  it('an answer about other records is no answer', async () => {
    fake.given.album({ foreignAlbumId: WAVE });
    fake.fail('GET /api/v1/album', { body: await written('album') });
    fake.fail('GET /api/v1/artist', { body: await written('artist') });
    await expect(lidarr.albumByForeignId(OTHER)).resolves.toBeNull();
    await expect(lidarr.artistByForeignId('nobody')).resolves.toBeNull();
  });

  it.each([404, { status: 404, body: '<html>' }, { status: 404, body: { message: 'no such app' } }])(
    'a 404 that is not of Lidarr (%j) affirms nothing',
    async (fault) => {
      fake.fail('GET /api/v1/album/:id', fault);
      expect(await failureOf(lidarr.albumById(1))).toMatchObject({ kind: 'malformed', status: 404 });
    },
  );

  it.each(['timeout', 'reset', 'garbage', 'empty', { body: { records: [] } }, 401, 404, 500, 503] as const)(
    'that answers with %j is unreadable, never empty',
    async (fault) => {
      fake.fail('GET /api/v1/album', fault);
      const arrived = fake.nextCall('GET /api/v1/album');
      const failing = failureOf(lidarr.albums());
      await arrived;
      if (fault === 'timeout') await clock.advance(60_000);
      expect(await failing).toMatchObject({ system: 'lidarr', operation: 'album.list' });
    },
  );

  it('issue 20 §5: a list with a body over the cap is an outage', async () => {
    fake.fail('GET /api/v1/trackfile', { body: Buffer.alloc(33 * 1024 * 1024, ' ') });
    expect(await failureOf(lidarr.trackFilesOfArtist(1))).toMatchObject({ kind: 'too_large' });
  });

  it('issue 20 §5: a nonsense row is reported with what is known of it, and spoils no other', async () => {
    const { id } = fake.given.album({ foreignAlbumId: WAVE });
    const longId = '7'.repeat(101);
    fake.given.unreadable(
      'album',
      null,
      7,
      [],
      { id: 40 },
      { id: 41, artistId: 7, foreignAlbumId: OTHER, monitored: 'yes' },
      { id: 2 ** 31, artistId: 7, foreignAlbumId: OTHER, monitored: true },
      { id: 42, artistId: 7, foreignAlbumId: longId, monitored: true },
    );
    fake.given.unreadable('artist', { foreignArtistId: 'someone', monitored: true });
    fake.given.unreadable('trackfile', { id: 50, artistId: 1, albumId: id, dateAdded: 'yesterday' });
    const named = (row: number | null, parentId: number | null = null, foreignId: string | null = null): object => ({
      id: row,
      parentId,
      foreignId,
    });
    const nothing = named(null);
    const unreadable = [
      nothing,
      nothing,
      nothing,
      named(40),
      named(41, 7, OTHER),
      named(2 ** 31, 7, OTHER),
      named(42, 7, longId),
    ];
    await expect(lidarr.albums()).resolves.toMatchObject({ rows: [{ id }], unreadable });
    await expect(lidarr.artists()).resolves.toMatchObject({ rows: [{}], unreadable: [named(null, null, 'someone')] });
    await expect(lidarr.trackFilesOfArtist(1)).resolves.toMatchObject({ rows: [], unreadable: [named(50, 1)] });
  });

  it('issue 20 §5: a nonsense row among those of one id is a failure: it may be the one', async () => {
    fake.fail('GET /api/v1/album', { body: [{ id: 1 }] });
    expect(await failureOf(lidarr.albumByForeignId(WAVE))).toMatchObject({ kind: 'malformed' });
  });

  it('MusicBrainz merges two groups: the record stays under its id and bears the other group', async () => {
    const { id } = fake.given.album({ foreignAlbumId: WAVE });
    fake.mergeGroup(WAVE, OTHER);
    await expect(lidarr.albumById(id)).resolves.toMatchObject({ id, foreignAlbumId: OTHER });
    await expect(lidarr.albumByForeignId(WAVE)).resolves.toBeNull();
    await expect(lidarr.lookupByForeignId(WAVE)).resolves.toMatchObject({ rows: [{ foreignAlbumId: OTHER }] });
  });
});

describe('a lookup', () => {
  it('finds by words and by the exact id, says what the library has, and affirms that there is nothing', async () => {
    fake.given.catalog([{ foreignAlbumId: WAVE, title: 'Long Wave' }]);
    const stored = fake.given.album({ foreignAlbumId: OTHER, title: 'Short Wave', albumType: 'EP' });
    const found = await lidarr.lookup('wave');
    expect(found.rows.map(({ libraryId, title }) => [libraryId, title])).toEqual([
      [null, 'Long Wave'],
      [stored.id, 'Short Wave'],
    ]);
    await expect(lidarr.lookupByForeignId(WAVE)).resolves.toMatchObject({
      rows: [{ foreignAlbumId: WAVE, artist: { id: stored.artist.id }, record: { releases: [{ monitored: true }] } }],
    });
    expect(fake.calls().map(({ query }) => query.term)).toEqual(['wave', `lidarr:${WAVE}`]);
    await expect(lidarr.lookup('nothing')).resolves.toEqual({ rows: [], unreadable: [] });
  });

  it('that the metadata service fails is an outage', async () => {
    fake.fail('GET /api/v1/album/lookup', { status: 503, body: { message: 'Search for x failed' } });
    expect(await failureOf(lidarr.lookup('x'))).toMatchObject({ operation: 'album.lookup', kind: 'failed' });
  });
});

describe('the queue', () => {
  it('has a row for each album of a download, with the job and the bytes of the whole', async () => {
    const [one, two] = [WAVE, OTHER].map((foreignAlbumId) => fake.given.album({ foreignAlbumId, tracks: 2 }));
    const downloadId = fake.startDownload(WAVE, OTHER);
    fake.advanceDownload(downloadId, 0.5);
    const row = {
      downloadId,
      artistId: one?.artist.id,
      status: 'downloading',
      size: 61_000_000,
      sizeLeft: 30_500_000,
      trackedStatus: 'ok',
      trackedState: 'downloading',
      hasMessages: false,
      unreadable: false,
    };
    await expect(lidarr.queue()).resolves.toMatchObject([
      { ...row, albumId: one?.id },
      { ...row, albumId: two?.id },
    ]);
    fake.finishDownload(downloadId);
    await expect(lidarr.queue()).resolves.toEqual([]);
    const { rows } = await lidarr.trackFilesOfArtist(one?.artist.id ?? 0);
    expect(rows.map(({ albumId, dateAdded }) => [albumId, dateAdded])).toEqual([
      [one?.id, NOW],
      [one?.id, NOW],
      [two?.id, NOW],
      [two?.id, NOW],
    ]);
  });

  it('is read to its end', async () => {
    fake.given.album({ foreignAlbumId: WAVE });
    for (let row = 0; row < 1_001; row++) fake.given.queueRow({ of: WAVE });
    expect(await lidarr.queue()).toHaveLength(1_001);
    expect(fake.calls('GET /api/v1/queue')).toHaveLength(2);
  });

  it('says what Lidarr complains about, and has no word of a delayed release', async () => {
    fake.given.album({ foreignAlbumId: WAVE });
    fake.given.queueRow({ of: WAVE, status: 'delay' });
    fake.given.queueRow({ of: WAVE, trackedDownloadStatus: 'warning', trackedDownloadState: 'importBlocked' });
    fake.given.queueRow({ of: WAVE, messages: ['no files'] });
    fake.given.queueRow({ of: WAVE, errorMessage: 'the download is stalled' });
    await expect(lidarr.queue()).resolves.toMatchObject([
      { downloadId: null, trackedStatus: '', trackedState: '', hasMessages: false },
      { trackedStatus: 'warning', trackedState: 'importBlocked', hasMessages: false },
      { hasMessages: true },
      { hasMessages: true },
    ]);
  });

  it('issue 20 §5: a row whose album can’t be read says so, and one without an album is known to have none', async () => {
    const records = [null, { albumId: 'x', status: 'downloading' }, { status: 'queued' }, { albumId: 0 }];
    fake.fail('GET /api/v1/queue', { body: { pageSize: 10, totalRecords: 4, records } });
    const rows = await lidarr.queue();
    expect(rows.map(({ albumId, unreadable }) => [albumId, unreadable])).toEqual([
      [null, true],
      [null, true],
      [null, false],
      [null, false],
    ]);
  });
});

describe('where albums may go', () => {
  it('root folders name the profiles of who comes into them, metadata profiles what they keep', async () => {
    const folder = { id: 2, path: '/more/', accessible: false };
    fake.given.rootFolders([{ ...folder, defaultQualityProfileId: 0, defaultMetadataProfileId: 4 }]);
    fake.given.metadataProfiles([{ id: 4, name: 'Wide', primary: ['Single'], secondary: ['Studio', 'Live'] }]);
    await expect(lidarr.rootFolders()).resolves.toEqual([
      { path: '/more/', accessible: false, defaultQualityProfileId: null, defaultMetadataProfileId: 4 },
    ]);
    const kept = { primaryTypes: ['Single'], secondaryTypes: ['Studio', 'Live'], releaseStatuses: ['Official'] };
    await expect(lidarr.metadataProfiles()).resolves.toEqual([{ id: 4, name: 'Wide', ...kept }]);
  });

  it('a list of types that can’t be read in full is unknown', async () => {
    const album = { albumType: { id: 0, name: 'Album' }, allowed: true };
    const body = [
      { id: 4, primaryAlbumTypes: [album, { allowed: true }], secondaryAlbumTypes: [{ ...album, allowed: 1 }] },
    ];
    fake.fail('GET /api/v1/metadataprofile', { body });
    const unknown = { primaryTypes: null, secondaryTypes: null, releaseStatuses: null };
    await expect(lidarr.metadataProfiles()).resolves.toEqual([{ id: 4, name: '4', ...unknown }]);
  });
});

/** What the fake itself writes at a path below its API prefix. */
async function written(path: string): Promise<unknown> {
  const answer = await fetch(`${fake.url}/api/v1/${path}`, { headers: { 'X-Api-Key': KEY } });
  return answer.json();
}
