import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LidarrFake } from '../../../test/fakes/lidarr/lidarr-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import type { NewAlbum } from './lidarr-album.js';
import { isAlbumAlreadyThere, LidarrClient } from './lidarr.client.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const [WAVE, OTHER, LIVE] = [1, 2, 3].map((end) => `7c9d2e10-0000-4aaa-8bbb-00000000b00${end}`) as [
  string,
  string,
  string,
];
const BAND = '1f0e5b7a-0000-4aaa-8bbb-00000000a001';

let fake: LidarrFake;
let lidarr: LidarrClient;

beforeEach(async () => {
  const clock = new MovedClock(NOW);
  fake = await new LidarrFake({ now: () => clock.now(), stocked: false }).start();
  lidarr = new LidarrClient({ url: fake.url, apiKey: Secret.of(fake.apiKey), clock, log: silentLog });
  fake.given.catalog([
    { foreignAlbumId: WAVE, title: 'Long Wave' },
    { foreignAlbumId: OTHER, title: 'Short Wave', albumType: 'EP' },
    { foreignAlbumId: LIVE, title: 'Live Wave', secondaryTypes: ['Live'] },
  ]);
});

afterEach(() => fake.stop());

const newAlbum = async (foreignAlbumId: string, more: Partial<NewAlbum> = {}): Promise<NewAlbum> => {
  const [found] = (await lidarr.lookupByForeignId(foreignAlbumId)).rows;
  const place = { qualityProfileId: 1, metadataProfileId: 1, rootFolderPath: '/music/' };
  return { record: found?.record ?? {}, ...place, searchForNewAlbum: false, ...more };
};

const watched = (): readonly (readonly [string, boolean])[] =>
  fake.albums.map(({ group, monitored }) => [group.foreignAlbumId, monitored]);

describe('an addition', () => {
  it('doc2 §4 rule 5: adds the artist monitored, his albums to come not, and the other albums unmonitored', async () => {
    const added = await lidarr.addAlbum(await newAlbum(WAVE));
    expect(added).toMatchObject({ foreignAlbumId: WAVE, monitored: true, statistics: null });
    expect(fake.artist(BAND)).toMatchObject({ monitored: true, monitorNewItems: 'none', rootFolderPath: '/music/' });
    expect(watched()).toEqual([
      [WAVE, true],
      [OTHER, false],
    ]);
    expect(fake.searches).toEqual([]);
  });

  it('doc2 §4 rule 5: sends no add-time monitor option, even where the lookup has one', async () => {
    const { record, ...rest } = await newAlbum(WAVE);
    const artist = { ...(record.artist as object), monitorNewItems: 'all', addOptions: { monitor: 'all' } };
    await lidarr.addAlbum({ ...rest, record: { ...record, artist } });
    const { body } = fake.calls('POST /api/v1/album')[0] ?? {};
    expect(body).toMatchObject({ monitored: true, artist: { monitored: true, monitorNewItems: 'none' } });
    expect(body).not.toHaveProperty('artist.addOptions');
    expect(watched()).toContainEqual([OTHER, false]);
  });

  it('searches where that is asked for, and downloads what is found', async () => {
    fake.searchesFind = true;
    const { id } = await lidarr.addAlbum(await newAlbum(WAVE, { searchForNewAlbum: true }));
    expect(fake.searches).toEqual([{ albumId: id, via: 'add', isWanted: true }]);
    await expect(lidarr.queue()).resolves.toMatchObject([{ albumId: id }]);
  });

  it('the other albums and the tracks come late', async () => {
    fake.additionsEndAtOnce = false;
    const { id } = await lidarr.addAlbum(await newAlbum(WAVE));
    await expect(lidarr.albums()).resolves.toMatchObject({ rows: [{ id, statistics: null }] });
    fake.endAddition(BAND);
    await expect(lidarr.albums()).resolves.toMatchObject({ rows: [{ statistics: { totalTrackCount: 10 } }, {}] });
  });

  it('issue 20 §4: an artist who is there stays off, and nothing of him is ever taken', async () => {
    fake.given.artist({ foreignArtistId: BAND, monitored: false });
    fake.searchesFind = true;
    const { id, artist } = await lidarr.addAlbum(await newAlbum(WAVE, { searchForNewAlbum: true }));
    expect(artist).toMatchObject({ monitored: false });
    expect(fake.searches).toEqual([{ albumId: id, via: 'add', isWanted: false }]);
    await expect(lidarr.queue()).resolves.toEqual([]);
  });

  it('issue 20 §4: an album that the metadata profile excludes vanishes at the next refresh', async () => {
    const { id } = await lidarr.addAlbum(await newAlbum(LIVE));
    await expect(lidarr.albumById(id)).resolves.toMatchObject({ secondaryTypes: ['Live'] });
    fake.refresh(BAND);
    await expect(lidarr.albumById(id)).resolves.toBeNull();
    expect(watched().map(([album]) => album)).toEqual([WAVE, OTHER]);
  });

  it('issue 20 §4: of an album that the library has is told from other refusals', async () => {
    const album = await newAlbum(WAVE);
    await lidarr.addAlbum(album);
    const there = await failureOf(lidarr.addAlbum(album));
    expect(there).toMatchObject({ kind: 'rejected', refusals: ['AlbumExistsValidator'] });
    expect(isAlbumAlreadyThere(there)).toBe(true);
    fake.fail('POST /api/v1/album', { status: 409, body: { message: 'UNIQUE constraint failed' } });
    expect(isAlbumAlreadyThere(await failureOf(lidarr.addAlbum(album)))).toBe(true);
    const elsewhere = await failureOf(lidarr.addAlbum(await newAlbum(LIVE, { qualityProfileId: 7 })));
    expect(elsewhere).toMatchObject({ kind: 'rejected', refusals: ['QualityProfileExistsValidator'] });
    expect(isAlbumAlreadyThere(elsewhere)).toBe(false);
  });

  it('whose answer is lost was made', async () => {
    const album = await newAlbum(WAVE);
    fake.fail('POST /api/v1/album', 'answer-lost');
    expect(await failureOf(lidarr.addAlbum(album))).toMatchObject({ kind: 'unreachable', definitelyNotSent: false });
    await expect(lidarr.albumByForeignId(WAVE)).resolves.not.toBeNull();
  });
});

