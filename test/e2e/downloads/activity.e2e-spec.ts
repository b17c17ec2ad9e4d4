import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manualPromise } from '../../harness/manual-promise.js';
import type { Session } from '../../harness/start-app.js';
import { ActivityHousehold, CANARIES, FILM, HASHES, SERIES, type ShownActivity } from './activity-household.js';

const titles = ({ groups }: ShownActivity): readonly string[] => groups.map(({ title }) => title).sort();

describe('doc2 §4 Download activity, doc4 §6.4: what is coming', () => {
  let household: ActivityHousehold;
  let { admin, ana, kit }: Record<'admin' | 'ana' | 'kit', Session> = {} as never;

  beforeAll(async () => {
    household = await ActivityHousehold.open();
    household.furnish();
    ({ admin, ana, kit } = household);
  });

  beforeEach(() => household.app.clock.advance(15_000));

  afterAll(() => household.close());

  it('administrators see every job once, with names and controls, and what only a client knows', async () => {
    const shown = await household.shown(admin);
    expect(shown).toMatchObject({ scope: 'all', user_scope: 'all', count: 4, complete: true, stale: false });
    expect(titles(shown)).toEqual(['', 'Razor', 'Salt Road', 'Tide Watch']);
    expect(shown.sources).toEqual([
      expect.objectContaining({ name: 'Films', available: true }),
      expect.objectContaining({ name: 'Series', available: true }),
      { instance_id: household.ids.client, name: CANARIES.client, available: true },
    ]);
    expect(shown.jobs.map(({ name }) => name).sort()).toEqual([
      CANARIES.alone,
      CANARIES.item,
      CANARIES.release,
      CANARIES.release,
    ]);
    expect(shown.jobs.flatMap(({ control }) => control ?? [])).toContainEqual({
      instance_id: household.ids.client,
      item_id: HASHES.film,
      service_type: 'qbittorrent',
      client_name: CANARIES.client,
    });
    expect(shown.groups.find(({ id }) => id === 'unmatched')).toMatchObject({ media_type: 'unmatched', progress: 50 });
  });

  it('a season pack is one job with a child for each episode; the client’s figures are the job’s', async () => {
    const { groups, jobs } = await household.shown(ana);
    const pack = groups.find(({ title }) => title === 'Tide Watch');
    expect([pack?.job_ids.length, pack?.children.map(({ season, episode }) => [season, episode])]).toEqual([
      1,
      [
        [1, 1],
        [1, 2],
        [2, 1],
      ],
    ]);
    const film = groups.find(({ title }) => title === 'Salt Road');
    expect([film?.progress, jobs.every(({ id }) => /^[0-9a-f]{32}$/.test(id))]).toEqual([50, true]);
  });

  it('members see their libraries, and no name, path, id or address of a client, an item or a release', async () => {
    const answer = await household.ask(ana);
    expect(answer.body).toMatchObject({ count: 3, complete: true, sources: [{ name: 'Films' }, { name: 'Series' }] });
    const planted = [
      ...Object.values(CANARIES),
      ...Object.values(HASHES),
      'qbit',
      '/downloads',
      'control',
      'unmatched',
    ];
    const low = answer.text.toLowerCase();
    expect(planted.filter((text) => low.includes(text.toLowerCase()))).toEqual([]);
    expect(low).not.toContain(household.ids.client);
  });

  it('security 19: a kids account sees what its limits let it see in a library, and no count of the rest', async () => {
    household.app.radarr.given.queueRow({ downloadId: 'F'.repeat(40), title: CANARIES.release });
    const answer = await household.ask(kit);
    expect(titles(answer.body as ShownActivity)).toEqual(['Salt Road', 'Tide Watch']);
    expect(answer.body).toMatchObject({ count: 2, complete: true });
    expect(answer.text).not.toContain('Razor');
    expect((await household.shown(ana)).count).toBe(4);
  });

  it('the summary has the same count and freshness, and neither groups nor jobs', async () => {
    const { groups: _groups, jobs: _jobs, ...summary } = await household.shown(ana);
    expect((await household.ask(ana, '', 'summary')).body).toEqual(summary);
  });

  it('is kept by nobody on the way, and asked for by its scope', async () => {
    expect((await household.ask(ana)).headers.get('cache-control')).toBe('no-store');
    expect((await household.ask(ana, 'scope=')).status).toBe(200);
    for (const what of ['activity', 'summary'] as const) {
      const { status, body } = await household.ask(ana, 'scope=theirs', what);
      expect([status, body]).toEqual([
        400,
        { error: 'scope must be all or mine', code: 'not_one_of', params: expect.anything() },
      ]);
    }
    expect((await household.ask(ana, 'scope=all&scope=mine')).status).toBe(400);
  });

  it('ids are the same in each snapshot', async () => {
    const idsOf = async () => (await household.shown(admin)).groups.map(({ id, job_ids: jobs }) => [id, jobs]);
    const before = await idsOf();
    await household.app.clock.advance(15_000);
    expect(await idsOf()).toEqual(before);
  });

  describe('one’s own', () => {
    beforeAll(async () => {
      await household.requested(ana, { mediaType: 'movie', key: String(FILM), tmdbId: FILM });
      const series = { mediaType: 'tv', key: '9201', tmdbId: 9201, tvdbId: SERIES } as const;
      await household.requested(ana, { ...series, seasonScope: '2', seasonMap: '2:2' });
    });

    it('is what the account has requested in this library, and of a shared job its own children', async () => {
      household.app.radarr.given.movie({ tmdbId: 103, title: 'Dune Post' });
      const shown = await household.shown(ana, 'scope=mine');
      expect(titles(shown)).toEqual(['Salt Road', 'Tide Watch']);
      expect(shown.groups.flatMap(({ children }) => children.map(({ season }) => season))).toEqual([2]);
      // A download that its manager can't match may be the account's own.
      expect(shown).toMatchObject({ scope: 'mine', count: null, complete: false });
      expect(await household.shown(kit, 'scope=mine')).toMatchObject({ count: 0, complete: true, groups: [] });
    });

    it('administrators are shown all whatever they ask for', async () => {
      expect(await household.shown(admin, 'scope=mine')).toMatchObject({ scope: 'all', count: 5 });
    });

    it('a household that shows members their own does so with the next call', async () => {
      const set = (user_scope: string) => admin.put('/api/admin/downloads/settings', { user_scope });
      expect((await household.shown(ana)).scope).toBe('all');
      await set('mine');
      expect(await household.shown(ana, 'scope=all')).toMatchObject({ scope: 'mine', user_scope: 'mine' });
      expect((await household.shown(admin)).scope).toBe('all');
      await set('all');
      expect((await household.shown(ana)).scope).toBe('all');
    });
  });
});

