import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { RequestRow } from '../../../src/modules/requests/saved/rows.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { FILMS, SERIES, ToolHousehold, type ListedRequest } from './tool-household.js';

// One household for all: nothing below changes it, but for the last.
describe('lists of requests and their figures, as tools read them', () => {
  let household: ToolHousehold;
  /** Requests by where they stand, in the order in which they were made. */
  const ids: Record<string, number> = {};

  const idsOf = (...names: readonly string[]): readonly (number | undefined)[] => names.map((name) => ids[name]);
  const listed = async (query: string): Promise<readonly number[]> => (await household.list(query)).ids;

  beforeAll(async () => {
    household = await ToolHousehold.open({ isReusable: true });
    const { clock } = household.app;
    const made = async (name: string, id: Promise<number>): Promise<void> => {
      ids[name] = await id;
      await household.app.deliver();
      await clock.advance(1_000);
    };
    await made('completed', household.askFilm(household.heldFilm({ hasFile: true })));
    await made('processing', household.askFilm(household.film()));
    await made('deleted', household.askFilm(household.film()));
    const partial = household.show({ seasons: { 1: 2, 2: 2 } });
    await made('partial', household.askSeries(partial, { seasons: [1, 2] }));
    household.app.sonarr.importFiles(partial.tvdbId, 1, 'aired');
    const failed = household.show();
    await made('failed', household.askSeries(failed));
    household.app.sonarr.removeSeries(failed.tvdbId);
    await household.leave(Number(ids['failed']), { state: 'attention', code: 'retry_limit', nextAttemptAt: null });
    await household.approval(true);
    await made('denied', household.askFilm(household.film()));
    await made('pending', household.askFilm(household.film()));
    await made('pendingSeries', household.askSeries(household.show()));
    await household.approval(false);
    await made('byAdmin', household.askFilm(household.heldFilm({ monitored: true }), household.admin));
    await household.admin.post(`/api/admin/requests/${ids['denied']}/deny`, {});
    const { tmdbId } = (await household.readRequest(Number(ids['deleted']))).media;
    household.app.radarr.removeMovie(Number(tmdbId));
    household.forgetSnapshots();
  });

  afterAll(() => household.close());

  const ALL = [
    'byAdmin',
    'pendingSeries',
    'pending',
    'denied',
    'failed',
    'partial',
    'deleted',
    'processing',
    'completed',
  ];

  it('doc2 §4 Compat: all, the newest first, with the page’s number and size', async () => {
    expect(await household.list('')).toEqual({
      ids: idsOf(...ALL),
      pageInfo: { page: 1, pages: 1, pageSize: 10, results: 9 },
    });
  });

  it.each([
    ['all', ALL],
    ['pending', ['pendingSeries', 'pending']],
    ['approved', ['byAdmin', 'partial', 'deleted', 'processing']],
    ['available', ['completed']],
    ['processing', ['byAdmin', 'processing']],
    ['unavailable', ['byAdmin', 'pendingSeries', 'pending', 'partial', 'deleted', 'processing']],
    ['failed', ['failed']],
    ['deleted', ['deleted']],
    ['completed', ['completed']],
  ])('doc2 §4 Compat: filter %s', async (filter, names) => {
    expect(await listed(`?filter=${filter}`)).toEqual(idsOf(...names));
  });

  it('doc2 §4 Compat: by kind, by account and by both, with a filter too', async () => {
    expect(await listed('?mediaType=tv')).toEqual(idsOf('pendingSeries', 'failed', 'partial'));
    expect(await listed('?mediaType=all&take=2')).toEqual(idsOf('byAdmin', 'pendingSeries'));
    expect(await listed(`?requestedBy=${household.admin.userId}`)).toEqual(idsOf('byAdmin'));
    expect(await listed(`?requestedBy=${household.ana.userId}&mediaType=movie&filter=approved`)).toEqual(
      idsOf('deleted', 'processing'),
    );
    expect(await listed('?requestedBy=4711')).toEqual([]);
  });

  it('doc2 §4 Compat rules: sort=modified and sortDirection=asc are honored', async () => {
    expect(await listed('?sortDirection=asc')).toEqual(idsOf(...[...ALL].reverse()));
    // What was decided after it was asked for has changed last.
    expect((await listed('?sort=modified'))[0]).toBe(ids['denied']);
    const ascending = await listed('?sort=modified&sortDirection=asc');
    expect(ascending).toEqual([...(await listed('?sort=modified&sortDirection=desc'))].reverse());
  });

  it('doc2 §4 Compat: pages follow each other and end', async () => {
    const pages = await Promise.all([0, 4, 8, 12].map((skip) => household.list(`?take=4&skip=${skip}`)));
    expect(pages.flatMap((page) => page.ids)).toEqual(idsOf(...ALL));
    expect(pages.map(({ pageInfo }) => pageInfo)).toEqual(
      [1, 2, 3, 4].map((page) => ({ page, pages: 3, pageSize: 4, results: 9 })),
    );
  });

  it.each([
    'take=ten',
    'skip=1.5',
    'filter=everything',
    'mediaType=book',
    'sort=id',
    'sortDirection=up',
    'requestedBy=me',
  ])('security 2: %s is 400 {message}', async (query) => {
    const [name] = query.split('=');
    expect(statusAndBody(await household.tool.get(`/api/v1/request?${query}`))).toEqual([
      400,
      { message: `invalid ${name}` },
    ]);
  });

  it('doc2 §2: the figures are live', async () => {
    expect(statusAndBody(await household.tool.get('/api/v1/request/count'))).toEqual([
      200,
      { total: 9, movie: 6, tv: 3, pending: 2, approved: 4, declined: 1, processing: 2, available: 1, completed: 1 },
    ]);
  });

  it('doc2 §4 Compat rules: each library is read once per call, and not again for 120 seconds', async () => {
    household.forgetSnapshots();
    household.app.radarr.forgetCalls();
    household.app.sonarr.forgetCalls();
    await listed('');
    await household.tool.get('/api/v1/request/count');
    await listed('?filter=completed&take=100');
    const readings = () => [household.app.radarr.calls(FILMS).length, household.app.sonarr.calls(SERIES).length];
    expect(readings()).toEqual([1, 1]);
    await household.app.clock.leap(119_999);
    await listed('');
    expect(readings()).toEqual([1, 1]);
    await household.app.clock.leap(1);
    await listed('');
    expect(readings()).toEqual([2, 2]);
  });

  it('doc2 §4 Compat rules: availability sync drops the digests of films and of series, and changes nothing else', async () => {
    const readings = () => [household.app.radarr.calls(FILMS).length, household.app.sonarr.calls(SERIES).length];
    const before = await listed('?take=100');
    const requests = () => household.app.get(Database).read((tx) => tx.find(RequestRow, { order: { id: 'ASC' } }));
    const [saved, read] = [await requests(), readings()];
    expect((await household.tool.post('/api/v1/settings/jobs/availability-sync/run')).status).toBe(200);
    expect(readings()).toEqual(read);
    expect(await listed('?take=100')).toEqual(before);
    expect(readings()).toEqual(read.map((times) => times + 1));
    expect(await requests()).toEqual(saved);
    expect(
      [...household.app.radarr.calls(), ...household.app.sonarr.calls()].filter(({ method }) => method !== 'GET'),
    ).toEqual([]);
  });

  // The last one: it adds to the household.
  it('books and music stay out: of lists, figures, single requests and what may be forgotten', async () => {
    const figures = async () => [
      (await household.list('?take=100')).pageInfo,
      (await household.tool.get('/api/v1/request/count')).body,
      ((await household.tool.get('/api/v1/settings/about')).body as { totalRequests: number }).totalRequests,
    ];
    const before = await figures();
    const id = await household.app.get(Database).write(async (tx) => {
      const { identifiers } = await tx.insert(RequestRow, {
        ...{ userId: household.ana.userId, requesterName: 'ana', mediaType: 'book' as 'movie', tmdbId: 4711 },
        ...{ title: 'A book', status: 'requested', qualityProfileId: 0, requestedAt: household.app.clock.now() },
      });
      const { id: requestId } = identifiers[0] as { id: number };
      await tx.insert(DispatchRow, { requestId, format: '', state: 'complete', attempts: 0, message: null });
      return requestId;
    });
    const { results } = (await household.tool.get('/api/v1/request?take=100')).body as {
      results: readonly ListedRequest[];
    };
    expect(new Set(results.map(({ type }) => type))).toEqual(new Set(['movie', 'tv']));
    expect(await figures()).toEqual(before);
    const unknown = [404, { message: 'Request not found' }];
    expect(statusAndBody(await household.tool.get(`/api/v1/request/${id}`))).toEqual(unknown);
    expect(statusAndBody(await household.tool.delete(`/api/v1/request/${id}`))).toEqual(unknown);
    for (const verb of ['approve', 'decline'])
      expect(statusAndBody(await household.tool.post(`/api/v1/request/${id}/${verb}`))).toEqual(unknown);
    for (const mediaId of [4711 * 2, 4711 * 2 + 1])
      expect((await household.tool.delete(`/api/v1/media/${mediaId}`)).status).toBe(204);
    const kept = await household.app.get(Database).read((tx) => tx.findOneBy(RequestRow, { id }));
    expect(kept).toMatchObject({ id, forgottenAt: null });
  });
});
