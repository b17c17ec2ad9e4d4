import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { libraryReport } from '../../harness/library-report.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { ManagerReported, type ManagerReport } from '../../../src/modules/instances/instances.public.js';
import { AlbumHousehold, GLASS_MERIDIAN } from '../requests/album-household.js';

const ALBUMS = 'GET /api/v1/album';
const QUEUE = 'GET /api/v1/queue';
const ARTISTS = 'GET /api/v1/artist';
const FILES = 'GET /api/v1/trackfile';
const LISTS = ['music-library', 'music-recent', 'music-artists'] as const;
const UNREADABLE = {
  status: 503,
  body: { error: 'the library can not be read for now, try again shortly', code: 'library_unreadable' },
};

/** Artists of whom nothing else is said. */
const artist = (number: number, artistName = `Artist no. ${String(number).padStart(3, '0')}`) => ({
  foreignArtistId: `2f0e5b7a-0000-4aaa-8bbb-${String(number).padStart(12, '0')}`,
  artistName,
});

describe('doc4 §2: the lists of a music library', () => {
  let household: AlbumHousehold;

  beforeAll(async () => {
    household = await AlbumHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const read = async (path: string, session = household.ana) => {
    const { status, body } = await session.get(`/api/requests/${path}`);
    return { status, body };
  };
  const titles = async (path = 'music-library') =>
    ((await read(path)).body as { titles: readonly Readonly<Record<string, unknown>>[] }).titles;
  const report = (happening: ManagerReport['happening']): Promise<void> =>
    household.app
      .get(EventBus)
      .publish(new ManagerReported(household.library, 'music_manager', libraryReport(happening)));
  const reads = () => [QUEUE, ALBUMS, ARTISTS].map((key) => household.lidarr.calls(key).length);

  describe('music-library', () => {
    it('is every album with its status, also one that nobody monitors', async () => {
      const album = household.album({
        title: 'Long Wave',
        albumType: 'EP',
        releaseDate: '2019-03-01T00:00:00Z',
        files: [1, 2],
        artist: { foreignArtistId: GLASS_MERIDIAN, artistName: 'Glass Meridian' },
      });
      const off = household.album({ title: 'Short Wave', monitored: false, releaseDate: null, hasCover: false });
      expect(await titles()).toEqual([
        {
          record_id: album.id,
          foreign_artist_id: GLASS_MERIDIAN,
          release_type: 'ep',
          status: 'partial',
          status_known: true,
          title: 'Long Wave',
          artist: 'Glass Meridian',
          year: 2019,
          foreign_album_id: album.group.foreignAlbumId,
          cover: `/api/instances/${household.library}/MediaCover/Albums/${album.id}/cover.jpg`,
          monitored: true,
          downloaded: false,
        },
        expect.objectContaining({
          record_id: off.id,
          status: 'unavailable',
          year: 0,
          cover: '',
          monitored: false,
          downloaded: false,
        }),
      ]);
    });

    it.each([
      [
        'the path of our proxy',
        { url: '/MediaCover/Albums/7/cover.jpg' },
        /^\/api\/instances\/[^/]+\/MediaCover\/Albums\/7\/cover.jpg$/,
      ],
      [
        'below a base path',
        { url: '/lidarr/MediaCover/Albums/7/cover.jpg?lastWrite=1' },
        /\/MediaCover\/Albums\/7\/cover.jpg$/,
      ],
      [
        'the copy by https',
        { remoteUrl: 'https://coverartarchive.org/release/7/1.jpg' },
        /^https:\/\/coverartarchive.org\/release\/7\/1.jpg$/,
      ],
      ['no copy by http', { remoteUrl: 'http://coverartarchive.org/release/7/1.jpg' }, /^$/],
      ['no address of the manager', { url: 'http://10.0.0.7:8686/MediaCover/Albums/7/cover.jpg' }, /^$/],
      ['no other path of it', { url: '/MediaCover/../api/v1/system/status' }, /^$/],
      ['no address of anybody else', { remoteUrl: 'https://elsewhere.example/1.jpg' }, /^$/],
    ])('doc4 §2, cover values: %s', async (_, image, cover) => {
      const row = {
        id: 7,
        foreignAlbumId: 'g7',
        title: 'Long Wave',
        artistId: 3,
        monitored: true,
        images: [{ coverType: 'cover', ...image }],
      };
      household.lidarr.route(ALBUMS, () => ({ body: [row] }));
      expect((await titles())[0]?.cover).toMatch(cover);
    });

    it('marks what can’t be read, and names no artist that can’t be read', async () => {
      const album = household.album();
      const lost = '7c9d2e10-0000-4aaa-8bbb-0000000000aa';
      household.lidarr.given.unreadable('album', { id: 77, foreignAlbumId: lost });
      household.lidarr.fail(ARTISTS, 503, Infinity);
      expect(await titles()).toEqual([
        expect.objectContaining({ record_id: album.id, status: 'requested', status_known: true, artist: '' }),
        expect.objectContaining({ record_id: 77, foreign_album_id: lost, status: 'unavailable', status_known: false }),
      ]);
      household.lidarr.recover();
    });

    it('without the queue: files are available, the rest is unknown', async () => {
      household.album({ files: 'all' });
      household.album();
      household.lidarr.fail(QUEUE, 503, Infinity);
      expect((await titles()).map(({ status, status_known }) => [status, status_known])).toEqual([
        ['available', true],
        ['unavailable', false],
      ]);
      household.lidarr.recover();
    });
  });

  describe('issue, section 5: the projection', () => {
    it('is one fill for all readers, for fifteen seconds', async () => {
      const { group } = household.album();
      const all = () =>
        Promise.all([
          titles(),
          household.shown(household.ana, group.foreignAlbumId),
          household.shown(household.admin, group.foreignAlbumId),
          titles(`music-artist?foreign_id=${GLASS_MERIDIAN}`),
        ]);
      household.lidarr.forgetCalls();
      await all();
      expect(reads().slice(0, 2)).toEqual([1, 1]);
      await household.app.clock.advance(14_999);
      await all();
      expect(reads()[1]).toBe(1);
      await household.app.clock.advance(1);
      await all();
      expect(reads()[1]).toBe(2);
    });

    it.each(['grabbed', 'failed', 'imported', 'added', 'removed', 'file_removed', 'changed'] as const)(
      'doc4 §5.1: a report that something was %s drops all of it, before the report is answered',
      async (happening) => {
        household.album({ files: [1] });
        const all = () => Promise.all(LISTS.map((list) => read(list)));
        await all();
        household.lidarr.forgetCalls();
        await report(happening);
        await all();
        expect(reads()).toEqual([1, 1, 1]);
      },
    );

    it('is dropped by our own deliveries before they are complete', async () => {
      const group = household.group();
      expect(await titles()).toEqual([]);
      await household.brought(household.ana, group);
      expect(await titles()).toEqual([expect.objectContaining({ foreign_album_id: group, status: 'requested' })]);
    });
  });

  describe('music-recent', () => {
    /** Files come a second after each other. */
    const importOne = async (number: number): Promise<string> => {
      const { group } = household.album({ title: `Album no. ${number}`, artist: artist(number) });
      await household.app.clock.advance(1_000);
      household.lidarr.importTracks(group.foreignAlbumId, [1]);
      return group.foreignAlbumId;
    };
    const items = async (query = '') =>
      ((await read(`music-recent${query}`)).body as { items: readonly Readonly<Record<string, unknown>>[] }).items;

    it('is the albums by their newest file, twenty, and fifty at most', async () => {
      const groups: string[] = [];
      for (let number = 1; number <= 52; number++) groups.push(await importOne(number));
      household.album();
      const newest = groups.toReversed();
      expect((await items()).map((item) => item.foreign_album_id)).toEqual(newest.slice(0, 20));
      expect(await items('?limit=1')).toEqual([
        {
          album_id: household.lidarr.album(newest[0] ?? '')?.id,
          foreign_album_id: newest[0],
          title: 'Album no. 52',
          artist: 'Artist no. 052',
          cover: expect.stringContaining('/MediaCover/Albums/'),
          imported_at: new Date(household.app.clock.now()).toISOString(),
        },
      ]);
      expect((await items('?limit=99')).length).toBe(50);
    });

    it.each(['0', '-1', 'many', '1.5'])('limit=%s is 400', async (limit) => {
      expect((await read(`music-recent?limit=${limit}`)).status).toBe(400);
    });

    it('issue, section 5: reads only artists who have files, and after an import only the one', async () => {
      for (let number = 1; number <= 6; number++) await importOne(number);
      household.album({ artist: artist(7) });
      await items();
      expect(household.lidarr.calls(FILES)).toHaveLength(6);
      household.lidarr.importTracks(household.lidarr.albums[2]?.group.foreignAlbumId ?? '', [2]);
      await report('imported');
      household.lidarr.forgetCalls();
      expect((await items())[0]).toMatchObject({ title: 'Album no. 3' });
      expect(household.lidarr.calls(FILES).map(({ query }) => query)).toEqual([
        { artistId: String(household.lidarr.albums[2]?.artist.id) },
      ]);
    });

    it('doc2 §4 Library digest rules: a partial fan-out fails', async () => {
      for (let number = 1; number <= 3; number++) await importOne(number);
      household.lidarr.fail(FILES, 503);
      expect(await read('music-recent')).toEqual(UNREADABLE);
      await report('changed');
      expect(await items()).toHaveLength(3);
    });
  });

  describe('music-artists', () => {
    const names = async (query = '') =>
      ((await read(`music-artists${query}`)).body as { artists: readonly { name: string }[] }).artists.map(
        ({ name }) => name,
      );

    beforeEach(async () => {
      household.album({ artist: artist(1, 'Beta'), files: 'all' });
      await household.app.clock.advance(1_000);
      household.album({ artist: artist(2, 'alpha') });
      await household.app.clock.advance(1_000);
      for (const files of [[1], 'all'] as const) household.album({ artist: artist(3, 'Gamma'), files });
      household.lidarr.given.artist(artist(4, 'Nobody'));
    });

    it.each([
      ['', ['Gamma', 'Beta', 'alpha']],
      ['?sort=albums', ['Gamma', 'Beta', 'alpha']],
      ['?sort=unknown', ['Gamma', 'Beta', 'alpha']],
      ['?sort=name', ['alpha', 'Beta', 'Gamma']],
      ['?sort=added', ['Gamma', 'alpha', 'Beta']],
    ])('%s: those who have an album, in order', async (query, order) => {
      expect(await names(query)).toEqual(order);
    });

    it('counts albums and those on disk', async () => {
      const { body } = await read('music-artists');
      const { id, added } = household.lidarr.artist(artist(3).foreignArtistId) ?? { id: 0, added: '' };
      expect(body).toMatchObject({
        artists: [
          {
            foreign_artist_id: artist(3).foreignArtistId,
            name: 'Gamma',
            image: `/api/instances/${household.library}/MediaCover/Artist/${id}/poster.jpg`,
            album_count: 2,
            available_count: 2,
            added: new Date(added).toISOString(),
          },
          { name: 'Beta', available_count: 1 },
          { name: 'alpha', available_count: 0 },
        ],
        total: 3,
      });
    });

    it('is 200 of them after ordering, with the total before', async () => {
      for (let number = 10; number < 210; number++) household.album({ artist: artist(number) });
      const { body } = await read('music-artists?sort=name');
      const { artists, total } = body as { artists: readonly { name: string }[]; total: number };
      expect([artists.length, artists[0]?.name, total]).toEqual([200, 'alpha', 203]);
    });

    it('doc2 §4 Library digest rules: fails closed', async () => {
      household.lidarr.fail(ARTISTS, 503, Infinity);
      expect(await read('music-artists')).toEqual(UNREADABLE);
      household.lidarr.recover();
    });
  });

  describe('music-artist', () => {
    it('is the artist with the albums, the newest year first; what is far ahead is undated and trails', async () => {
      const dated = (title: string, releaseDate: string | null) => household.album({ title, releaseDate });
      for (const [title, date] of [
        ['Old', '1999-01-01'],
        ['None', null],
        ['Far', '2199-01-01'],
        ['New', '2024-01-01'],
      ] as const)
        dated(title, date && `${date}T00:00:00Z`);
      household.album({ artist: artist(1) });
      const { body } = await read(`music-artist?foreign_id=${GLASS_MERIDIAN.toUpperCase()}`);
      expect(body).toMatchObject({
        artist: { foreign_artist_id: GLASS_MERIDIAN, album_count: 4, available_count: 0 },
        titles: [{ title: 'New' }, { title: 'Old' }, { title: 'Far' }, { title: 'None' }],
      });
    });

    it('is 400 without an id, 404 for one unknown, 403 without a grant', async () => {
      household.album();
      expect(await read('music-artist')).toEqual({
        status: 400,
        body: { error: 'foreign_id required', code: 'required', params: expect.anything() },
      });
      expect(await read('music-artist?foreign_id=x')).toMatchObject({ status: 404 });
      await household.assign(household.library, 'remove', household.ana);
      expect(await read(`music-artist?foreign_id=${GLASS_MERIDIAN}`)).toMatchObject({ status: 403 });
    });

    it('is never unknown while an artist can’t be read', async () => {
      household.album();
      household.lidarr.given.unreadable('artist', { id: 'x' });
      expect(await read('music-artist?foreign_id=x')).toEqual(UNREADABLE);
      expect((await read(`music-artist?foreign_id=${GLASS_MERIDIAN}`)).status).toBe(200);
    });
  });

  describe('access and failures', () => {
    it.each(LISTS)('%s is empty without a grant, and 400 for what is no library', async (list) => {
      household.album({ files: 'all' });
      const other = await household.addLibrary();
      for (const query of ['', `?instance_id=${household.library}`]) {
        expect(await read(`${list}${query}`)).toMatchObject({ status: 200 });
      }
      const { status, body } = await read(`${list}?instance_id=${other.id}`);
      expect([
        status,
        Object.values(body as object)
          .flat()
          .filter((one) => one !== 0),
      ]).toEqual([200, []]);
      expect((await read(`${list}?instance_id=gone`)).status).toBe(400);
    });

    it.each([...LISTS, `music-artist?foreign_id=${GLASS_MERIDIAN}`])(
      '%s: an unreadable library is 503, never an empty list',
      async (list) => {
        household.album({ files: 'all' });
        for (const fault of [503, 'garbage', 'empty', 'reset'] as const) {
          household.lidarr.recover();
          household.lidarr.fail(ALBUMS, fault, Infinity);
          await report('changed');
          expect({ fault, ...(await read(list)) }).toEqual({ fault, ...UNREADABLE });
        }
        household.lidarr.recover();
      },
    );
  });
});
