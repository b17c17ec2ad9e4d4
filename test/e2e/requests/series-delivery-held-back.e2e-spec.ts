import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { DeliveryWorkerJob } from '../../../src/modules/requests/delivery/delivery-worker.job.js';
import type { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { DispatchesRepository } from '../../../src/modules/requests/saved/dispatches.repository.js';
import { RequestUpdated } from '../../../src/modules/requests/requests.events.js';
import { seenInSonarr } from '../../harness/seen-in-sonarr.js';
import type { Session } from '../../harness/start-app.js';
import { SeriesHousehold, type Show } from './series-household.js';

const FIND = 'GET /api/v3/series';

describe('doc4 §1.14: requests for a series whose match an administrator changes', () => {
  let household: SeriesHousehold;
  let show: Show;
  let published: number[];

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
    household.app.get(EventBus).on(RequestUpdated, ({ requestId }) => void published.push(requestId));
  });

  beforeEach(async () => {
    await household.startOver();
    show = household.show();
    published = [];
  });

  afterAll(() => household.close());

  /** What was published before is not of interest. */
  const listen = () => (published = []);
  const setMatch = async (fields: object): Promise<void> => {
    const { body } = await household.admin.get(`/api/admin/tv-matches/${show.tmdbId}`);
    const { revision } = (body as { match: { revision: string } }).match;
    const input = { revision, instance_id: household.library, ...fields };
    const answer = await household.admin.put(`/api/admin/tv-matches/${show.tmdbId}`, input);
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const pause = () => setMatch({ mode: 'paused', tvdb_id: show.tvdbId, season_map: {} });
  const unpause = () => setMatch({ mode: 'default' });
  const match = (tvdb_id: number) => setMatch({ mode: 'custom', tvdb_id, season_map: { 1: 1, 2: 2 } });
  const fixtureAt = (id: number, change: Partial<DispatchRow>) =>
    household.app
      .get(Database)
      .write((tx) => household.app.get(DispatchesRepository).change(tx, { requestId: id, format: '' }, change));
  /** A request whose first attempt met a library that was out of reach for a moment. */
  const waiting = async (session: Session = household.ana, { tmdbId } = show): Promise<number> => {
    household.app.sonarr.fail(FIND, 503);
    const id = await household.delivered(session, tmdbId, { seasons: [1] });
    expect(await household.job(id)).toMatchObject({ state: 'retry', attempts: 1 });
    return id;
  };

  it('stop at once, and go on at once when the pause is taken back', async () => {
    const id = await waiting();
    listen();
    await pause();
    expect(await household.job(id)).toMatchObject({
      state: 'attention',
      code: 'tv_match_paused',
      message: { text: 'An administrator has paused the match of this series.' },
      nextAttemptAt: null,
    });
    expect(published).toEqual([id]);
    const added = household.app.sonarr.nextCall('POST /api/v3/series');
    await unpause();
    await added;
    await household.app.get(DeliveryWorkerJob).idle();
    expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested', attempts: 1 });
    expect(seenInSonarr(household.app.sonarr, show.tvdbId)).toMatchObject({ seasons: [1], searches: ['add'] });
  });

  it.each(['queued', 'retry', 'waiting_library'] as const)(
    'stop while they are %s, by the word of what has happened to the match',
    async (state) => {
      const id = await waiting();
      await fixtureAt(id, { state });
      await match(household.show().tvdbId);
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_match_changed' });
      await pause();
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_match_paused' });
    },
  );

  it('stop and continue for all requesters, and those for other series are not affected', async () => {
    const other = household.show();
    const ids = [await waiting(), await waiting(household.admin)];
    const apart = await waiting(household.ana, other);
    listen();
    await pause();
    expect(published.toSorted()).toEqual(ids.toSorted());
    expect(await household.job(apart)).toMatchObject({ state: 'retry', attempts: 1 });
    await household.admin.delete(`/api/admin/tv-matches/${show.tmdbId}`);
    await household.app.deliver();
    for (const id of ids) expect(await household.job(id)).toMatchObject({ state: 'complete' });
    expect(await household.job(apart)).toMatchObject({ state: 'retry', attempts: 1 });
  });

  it('stay where they are when they await approval, or have stopped for another reason', async () => {
    const stopped = await waiting();
    await fixtureAt(stopped, { state: 'attention', code: 'library_unavailable', nextAttemptAt: null });
    await household.needApproval();
    const bea = await household.app.invite('bea');
    const pending = await household.requestOf(bea, show.tmdbId, { seasons: [1] });
    listen();
    await pause();
    await unpause();
    expect(published).toEqual([]);
    expect(await household.job(stopped)).toMatchObject({ state: 'attention', code: 'library_unavailable' });
    expect(await household.job(pending)).toMatchObject({ state: 'approval' });
  });
});
