import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALBUM_QUEUE, AlbumLibraryFixture, ALBUMS } from '../../../../test/harness/album-library-fixture.js';
import { errorOf } from '../../../../test/harness/error-of.js';

const GROUP = '7c9d2e10-0000-4aaa-8bbb-00000000b001';
const ARTISTS = 'GET /api/v1/artist';
const FILES = 'GET /api/v1/trackfile';
const UNREADABLE = { status: 503, code: 'library_unreadable' };

describe('AlbumListsService', () => {
  let fixture: AlbumLibraryFixture;

  beforeEach(async () => {
    fixture = await AlbumLibraryFixture.open();
    fixture.lidarr.given.album({ foreignAlbumId: GROUP, title: 'Long Wave', files: 'all' });
  });

  afterEach(() => fixture.close());

  const albums = async () =>
    (await fixture.lists.albums(fixture.id)).map(({ title, artist }) => [title, artist !== '']);
  const calls = (...keys: string[]): number[] => keys.map((key) => fixture.lidarr.calls(key).length);

  it('doc4 §2: artists that hang take nothing but their names from the albums, after ten seconds', async () => {
    await fixture.library.judge(fixture.id);
    const letGo = fixture.lidarr.hold(ARTISTS);
    const arrival = fixture.lidarr.nextCall(ARTISTS);
    const answer = albums();
    await arrival;
    await fixture.clock.waitedFor(10_000);
    await fixture.clock.advance(10_000);
    expect(await answer).toEqual([['Long Wave', false]]);
    letGo();
  });

  it('issue 20 §6: queue, albums and artists are read side by side', async () => {
    const letGo = [ALBUM_QUEUE, ALBUMS, ARTISTS].map((key) => fixture.lidarr.hold(key));
    const arrivals = Promise.all([ALBUM_QUEUE, ALBUMS, ARTISTS].map((key) => fixture.lidarr.nextCall(key)));
    const answer = albums();
    await arrivals;
    for (const go of letGo) go();
    expect(await answer).toEqual([['Long Wave', true]]);
    expect(calls(ALBUM_QUEUE, ALBUMS, ARTISTS)).toEqual([1, 1, 1]);
  });

  it('doc4 §2: recent albums and artists are kept for 60 seconds, also while the library can’t be read', async () => {
    const read = () => Promise.all([fixture.lists.recent(fixture.id, 20), fixture.lists.artists(fixture.id, 'titles')]);
    const before = await read();
    const letGo = [ALBUMS, ALBUM_QUEUE].map((key) => fixture.lidarr.hold(key));
    await fixture.clock.advance(30_000);
    const hanging = errorOf(fixture.lists.albums(fixture.id));
    await fixture.clock.waitedFor(10_000);
    await fixture.clock.advance(10_000);
    expect(await hanging).toMatchObject(UNREADABLE);
    expect(await read()).toEqual(before);
    expect(calls(FILES)).toEqual([1]);
    for (const go of letGo) go();
  });

  it.each<[string, object, boolean]>([
    ['whose artist can’t be read', { id: 900 }, false],
    ['with files', { id: 900, artistId: 1, foreignAlbumId: 7 }, false],
    ['without files', { id: 901, artistId: 1, foreignAlbumId: 7 }, true],
  ])('issue 20 §5: recent albums are unknown for an album without sense %s', async (_, row, isKnown) => {
    fixture.lidarr.given.unreadable('album', row);
    const file = { id: 1, artistId: 1, albumId: 900, size: 7, dateAdded: '2024-01-01T00:00:00Z' };
    fixture.lidarr.route(FILES, () => ({ body: isKnown ? [] : [file] }));
    const read = fixture.lists.recent(fixture.id, 20);
    if (isKnown) expect(await read).toEqual([]);
    else expect(await errorOf(read)).toMatchObject(UNREADABLE);
  });

  it('issue 20 §5: the list of artists fails while one of them can’t be read; the albums do not', async () => {
    fixture.lidarr.given.unreadable('artist', { id: 'x' });
    expect(await errorOf(fixture.lists.artists(fixture.id, 'titles'))).toMatchObject(UNREADABLE);
    expect(await albums()).toEqual([['Long Wave', true]]);
  });
});
