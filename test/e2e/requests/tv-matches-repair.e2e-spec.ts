import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { foreignWords } from '../../../src/core/errors/sentence.js';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { DispatchRow, SeasonSearchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { RequestUpdated } from '../../../src/modules/requests/requests.events.js';
import { RequestRow } from '../../../src/modules/requests/saved/rows.js';
import { TvdbCacheRow } from '../../../src/modules/series-matching/rows.js';
import type { Answer } from '../../harness/http-client.js';
import { SeriesHousehold, type Show } from './series-household.js';
import { refusedWith } from '../../harness/refused-with.js';

describe('requests that a changed match has left behind', () => {
  let household: SeriesHousehold;
  let show: Show;
  let other: Show;

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
  });

  beforeEach(async () => {
    await household.startOver();
    show = household.show({ title: 'Harbor', seasons: { 1: 3, 2: 3, 3: 3 } });
    other = household.show({ title: 'The other', seasons: { 1: 3, 2: 3, 3: 3 } });
  });

  afterAll(() => household.close());

  const path = (): string => `/api/admin/tv-matches/${show.tmdbId}`;
  const revision = async (): Promise<string> =>
    ((await household.admin.get(path())).body as { match: { revision: string } }).match.revision;
  const decide = async (body: object): Promise<Answer> =>
    household.admin.put(path(), { revision: await revision(), ...body });
  const custom = (season_map: object): Promise<Answer> => decide({ mode: 'custom', tvdb_id: other.tvdbId, season_map });
  const repairs = async (): Promise<readonly Record<string, unknown>[]> =>
    ((await household.admin.get(`${path()}/repairs`)).body as { repairs: Record<string, unknown>[] }).repairs;
  const repairBy = (id: number, body: object): Promise<Answer> =>
    household.admin.post(`/api/admin/requests/${id}/repair-tv-match`, body);
  const repair = async (id: number): Promise<Answer> => repairBy(id, { revision: await revision() });

  /** Says of a delivery what only a worker says. */
  const delivering = (requestId: number, fields: Partial<DispatchRow>): Promise<unknown> =>
    household.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId }, fields));

  /** A request for two seasons that waits for approval. */
  async function waiting(): Promise<number> {
    await household.needApproval();
    return household.requestOf(household.ana, show.tmdbId, { seasons: [1, 2] });
  }

  /** A request for two seasons that the library has accepted. */
  const accepted = (): Promise<number> => household.delivered(household.ana, show.tmdbId, { seasons: [1, 2] });

  it('doc4 §1.1: are listed with what they are for, the newest first, as soon as the match is another one', async () => {
    const id = await waiting();
    const made = await revision();
    expect(await repairs()).toEqual([]);
    await custom({ 1: 1, 2: 2 });
    const answer = await household.admin.get(`${path()}/repairs`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        repairs: [
          {
            request_id: id,
            user_id: household.ana.userId,
            username: 'ana',
            title: 'Harbor',
            status: 'pending',
            seasons: [1, 2],
            tvdb_id: show.tvdbId,
            revision: made,
            instance_id: household.library,
            requested_at: new Date(household.app.clock.now()).toISOString(),
            delivery_state: 'approval',
          },
        ],
      },
    ]);
    const own = await household.requestOf(household.admin, show.tmdbId, { seasons: [1] });
    expect((await repairs()).map(({ request_id }) => request_id)).not.toContain(own);
  });

  it('doc4 §1.1: at most 200 are listed, without denied and replaced ones, films and requests for another series', async () => {
    const id = await waiting();
    const row = await household.row(id);
    const copy = (fields: Partial<RequestRow>) => ({ ...row, openKey: null, ...fields });
    await household.app.get(Database).write(async (tx) => {
      const job = await tx.findOneByOrFail(DispatchRow, { requestId: id });
      for (let at = 1; at <= 205; at += 1) {
        await tx.insert(RequestRow, copy({ id: id + at, matchRevision: at === 1 ? null : row.matchRevision }));
        await tx.insert(DispatchRow, { ...job, requestId: id + at });
      }
      for (const [at, fields] of [
        { status: 'denied' as const },
        { status: 'unavailable' as const },
        { mediaType: 'movie' as const },
        { tmdbId: other.tmdbId },
      ].entries()) {
        await tx.insert(RequestRow, copy({ id: id + 300 + at, ...fields }));
        await tx.insert(DispatchRow, { ...job, requestId: id + 300 + at });
      }
    });
    await custom({ 1: 1 });
    const listed = (await repairs()).map(({ request_id }) => request_id);
    expect(listed).toEqual(Array.from({ length: 200 }, (_, at) => id + 205 - at));
  });

  it('doc4 §1.14: a repair gives a waiting request the current match, and it keeps waiting', async () => {
    const id = await waiting();
    await custom({ 1: 3, 2: 1 });
    const answer = await repair(id);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        success: true,
        request_id: id,
        status: 'pending',
        message: 'Matched again.',
        delivery: [{ state: 'approval' }],
      },
    ]);
    expect(await household.row(id)).toMatchObject({
      status: 'pending',
      tvdbId: other.tvdbId,
      seasonMap: '1:3,2:1',
      seasonScope: '1,2',
      matchRevision: await revision(),
      matchProvenance: 'custom',
    });
    expect(await repairs()).toEqual([]);
  });

  it('doc4 §1.14: a repair delivers the seasons that were asked for to the series that is meant', async () => {
    const id = await accepted();
    expect(household.app.sonarr.series(show.tvdbId)).toBeDefined();
    await custom({ 1: 3, 2: 1 });
    expect((await repairs())[0]).toMatchObject({ request_id: id, status: 'requested', delivery_state: 'complete' });
    expect((await repair(id)).status).toBe(200);
    await household.app.deliver();
    const monitored = household.app.sonarr.series(other.tvdbId)?.seasons.filter((season) => season.monitored);
    expect(monitored?.map(({ seasonNumber }) => seasonNumber)).toEqual([1, 3]);
    expect(await household.job(id)).toMatchObject({ state: 'complete' });
  });

  it('doc2 §4 rule 1: a repair is free, and what was spent stays spent', async () => {
    await household.limit(2);
    const id = await accepted();
    expect(await household.used()).toBe(2);
    await custom({ 1: 2, 2: 3 });
    expect((await repair(id)).status).toBe(200);
    await household.app.deliver();
    expect(await household.used()).toBe(2);
  });

  it('doc4 §1.14: a repair restarts the delivery, but keeps the started marker', async () => {
    const id = await waiting();
    await household.approve(id);
    await household.app.deliver();
    await delivering(id, {
      state: 'attention',
      attempts: 7,
      code: 'tv_match_changed',
      message: foreignWords('x'),
      deliveryStartedAt: 5,
      heldEpisodes: '[[1,[1]]]',
    });
    await household.app
      .get(Database)
      .write((tx) =>
        tx.upsert(SeasonSearchRow, { requestId: id, season: 1, searchMark: null, sentAt: 9 }, ['requestId', 'season']),
      );
    await custom({ 1: 3, 2: 1 });
    const updated: number[] = [];
    household.app.get(EventBus).on(RequestUpdated, ({ requestId }) => void updated.push(requestId));
    // The library can't be reached, so that what the repair itself has saved stays to be seen.
    household.app.sonarr.fail('GET /api/v3/series', 'reset', Infinity);
    const answer = await repair(id);
    expect(answer.body).toMatchObject({ status: 'requested' });
    expect(updated).toContain(id);
    await household.app.deliver();
    const restarted = { deliveryStartedAt: 5, attempts: 1, state: 'retry', heldEpisodes: null };
    expect(await household.job(id)).toMatchObject(restarted);
    expect(await household.app.get(Database).read((tx) => tx.countBy(SeasonSearchRow, { requestId: id }))).toBe(0);
  });

  it('doc4 §1.14: by a stale revision nothing is repaired', async () => {
    const id = await waiting();
    const stale = await revision();
    await custom({ 1: 3, 2: 1 });
    const answer = await repairBy(id, { revision: stale });
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'tv_match_changed' }]);
    expect(await household.row(id)).toMatchObject({ tvdbId: show.tvdbId, matchRevision: stale });
  });

  it('doc3 §1.6, security 12: nothing is repaired by an administrator who is demoted while the provider is asked: 403', async () => {
    const id = await waiting();
    const body = { revision: await revision() };
    const before = await household.row(id);
    const invited = await household.app.invite('eve');
    // Nothing is known any more, neither here nor in a cache, so that the provider is asked.
    await household.app.get(Database).write((tx) => tx.delete(TvdbCacheRow, { tmdbId: show.tmdbId }));
    await household.app.clock.leap(86_400_000);
    const [again, eve] = [await household.app.refresh(household.admin), await household.app.refresh(invited)];
    await again.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
    household.app.tmdb.meanwhile('GET /3/tv/:id', () =>
      again.patch(`/api/admin/users/${eve.userId}`, { role: 'user' }),
    );
    const repair = `/api/admin/requests/${id}/repair-tv-match`;
    expect((await eve.post(repair, body)).status).toBe(403);
    expect(await household.row(id)).toEqual(before);
    expect((await again.post(repair, body)).status).toBe(200);
  });

  it('doc4 §1.14: nothing is repaired while the match is paused, or leaves a season out', async () => {
    const id = await waiting();
    await custom({ 1: 3 });
    const unmapped = await repair(id);
    expect([unmapped.status, unmapped.body]).toMatchObject([409, { code: 'tv_seasons_unmapped' }]);
    await decide({ mode: 'paused' });
    const paused = await repair(id);
    expect([paused.status, paused.body]).toMatchObject([409, { code: 'tv_match_paused' }]);
    expect(await household.row(id)).toMatchObject({ tvdbId: show.tvdbId, seasonMap: '1:1,2:2' });
  });

  it('doc4 §1.14: nothing is repaired while its delivery is under way', async () => {
    const id = await accepted();
    await custom({ 1: 3, 2: 1 });
    await delivering(id, { state: 'processing', leaseToken: 'x', leaseUntil: household.app.clock.now() + 60_000 });
    const answer = await repair(id);
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: 'delivery in progress', code: 'delivery_in_progress' },
    ]);
    expect(await household.row(id)).toMatchObject({ tvdbId: show.tvdbId });
  });

  it('doc4 §1.9: an unknown, a cancelled and a film’s request are refused, and a body that isn’t a revision', async () => {
    const id = await waiting();
    const film = 990_500;
    household.app.tmdb.given.film({ id: film, title: 'Film' });
    const films = await household.app.connectRadarr(household.admin);
    await household.assign(films, 'add', household.ana);
    const asked = await household.ask(household.ana, film, { media_type: 'movie' });
    const { request_id: filmId } = asked.body as { request_id: number };
    const none = '0'.repeat(24);
    expect((await repairBy(2_000_000, { revision: none })).body).toEqual({
      error: 'no request with this id',
      code: 'request_not_found',
    });
    expect((await repairBy(filmId, { revision: none })).body).toEqual({
      error: 'this request is not for a series',
      code: 'request_not_for_series',
    });
    expect((await repairBy(id, { revision: none, note: 1 })).status).toBe(400);
    expect((await repairBy(id, { revision: 'latest' })).status).toBe(400);
    await household.act(household.ana, id, 'cancel');
    const cancelled = await repairBy(id, { revision: none });
    expect([cancelled.status, cancelled.body]).toEqual([
      400,
      { error: 'this request has been denied or cancelled', code: 'request_declined' },
    ]);
  });

  it('doc4 §1.9: one that was requested again after its title was deleted can not be repaired', async () => {
    const old = await household.deliveredBefore(household.ana, show, { seasons: [1] });
    const newer = await household.requestOf(household.ana, show.tmdbId, { seasons: [1] });
    expect(await household.row(old)).toMatchObject({ status: 'unavailable' });
    await custom({ 1: 3 });
    expect((await repairs()).map(({ request_id }) => request_id)).toEqual([newer]);
    const before = [await household.row(old), await household.job(old)];
    const answer = await repair(old);
    const error = 'this request was delivered and has been asked for again';
    expect([answer.status, answer.body]).toEqual([400, refusedWith(error)]);
    expect([await household.row(old), await household.job(old)]).toEqual(before);
  });

  it('doc4 §1.14: a row that can’t be read hides no other one, and is not repaired', async () => {
    const id = await waiting();
    await household.app.get(Database).write((tx) => tx.update(RequestRow, { id }, { seasonMap: 'nonsense' }));
    await custom({ 1: 1, 2: 2 });
    const [listed] = await repairs();
    expect(listed).toMatchObject({ request_id: id });
    expect(listed).not.toHaveProperty('seasons');
    expect((await repair(id)).status).toBe(503);
  });

  it('doc4 §1.14: a delivery by yesterday’s match ends in a person’s hands, and a repair takes it out', async () => {
    household.app.sonarr.fail('GET /api/v3/series', 'reset', Infinity);
    const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1, 2] });
    household.app.sonarr.recover();
    await custom({ 1: 3, 2: 1 });
    await household.act(household.ana, id, 'retry');
    await household.app.deliver();
    expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_match_changed' });
    expect(household.app.sonarr.allSeries).toEqual([]);
    expect((await repair(id)).status).toBe(200);
    await household.app.deliver();
    expect(await household.job(id)).toMatchObject({ state: 'complete' });
    expect(household.app.sonarr.series(show.tvdbId)).toBeUndefined();
    expect(household.app.sonarr.series(other.tvdbId)).toBeDefined();
  });
});