describe('the watch', () => {
  it('over albums is turned on and off, and their artist stays as he is', async () => {
    const { id } = fake.given.album({ foreignAlbumId: WAVE, monitored: false, artistMonitored: false });
    fake.given.album({ foreignAlbumId: OTHER, monitored: false });
    await lidarr.setAlbumsMonitored([id, 99], true);
    expect(watched()).toEqual([
      [WAVE, true],
      [OTHER, false],
    ]);
    expect(fake.artist(BAND)).toMatchObject({ monitored: false });
    await lidarr.setAlbumsMonitored([id], false);
    expect(fake.album(WAVE)).toMatchObject({ monitored: false });
  });

  it('issue 20 §4: over an artist is turned on with his albums to come left at none, and nothing else is changed', async () => {
    const place = { qualityProfileId: 1, metadataProfileId: 2, monitorNewItems: 'all', tags: [3] };
    const { id } = fake.given.artist({ foreignArtistId: BAND, ...place, monitored: false });
    fake.given.album({ foreignAlbumId: WAVE, monitored: false });
    await lidarr.monitorArtist(id);
    expect(fake.artist(BAND)).toMatchObject({ ...place, monitored: true, monitorNewItems: 'none' });
    expect(watched()).toEqual([[WAVE, false]]);
    const [{ body } = { body: null }] = fake.calls('PUT /api/v1/artist/editor');
    expect(body).toEqual({ artistIds: [id], monitored: true, monitorNewItems: 'none' });
  });

  it.each([500, 503, 'reset'] as const)('that Lidarr refuses with %s is an error', async (fault) => {
    fake.fail('PUT /api/v1/album/monitor', fault);
    fake.fail('PUT /api/v1/artist/editor', fault);
    expect(await failureOf(lidarr.setAlbumsMonitored([1], true))).toMatchObject({ operation: 'album.monitor' });
    expect(await failureOf(lidarr.monitorArtist(1))).toMatchObject({ operation: 'artist.monitor' });
  });
});

describe('a search', () => {
  it('takes what is found of a monitored album of a monitored artist, and of no other', async () => {
    const { id } = fake.given.album({ foreignAlbumId: WAVE });
    const other = fake.given.album({ foreignAlbumId: OTHER, monitored: false });
    fake.searchesFind = true;
    await expect(lidarr.searchAlbums([id, other.id])).resolves.toMatchObject({ name: 'AlbumSearch', status: 'queued' });
    expect(fake.searches.map(({ isWanted }) => isWanted)).toEqual([true, false]);
    await expect(lidarr.queue()).resolves.toMatchObject([{ albumId: id }]);
    await expect(lidarr.albumById(id)).resolves.toMatchObject({ lastSearchedAt: NOW });
  });

  it('that waits in line is not doubled', async () => {
    const { id } = fake.given.album({ foreignAlbumId: WAVE });
    const first = await lidarr.searchAlbums([id]);
    await expect(lidarr.searchAlbums([id])).resolves.toEqual(first);
    expect(fake.searches).toHaveLength(1);
    await expect(lidarr.commands()).resolves.toEqual([first]);
  });
});
