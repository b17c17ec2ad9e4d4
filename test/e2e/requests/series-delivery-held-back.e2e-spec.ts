import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { DeliveryWorker } from '../../../src/modules/requests/delivery/delivery-worker.js';
import type { DispatchRow } from '../../../src/modules/requests/jobs/dispatch-row.entity.js';
import { Dispatches } from '../../../src/modules/requests/jobs/dispatches.js';
import { RequestUpdated } from '../../../src/modules/requests/requests.events.js';
import { seenInSonarr } from '../../harness/seen-in-sonarr.js';
import type { Session } from '../../harness/start-app.js';
import { SeriesHousehold, type Show } from './series-household.js';

const FIND = 'GET /api/v3/series';

describe('doc4 §1.14: requests for a series whose match an administrator changes', () => {
  let house: SeriesHousehold;
  let show: Show;
  let told: number[];

  beforeAll(async () => {
    house = await SeriesHousehold.open();
    house.app.get(EventBus).on(RequestUpdated, ({ requestId }) => void told.push(requestId));
  });

  beforeEach(async () => {
    await house.startOver();
    show = house.show();
    told = [];
  });

  afterAll(() => house.close());

  /** What was told before is not of interest. */
  const listen = () => (told = []);
  const setMatch = async (fields: object): Promise<void> => {
    const { body } = await house.admin.get(`/api/admin/tv-matches/${show.tmdbId}`);
    const { revision } = (body as { match: { revision: string } }).match;
    const wish = { revision, instance_id: house.library, ...fields };
    const answer = await house.admin.put(`/api/admin/tv-matches/${show.tmdbId}`, wish);
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const pause = () => setMatch({ mode: 'paused', tvdb_id: show.tvdbId, season_map: {} });
  const unpause = () => setMatch({ mode: 'default' });
  const match = (tvdb_id: number) => setMatch({ mode: 'custom', tvdb_id, season_map: { 1: 1, 2: 2 } });
  const standAt = (id: number, change: Partial<DispatchRow>) =>
    house.app.get(Database).write((tx) => house.app.get(Dispatches).change(tx, id, change));
  /** A request whose first attempt met a library that was out of reach for a moment. */
  const waiting = async (session: Session = house.ana, { tmdbId } = show): Promise<number> => {
    house.app.sonarr.fail(FIND, 503);
    const id = await house.delivered(session, tmdbId, { seasons: [1] });
    expect(await house.job(id)).toMatchObject({ state: 'retry', attempts: 1 });
    return id;
  };

  it('stop at once, and go on at once when the pause is taken back', async () => {
    const id = await waiting();
    listen();
    await pause();
    expect(await house.job(id)).toMatchObject({
      state: 'attention',
      code: 'tv_match_paused',
      message: 'An administrator has paused the match of this series.',
      nextAttemptAt: null,
    });
    expect(told).toEqual([id]);
    const added = house.app.sonarr.nextCall('POST /api/v3/series');
    await unpause();
    await added;
    await house.app.get(DeliveryWorker).idle();
    expect(await house.job(id)).toMatchObject({ state: 'complete', code: 'requested', attempts: 1 });
    expect(seenInSonarr(house.app.sonarr, show.tvdbId)).toMatchObject({ seasons: [1], searches: ['add'] });
  });

  it.each(['queued', 'retry', 'waiting_library'] as const)(
    'stop while they are %s, by the word of what has happened to the match',
    async (state) => {
      const id = await waiting();
      await standAt(id, { state });
      await match(house.show().tvdbId);
      expect(await house.job(id)).toMatchObject({ state: 'attention', code: 'tv_match_changed' });
      await pause();
      expect(await house.job(id)).toMatchObject({ state: 'attention', code: 'tv_match_paused' });
    },
  );

  it('stop and go on, whoever asked, and those for other series do not notice', async () => {
    const other = house.show();
    const ids = [await waiting(), await waiting(house.admin)];
    const apart = await waiting(house.ana, other);
    listen();
    await pause();
    expect(told.toSorted()).toEqual(ids.toSorted());
    expect(await house.job(apart)).toMatchObject({ state: 'retry', attempts: 1 });
    await house.admin.delete(`/api/admin/tv-matches/${show.tmdbId}`);
    await house.app.deliver();
    for (const id of ids) expect(await house.job(id)).toMatchObject({ state: 'complete' });
    expect(await house.job(apart)).toMatchObject({ state: 'retry', attempts: 1 });
  });

  it('stay where they are when they await approval, or have stopped for another reason', async () => {
    const stopped = await waiting();
    await standAt(stopped, { state: 'attention', code: 'library_unavailable', nextAttemptAt: null });
    await house.needApproval();
    const bea = await house.app.invite('bea');
    const pending = await house.requestOf(bea, show.tmdbId, { seasons: [1] });
    listen();
    await pause();
    await unpause();
    expect(told).toEqual([]);
    expect(await house.job(stopped)).toMatchObject({ state: 'attention', code: 'library_unavailable' });
    expect(await house.job(pending)).toMatchObject({ state: 'approval' });
  });
});