describe('doc4 §6.4, issue23 §3: one snapshot of all sources', () => {
  let household: ActivityHousehold;
  let { admin, ana, kit }: Record<'admin' | 'ana' | 'kit', Session> = {} as never;
  const QUEUE = 'GET /api/v3/queue';

  beforeAll(async () => {
    household = await ActivityHousehold.open();
    household.furnish();
    ({ admin, ana, kit } = household);
  });

  beforeEach(async () => {
    await household.app.clock.advance(61_000);
    household.app.radarr.forgetCalls();
  });

  afterAll(() => household.close());

  it('is filled once however many ask, and used for fifteen seconds', async () => {
    await Promise.all([admin, ana, kit, ana].map((session) => household.shown(session)));
    await household.app.clock.advance(14_999);
    await household.ask(kit, '', 'summary');
    expect(household.app.radarr.calls(QUEUE)).toHaveLength(1);
    expect(household.app.radarr.calls('GET /api/v3/downloadclient')).toHaveLength(1);
    await household.app.clock.advance(1);
    await household.shown(ana);
    expect(household.app.radarr.calls(QUEUE)).toHaveLength(2);
  });

  it('is dropped by what a manager reports, while it is being filled too', async () => {
    const { app } = household;
    const installed = await admin.post(`/api/instances/${household.ids.films}/webhook`);
    expect(installed.status).toBe(200);
    expect((await household.shown(ana)).count).toBe(3);
    app.radarr.given.queueRow({ tmdbId: FILM, downloadId: '1'.repeat(40) });
    await app.radarr.sendWebhook('Grab', FILM);
    expect((await household.shown(ana)).count).toBe(4);

    await app.clock.advance(15_000);
    let late: Promise<unknown> = Promise.resolve();
    app.sonarr.meanwhile(QUEUE, async () => {
      app.radarr.given.queueRow({ tmdbId: FILM, downloadId: '2'.repeat(40) });
      late = app.radarr.sendWebhook('Grab', FILM);
      await late;
    });
    await household.shown(ana);
    await late;
    expect((await household.shown(ana)).count).toBe(5);
  });

  it('is dropped by what administrators do about a client', async () => {
    const { qbittorrent, ids } = household;
    const LIST = 'GET /api/v2/torrents/info';
    await household.shown(admin);
    qbittorrent.forgetCalls();
    await household.shown(admin);
    expect(qbittorrent.calls(LIST)).toHaveLength(0);
    for (const [action, status, reason] of [
      ['pause', 'paused', 'paused'],
      ['resume', 'downloading', null],
    ] as const) {
      const done = await admin.post(`/api/downloads/${ids.client}/queue/${HASHES.film}/${action}`);
      expect(done.status).toBe(204);
      const { jobs } = await household.shown(admin);
      expect(jobs.find(({ name }) => name === CANARIES.item)).toMatchObject({ status, reason });
    }
  });

  it('issue 43 E32: after an action on a client the queues of the managers are read anew, however young they are', async () => {
    const { app, ids } = household;
    await household.shown(admin);
    expect(app.radarr.calls(QUEUE)).toHaveLength(1);
    for (const action of ['pause', 'resume']) await admin.post(`/api/downloads/${ids.client}/${action}`);
    await household.shown(admin);
    expect(app.radarr.calls(QUEUE)).toHaveLength(2);
  });

  it('is cut again by nobody whose access has changed while it was read: 503', async () => {
    const { app, ids } = household;
    const held = manualPromise();
    app.sonarr.meanwhile(QUEUE, () => held.promise);
    const begun = app.sonarr.nextCall(QUEUE);
    const asked = household.ask(ana);
    await begun;
    const taken = { action: 'remove', user_ids: [ana.userId] };
    await admin.patch(`/api/instances/${ids.films}/assignments`, taken);
    held.resolve();
    expect((await asked).status).toBe(503);
    const { sources } = await household.shown(ana);
    expect(sources.map(({ name }) => name)).toEqual(['Series']);
    await admin.patch(`/api/instances/${ids.films}/assignments`, { ...taken, action: 'add' });
  });

  it('a manager that fails empties no other: its last rows stay, the count is unknown, and only administrators see why', async () => {
    const { app } = household;
    const before = titles(await household.shown(ana));
    await app.clock.advance(15_000);
    app.sonarr.fail(QUEUE, 500, 9);
    const shown = await household.shown(ana);
    expect(shown).toMatchObject({ count: null, complete: false, stale: true });
    expect(titles(shown)).toEqual(before);
    expect(shown.sources).toEqual([
      expect.objectContaining({ name: 'Films', available: true }),
      { instance_id: household.ids.series, name: 'Series', available: false },
    ]);
    const { sources } = await household.shown(admin);
    expect(sources.find(({ name }) => name === 'Series')).toMatchObject({
      message: 'it can not be read',
      sentence: { code: 'download_source_unreadable' },
    });
    await app.clock.advance(5 * 60_000);
    expect(titles(await household.shown(ana))).toEqual(before.filter((title) => title !== 'Tide Watch'));
    app.sonarr.recover();
    await app.clock.advance(61_000);
    expect(await household.shown(ana)).toMatchObject({ complete: true, stale: false });
  });

  it('a client that fails concerns administrators alone: members see what managers say', async () => {
    household.qbittorrent.fail('GET /api/v2/torrents/info', 500, 9);
    expect(await household.shown(admin)).toMatchObject({ count: null, complete: false });
    expect(await household.shown(ana)).toMatchObject({ complete: true, stale: false });
    household.qbittorrent.recover();
  });
});
