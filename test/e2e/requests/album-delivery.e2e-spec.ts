import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AlbumHousehold, CHANGES, GLASS_MERIDIAN } from './album-household.js';

const [ADD, MONITOR, ARTIST, COMMAND] = CHANGES;
const LOOKUP = 'GET /api/v1/album/lookup';
const ALBUMS = 'GET /api/v1/album';

describe('the delivery of an album', () => {
  let household: AlbumHousehold;

  beforeAll(async () => {
    household = await AlbumHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const bodies = (key: string) => household.lidarr.calls(key).map(({ body }) => body);
  const terms = () => household.lidarr.calls(LOOKUP).map(({ query }) => query.term);
  const searches = () => household.lidarr.searches.map(({ via, isWanted }) => ({ via, isWanted }));
  const outcome = async (id: number) => {
    const { state, code } = await household.job(id);
    return `${state} ${code}`;
  };

  describe('doc2 §4 Requests rule 5: an album that is new to the library', () => {
    it('is looked up by its id and added in one call, with its artist in it, siblings unmonitored', async () => {
      const sibling = household.group();
      const group = household.group({ title: 'Long Wave' });
      const id = await household.brought(household.ana, group.toUpperCase());
      expect(terms()).toEqual([`lidarr:${group}`]);
      expect(household.sent()).toEqual([ADD]);
      expect(bodies(ADD)).toEqual([
        expect.objectContaining({
          foreignAlbumId: group,
          title: 'Long Wave',
          monitored: true,
          addOptions: { searchForNewAlbum: true },
          artist: expect.objectContaining({
            foreignArtistId: GLASS_MERIDIAN,
            qualityProfileId: 1,
            metadataProfileId: 1,
            rootFolderPath: '/music/',
            monitored: true,
            monitorNewItems: 'none',
          }),
        }),
      ]);
      expect(bodies(ADD)).not.toEqual([
        expect.objectContaining({ artist: expect.objectContaining({ addOptions: expect.anything() }) }),
      ]);
      expect(household.monitored()).toEqual([GLASS_MERIDIAN, group]);
      expect(household.lidarr.album(sibling)?.monitored).toBe(false);
      expect(searches()).toEqual([{ via: 'add', isWanted: true }]);
      expect(await household.job(id)).toMatchObject({
        state: 'complete',
        code: 'requested',
        mutation: 'add',
        deliveryStartedAt: household.app.clock.now(),
        recordId: household.lidarr.album(group)?.id,
      });
      expect(await household.shown(household.ana, group)).toMatchObject({ status: 'requested', status_known: true });
    });

    it('is looked up by the words of its requester and its title where the id finds nothing', async () => {
      const group = household.group({ title: 'Long Wave' });
      const found = (query: { readonly term?: unknown }) => (String(query.term).startsWith('lidarr:') ? [] : undefined);
      const catalog = household.lidarr;
      const { body } = { body: await lookedUp('Long Wave') };
      catalog.route(LOOKUP, ({ query }) => ({ body: found(query) ?? (query.term === 'Long Wave' ? body : []) }));
      const id = await household.brought(household.ana, group, {
        title: 'Long Wave (Deluxe)',
        search_term: 'meridian',
      });
      expect(terms().slice(-4)).toEqual([`lidarr:${group}`, 'meridian', 'Long Wave (Deluxe)', 'Long Wave']);
      expect(await outcome(id)).toBe('complete requested');
    });

    it('is never another album of the same title: unresolved, a person must look', async () => {
      const other = household.group({ title: 'Long Wave' });
      const id = await household.brought(household.ana, '7c9d2e10-0000-4aaa-8bbb-000000000bad', {
        search_term: 'Long Wave',
      });
      expect(await outcome(id)).toBe('attention metadata_unresolved');
      expect([household.sent(), household.lidarr.album(other)]).toEqual([[], undefined]);
      expect((await household.receipt(household.ana, id)).body).toMatchObject({
        status: 'requested',
        delivery: [
          {
            state: 'attention',
            message: 'This title could not be found; an administrator has to look.',
            can_manage: true,
          },
        ],
      });
    });

    it('issue, albums: an artist who is there and off is turned on first, his other albums are not', async () => {
      const sibling = household.album({ monitored: false, artistMonitored: false });
      const group = household.group();
      await household.brought(household.ana, group);
      expect(household.sent()).toEqual([ARTIST, ADD]);
      expect(bodies(ARTIST)).toEqual([{ artistIds: [sibling.artist.id], monitored: true, monitorNewItems: 'none' }]);
      expect(household.monitored()).toEqual([GLASS_MERIDIAN, group]);
      expect(searches()).toEqual([{ via: 'add', isWanted: true }]);
    });

    it('issue, albums: an artist who is there and on is not touched', async () => {
      const { artist } = household.album({ monitorNewItems: 'all' });
      await household.brought(household.ana, household.group());
      expect([household.sent(), artist.monitorNewItems]).toEqual([[ADD], 'all']);
    });

    it('issue, albums: of a type that the metadata profile leaves out would vanish: a person must look', async () => {
      const id = await household.brought(household.ana, household.group({ albumType: 'Single' }));
      expect(await outcome(id)).toBe('attention library_unavailable');
      expect(household.sent()).toEqual([]);
      const message = async (session = household.ana) =>
        JSON.stringify((await session.get('/api/requests')).body) +
        JSON.stringify((await household.receipt(session, id)).body);
      expect(await message()).not.toContain('Standard');
      const waiting = await household.admin.get('/api/admin/requests/history');
      expect(waiting.status).toBe(200);
      expect((await household.job(id)).message?.text).toContain('"Standard"');
    });

    it('that somebody adds meanwhile is a success after a look', async () => {
      const group = household.group();
      household.lidarr.meanwhile('GET /api/v1/metadataprofile', () =>
        Promise.resolve(household.lidarr.given.album({ foreignAlbumId: group })),
      );
      const id = await household.brought(household.ana, group);
      expect([await outcome(id), household.sent()]).toEqual(['complete requested', [ADD]]);
      expect(household.lidarr.albums).toHaveLength(1);
    });

    it.each([
      ['has no artist', (foreignAlbumId: string) => ({ foreignAlbumId, artist: 'nobody' })],
      ['names no album', () => ({ title: 'Long Wave' })],
    ])('issue, section 5: a result of the lookup that %s is tried again, never taken for absence', async (_, row) => {
      const group = household.group();
      household.lidarr.fail(LOOKUP, { body: [row(group)] });
      household.lidarr.fail(LOOKUP, { body: [] }, 2);
      const id = await household.brought(household.ana, group);
      expect(await outcome(id)).toBe('retry service_unavailable');
    });
  });

  describe('issue, albums: an album that the library has', () => {
    it('a sibling of an earlier request is turned on and searched for, and nothing is added', async () => {
      const sibling = household.group();
      await household.brought(household.ana, household.group());
      household.lidarr.forgetCalls();
      const id = await household.brought(household.ana, sibling);
      expect(household.sent()).toEqual([MONITOR, COMMAND]);
      expect(bodies(COMMAND)).toEqual([{ name: 'AlbumSearch', albumIds: [household.lidarr.album(sibling)?.id] }]);
      expect([await outcome(id), await household.used()]).toEqual(['complete requested', 2]);
    });

    it('with everything off: artist, album, search', async () => {
      const { group } = household.album({ monitored: false, artistMonitored: false });
      await household.brought(household.ana, group.foreignAlbumId);
      expect(household.sent()).toEqual([ARTIST, MONITOR, COMMAND]);
      expect(searches()).toEqual([{ via: 'command', isWanted: true }]);
    });

    it.each([
      ['on', {}, 'complete requested'],
      ['on, with some of its tracks', { files: [1] }, 'complete requested'],
      ['whole and off', { files: 'all', monitored: false, artistMonitored: false }, 'complete available'],
    ] as const)('that is %s gets nothing, and its unit comes back', async (_, given, accepted) => {
      const { group } = household.album(given);
      const id = await household.brought(household.ana, group.foreignAlbumId);
      expect([await outcome(id), household.sent(), await household.used()]).toEqual([accepted, [], 0]);
    });

    it('doc2 §4 Requests rule 5: of two people’s requests the second ends without a change', async () => {
      const ben = await household.app.invite('ben');
      const group = household.group();
      const first = await household.brought(household.ana, group);
      const second = await household.brought(ben, group);
      expect([first === second, await outcome(second), household.sent()]).toEqual([false, 'complete requested', [ADD]]);
      expect([await household.used(), await household.used(ben)]).toEqual([1, 0]);
    });
  });

  describe('issue, section 6: a library that fails', () => {
    it.each([
      [ALBUMS, 503],
      ['GET /api/v1/rootfolder', 503],
      [LOOKUP, 503],
      [ADD, 503],
    ] as const)('at %s is tried again, and adds once', async (key, fault) => {
      const group = household.group();
      household.lidarr.fail(key, fault);
      const id = await household.brought(household.ana, group);
      expect(await outcome(id)).toBe('retry service_unavailable');
      await household.app.clock.leap(60_000);
      await household.app.deliver();
      expect([await outcome(id), household.lidarr.albums.length, household.lidarr.searches.length]).toEqual([
        'complete requested',
        1,
        1,
      ]);
    });

    it('an addition whose answer was lost is found, and not made again', async () => {
      const group = household.group();
      household.lidarr.fail(ADD, 'answer-lost');
      const id = await household.brought(household.ana, group);
      await household.app.clock.leap(60_000);
      await household.app.deliver();
      expect([await outcome(id), household.sent(), await household.used()]).toEqual(['complete requested', [ADD], 1]);
      expect((await household.job(id)).recordId).toBe(household.lidarr.album(group)?.id);
    });

    it.each([
      [MONITOR, [MONITOR, MONITOR, COMMAND]],
      [COMMAND, [MONITOR, COMMAND, COMMAND]],
    ])('at %s: the search that is owed follows', async (key, sent) => {
      const { group } = household.album({ monitored: false });
      household.lidarr.fail(key, 503);
      const id = await household.brought(household.ana, group.foreignAlbumId);
      await household.app.clock.leap(60_000);
      await household.app.deliver();
      expect([await outcome(id), household.sent(), searches().length]).toEqual(['complete requested', sent, 1]);
    });

    it('what nobody may use any more is not changed', async () => {
      const group = household.group();
      household.lidarr.meanwhile(LOOKUP, () => household.assign(household.library, 'remove', household.ana));
      const id = await household.brought(household.ana, group);
      expect([await outcome(id), household.sent()]).toEqual(['attention access_unavailable', []]);
    });
  });

  /** What the lookup answers to words. */
  async function lookedUp(term: string): Promise<unknown> {
    const url = `${household.lidarr.url}/api/v1/album/lookup?term=${encodeURIComponent(term)}`;
    const answer = await fetch(url, { headers: { 'x-api-key': household.lidarr.apiKey } });
    return answer.json();
  }
});
