import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limitContent } from '../../harness/kids-policy.js';
import { AlbumHousehold } from './album-household.js';
import { refusedWith } from '../../harness/refused-with.js';

const ALBUMS = 'GET /api/v1/album';
const DAY_MS = 24 * 3_600_000;

describe('requests for albums', () => {
  let household: AlbumHousehold;
  let group: string;

  beforeAll(async () => {
    household = await AlbumHousehold.open({ isReusable: true });
  });

  beforeEach(async () => {
    await household.startOver();
    group = household.group({ title: 'Long Wave' });
  });

  afterAll(() => household.close());

  const ask = async (fields: object = {}, session = household.ana) => {
    const { status, body } = await household.askFor(session, group, { ...fields });
    return { status, body };
  };

  it('doc4 §1.2: a body that is none is 400, and nothing is saved', async () => {
    const known = 'catalog_ref must be an id of music_metadata or music_metadata_release';
    for (const [fields, error] of [
      [{ foreign_id: undefined }, 'foreign_id required for book and music'],
      [{ foreign_id: '../7' }, 'foreign_id is not an id'],
      [{ title: ' ' }, 'title required for book and music'],
      [{ book_format: 'ebook' }, 'music carries no book_format'],
      [{ catalog_ref: { provider: 'elsewhere', id: '1' } }, known],
    ] as const)
      expect({ fields, ...(await ask(fields)) }).toEqual({ fields, status: 400, body: refusedWith(error) });
    expect(await household.rows()).toEqual([]);
  });

  describe('doc2 §4 Requests rule 5: a request', () => {
    it('is saved and acknowledged before anybody is asked', async () => {
      household.lidarr.fail(ALBUMS, 'timeout', Infinity);
      household.lidarr.forgetCalls();
      const catalog_ref = { provider: 'music_metadata_release', id: '55aa1200-0000-4aaa-8bbb-000000000001' };
      const { status, body } = await ask({ foreign_id: group.toUpperCase(), search_term: 'wave', catalog_ref });
      const [row] = await household.rows();
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          success: true,
          status: 'requested',
          title: 'Long Wave',
          message: 'Requested, and on its way to the library.',
          sentence: { code: 'request_made' },
          request_id: row?.id,
          instance_id: household.library,
          catalog_ref,
          delivery: [expect.objectContaining({ request_id: row?.id, state: 'queued' })],
          status_known: true,
        },
      });
      expect(row).toMatchObject({
        mediaType: 'music',
        key: group,
        foreignId: group.toUpperCase(),
        searchTerm: 'wave',
        catalogProvider: catalog_ref.provider,
        catalogId: catalog_ref.id,
        tmdbId: 0,
        qualityProfileId: 0,
      });
      expect(await household.used()).toBe(1);
      household.lidarr.recover();
    });

    it('doc4 §1.12: is one per account and library, in any case of its id; others have their own', async () => {
      const ben = await household.app.invite('ben');
      const first = await household.requested(household.ana, group);
      expect(await ask({ foreign_id: group.toUpperCase() })).toMatchObject({
        status: 200,
        body: { request_id: first, message: 'Already requested.' },
      });
      expect(await household.requested(ben, group)).not.toBe(first);
      expect([await household.used(), await household.used(ben), (await household.rows()).length]).toEqual([1, 1, 2]);
    });

    it('doc4 §1.12: twenty at once save one', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect([(await household.rows()).length, await household.used()]).toEqual([1, 1]);
    });

    it('doc4 §1.12: of what a warm cache shows on disk saves nothing and costs nothing', async () => {
      const album = household.album({ files: 'all' });
      await household.shown(household.ana, album.group.foreignAlbumId);
      expect(await ask({ foreign_id: album.group.foreignAlbumId })).toEqual({
        status: 200,
        body: {
          success: true,
          status: 'available',
          title: 'Long Wave',
          message: 'Already in the library.',
          sentence: { code: 'request_not_needed' },
          instance_id: household.library,
          status_known: true,
        },
      });
      expect(await household.rows()).toEqual([]);
    });

    it('doc4 §1.9: after its album was deleted makes a new one; in an unreadable library it is kept', async () => {
      const first = await household.brought(household.ana, group);
      household.lidarr.removeAlbum(group);
      await household.app.clock.leap(15_000);
      household.lidarr.fail(ALBUMS, 503, Infinity);
      expect((await ask()).body).toMatchObject({ request_id: first, status_known: false });
      household.lidarr.recover();
      await household.app.clock.leap(15_000);
      expect(await household.shown(household.ana, group)).toMatchObject({ status: 'unavailable', status_known: true });
      expect(await household.requested(household.ana, group)).not.toBe(first);
      expect(await household.row(first)).toMatchObject({ status: 'unavailable', openKey: null });
    });
  });

  describe('doc2 §4 Requests rule 5: a request that exceeds the allowance', () => {
    beforeEach(() => household.limit(0));

    it('is refused: an unresolved library can not waive a charge', async () => {
      expect((await ask()).status).toBe(429);
      household.lidarr.fail(ALBUMS, 503, Infinity);
      await household.app.clock.leap(15_000);
      expect((await ask()).status).toBe(429);
      expect(await household.rows()).toEqual([]);
    });

    it.each([
      ['available', { files: 'all' as const }, { status: 'available' }, 0],
      ['fully monitored', {}, { status: 'requested' }, 1],
    ])('is free when the library proves that it is %s', async (_, given, body, rows) => {
      group = household.album(given).group.foreignAlbumId;
      expect(await ask()).toMatchObject({ status: 200, body });
      await household.app.deliver();
      expect([(await household.rows()).length, await household.used(), household.sent()]).toEqual([rows, 0, []]);
    });

    it('doc4 §1.18: previews price the same, and save nothing', async () => {
      const price = async (id: string) => {
        const { body } = await household.previewOf(household.ana, id);
        return (body as { fits: boolean }).fits;
      };
      const on = household.album().group.foreignAlbumId;
      const off = household.album({ monitored: false }).group.foreignAlbumId;
      expect([await price(group), await price(on), await price(off)]).toEqual([false, true, false]);
      expect(await household.rows()).toEqual([]);
    });
  });

  it('doc4 §1.18: a preview follows the record of the open request when release groups are merged', async () => {
    await household.brought(household.ana, group);
    const into = '7c9d2e10-0000-4aaa-8bbb-0000000000ff';
    household.lidarr.mergeGroup(group, into);
    household.lidarr.importTracks(into, 'all');
    await household.app.clock.leap(15_000);
    await household.limit(0);
    expect((await household.previewOf(household.ana, group)).body).toMatchObject({ fits: true });
  });

  describe('doc4 §1.9: approval', () => {
    beforeEach(() => household.needApproval());

    it('holds an album back until it is approved; then the worker delivers what was saved', async () => {
      const id = await household.brought(household.ana, group);
      expect(await household.shown(household.ana, group)).toMatchObject({ status: 'pending', request_id: id });
      expect(household.sent()).toEqual([]);
      expect((await household.admin.get('/api/admin/requests')).body).toEqual([
        expect.objectContaining({ id, media_type: 'music', foreign_id: group, tmdb_id: 0, instance_name: 'Music' }),
      ]);
      expect((await household.approve(id, {})).status).toBe(200);
      await household.app.deliver();
      expect(household.lidarr.album(group)?.monitored).toBe(true);
    });

    it('a denial and a withdrawal refund it', async () => {
      const denied = await household.requested(household.ana, group);
      await household.deny(denied, { reason: 'no' });
      expect([await household.shown(household.ana, group), await household.used()]).toEqual([
        expect.objectContaining({ status: 'denied' }),
        0,
      ]);
      const withdrawn = await household.requested(household.ana, group);
      expect((await household.act(household.ana, withdrawn, 'cancel')).status).toBe(200);
      expect([await household.row(withdrawn), await household.used()]).toEqual([
        expect.objectContaining({ status: 'denied', denyReason: 'Cancelled' }),
        0,
      ]);
    });
  });

  describe('doc4 §1.5: music-status', () => {
    it('is 400 for a query that is none', async () => {
      for (const [query, error] of [
        ['', 'foreign_id required'],
        ['?foreign_id=a%2Fb', 'foreign_id is not an id'],
        ['?foreign_id=x&include_saved=maybe', 'include_saved must be true or false'],
      ]) {
        const { status, body } = await household.ana.get(`/api/requests/music-status${query}`);
        expect({ query, status, body }).toEqual({ query, status: 400, body: refusedWith(error) });
      }
    });

    it('doc4 §1.10: 403 for a library that is not the caller’s', async () => {
      const other = await household.addLibrary();
      const status = async () =>
        (await household.ana.get(`/api/requests/music-status?foreign_id=${group}&instance_id=${other.id}`)).status;
      expect(await status()).toBe(403);
      await household.assign(other.id, 'add', household.ana);
      expect(await status()).toBe(200);
    });

    it('follows the album from nothing to all its tracks', async () => {
      const shown = async () => {
        await household.app.clock.leap(15_000);
        const { status, progress } = await household.shown(household.ana, group);
        return [status, progress];
      };
      expect(await shown()).toEqual(['unavailable', 0]);
      await household.brought(household.ana, group);
      expect(await shown()).toEqual(['requested', 0]);
      const download = household.lidarr.startDownload(group);
      household.lidarr.advanceDownload(download, 0.5);
      expect(await shown()).toEqual(['downloading', 0.5]);
      household.lidarr.importTracks(group, [1, 2, 3]);
      expect(await shown()).toEqual(['partial', 0.3]);
      household.lidarr.finishDownload(download);
      expect(await shown()).toEqual(['available', 1]);
      household.lidarr.removeAlbum(group);
      expect(await shown()).toEqual(['unavailable', 0]);
    });

    it('include_saved=false shows the library alone', async () => {
      await household.needApproval();
      await household.requested(household.ana, group);
      expect(await household.shown(household.ana, group, '&include_saved=false')).toEqual({
        status: 'unavailable',
        progress: 0,
        status_known: true,
      });
    });

    it('doc2 §4 Requests rule 5: follows the record when release groups are merged', async () => {
      const id = await household.brought(household.ana, group);
      const into = '7c9d2e10-0000-4aaa-8bbb-0000000000ff';
      household.lidarr.mergeGroup(group, into);
      household.lidarr.importTracks(into, 'all');
      await household.app.clock.leap(15_000);
      const merged = { status: 'available', status_known: true, canonical_foreign_id: into };
      expect(await household.shown(household.ana, group)).toMatchObject({ ...merged, request_id: id });
      expect((await household.receipt(household.ana, id)).body).toMatchObject(merged);
      expect(await household.shown(household.ana, group, '&include_saved=false')).toEqual({ ...merged, progress: 1 });
      household.lidarr.removeAlbum(into);
      await household.app.clock.leap(15_000);
      expect(await household.shown(household.ana, group)).toMatchObject({ status: 'unavailable', status_known: true });
    });

    it('issue, section 6: what is not out yet says so with its date', async () => {
      const releaseDate = new Date(household.app.clock.now() + 30 * DAY_MS).toISOString();
      const coming = household.group({ releaseDate });
      await household.brought(household.ana, coming);
      const { delivery } = await household.shown(household.ana, coming);
      expect(delivery).toEqual([
        expect.objectContaining({
          message: `The library has accepted it. It is not out yet: it comes out on ${releaseDate.slice(0, 10)}.`,
          sentence: { code: 'delivery_accepted_until', params: { day: releaseDate.slice(0, 10) } },
        }),
      ]);
    });

    it('issue, section 6: what is saved of an unreadable, slow or lying library is kept, and nothing is absent', async () => {
      await household.brought(household.ana, group);
      const lists: readonly [string, () => void][] = [
        ['unreadable', () => household.lidarr.fail(ALBUMS, 503, Infinity)],
        ['nonsense', () => household.lidarr.fail(ALBUMS, { body: [{ id: 'x', foreignAlbumId: group }] }, Infinity)],
        ['no list', () => household.lidarr.fail(ALBUMS, 'garbage', Infinity)],
      ];
      for (const [name, begin] of lists) {
        household.lidarr.recover();
        begin();
        await household.app.clock.leap(15_000);
        expect({ name, ...(await household.shown(household.ana, group)) }).toMatchObject({
          name,
          status: 'requested',
          status_known: false,
          status_unknown_reason: 'library_unavailable',
        });
      }
      household.lidarr.recover();
    });
  });

  describe('doc4 §1.6: delivery-status', () => {
    const asked = async (query: string) =>
      (await household.ana.get(`/api/requests/delivery-status?media_type=music${query}`)).body;
    const release = { provider: 'music_metadata_release', id: 'Rel-1' };

    it('by the release group, or by what the request named as its source', async () => {
      const id = await household.brought(household.ana, group, { catalog_ref: release });
      for (const query of [
        `&foreign_id=${group.toUpperCase()}`,
        '&catalog_provider=music_metadata_release&catalog_id=Rel-1',
      ])
        expect(await asked(query)).toMatchObject({
          request_id: id,
          status: 'requested',
          status_known: true,
          catalog_ref: release,
        });
      expect(await asked(`&catalog_provider=music_metadata&catalog_id=${group}`)).toMatchObject({ request_id: id });
      expect(await asked('&catalog_provider=music_metadata_release&catalog_id=Rel-2')).toEqual({
        status: 'unavailable',
        progress: 0,
        status_known: false,
      });
    });

    it('doc2 §4: saved-only never infers availability from a completed delivery, and asks no library', async () => {
      const id = await household.brought(household.ana, group);
      household.lidarr.importTracks(group, 'all');
      await household.app.clock.leap(15_000);
      household.lidarr.forgetCalls();
      const saved = { status: 'requested', status_known: false, request_id: id };
      expect(await asked(`&foreign_id=${group}&include_live=false`)).toMatchObject(saved);
      expect((await household.receipt(household.ana, id, '&include_live=false')).body).toMatchObject(saved);
      expect(household.lidarr.calls()).toEqual([]);
    });
  });

  describe('doc4 §2: music-saved', () => {
    const saved = async (query = '', session = household.ana) =>
      (await session.get(`/api/requests/music-saved${query}`)).body;

    it('is the newest request for each album of one library, newest first, and asks nobody', async () => {
      const other = await household.addLibrary();
      await household.assign(other.id, 'add', household.ana);
      const second = household.group();
      household.lidarr.fail('GET /api/v1/album', 503, Infinity);
      const catalog_ref = { provider: 'music_metadata', id: group };
      const first = await household.brought(household.ana, group, { catalog_ref });
      expect((await household.act(household.ana, first, 'cancel')).status).toBe(200);
      household.lidarr.recover();
      const again = await household.brought(household.ana, group);
      const latest = await household.brought(household.ana, second);
      await household.requested(household.ana, second, { instance_id: other.id });
      household.lidarr.forgetCalls();
      expect(await saved(`?instance_id=${household.library}`)).toEqual({
        requests: [
          {
            request_id: latest,
            foreign_id: second,
            status: 'requested',
            delivery: [expect.objectContaining({ state: 'complete' })],
          },
          {
            request_id: again,
            foreign_id: group,
            status: 'requested',
            delivery: [expect.objectContaining({ state: 'complete' })],
          },
        ],
      });
      expect(household.lidarr.calls()).toEqual([]);
    });

    it('is empty for who may use no library, and 400 for one that is none', async () => {
      await household.brought(household.ana, group);
      expect(await saved('', await household.app.invite('ben'))).toEqual({ requests: [] });
      await household.assign(household.library, 'remove', household.ana);
      expect(await saved()).toEqual({ requests: [] });
      expect((await household.ana.get('/api/requests/music-saved?instance_id=gone')).status).toBe(400);
    });
  });

  it('doc4 §1.3: of music neither seasons nor quality can be chosen, not even by an administrator', async () => {
    const { body } = await household.admin.get('/api/requests/options?media_type=music');
    expect(body).toMatchObject({ can_choose_season: false, can_choose_quality: false, quality_profiles: [] });
  });

  it('doc4 §1.3: stands among the caller’s own requests', async () => {
    const id = await household.brought(household.ana, group);
    expect((await household.ana.get('/api/requests')).body).toEqual([
      expect.objectContaining({
        request_id: id,
        media_type: 'music',
        foreign_id: group,
        tmdb_id: 0,
        status: 'requested',
      }),
    ]);
  });

  it('issue, section 6: albums carry no ratings: a kids account gets what its grant gives', async () => {
    await limitContent(household.admin, household.ana);
    const id = await household.brought(household.ana, group);
    expect(await household.shown(household.ana, group)).toMatchObject({ request_id: id, status: 'requested' });
    expect((await household.receipt(household.ana, id)).status).toBe(200);
  });
});
