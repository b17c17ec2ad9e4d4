import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { DeliveryWorkerJob } from '../../../src/modules/requests/delivery/delivery-worker.job.js';
import { LibraryLeaseRow } from '../../../src/modules/requests/saved/job-rows.js';
import { refuseDeletes } from '../../harness/refused-deletes.js';
import { refuseUpdates } from '../../harness/refused-updates.js';
import type { App } from '../../harness/start-app.js';
import { Household } from './household.js';
import { SeriesHousehold } from './series-household.js';

const ADD = 'POST /api/v3/movie';
const COMMAND = 'POST /api/v3/command';
const SWEEP_MS = 10_000;

const statement =
  (app: App) =>
  (sql: string): Promise<unknown> =>
    app.get(Database).write((tx) => tx.query(sql));

const leases = (app: App) => app.get(Database).read((tx) => tx.find(LibraryLeaseRow));

/** The next sweep, after the time until it. */
async function sweep(app: App): Promise<void> {
  await app.clock.advance(SWEEP_MS);
  await app.deliver();
}

describe('doc4 §1.17: a delivery whose record the storage refused', () => {
  let household: Household;
  let tmdbId: number;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(async () => {
    await household.startOver();
    tmdbId = household.film();
  });

  afterAll(() => household.close());

  it('is recorded by the first sweep after the storage takes it, and the library is changed once', async () => {
    const allow = await refuseUpdates(statement(household.app), 'request_dispatch', 'code');
    const id = await household.delivered(household.ana, tmdbId);
    await sweep(household.app);
    expect(await household.job(id)).toMatchObject({ state: 'processing', attempts: 1 });
    await allow();
    await sweep(household.app);
    expect(await household.job(id)).toMatchObject({
      state: 'complete',
      code: 'requested',
      attempts: 1,
      leaseToken: null,
    });
    expect(household.app.radarr.calls(ADD)).toHaveLength(1);
    expect(household.app.radarr.searches).toHaveLength(1);
  });

  it('is recorded unchanged, however long the storage refused it: its lease expired and was not taken', async () => {
    const allow = await refuseUpdates(statement(household.app), 'request_dispatch', 'code');
    const id = await household.delivered(household.ana, tmdbId);
    await household.app.clock.leap(6 * 60_000);
    await allow();
    await household.app.deliver();
    expect(await household.job(id)).toMatchObject({ state: 'complete', attempts: 1 });
  });

  it('does not block its library: a lease that could not be released is released by the first sweep', async () => {
    const [allowRecord, allowRelease] = [
      await refuseUpdates(statement(household.app), 'request_dispatch', 'code'),
      await refuseDeletes(statement(household.app), 'request_dispatch_locks'),
    ];
    await household.delivered(household.ana, tmdbId);
    expect(await leases(household.app)).toHaveLength(1);
    await allowRecord();
    await allowRelease();
    const next = await household.requestOf(household.ana, household.film());
    await sweep(household.app);
    expect(await household.job(next)).toMatchObject({ state: 'complete', attempts: 1 });
    expect(await leases(household.app)).toEqual([]);
  });

  it('starts again at once when it was interrupted before its first change', async () => {
    const allow = await refuseUpdates(statement(household.app), 'request_dispatch', 'delivery_started_at');
    const allowRelease = await refuseDeletes(statement(household.app), 'request_dispatch_locks');
    const id = await household.delivered(household.ana, tmdbId);
    expect(household.app.radarr.calls(ADD)).toEqual([]);
    await allow();
    await allowRelease();
    await sweep(household.app);
    expect(await household.job(id)).toMatchObject({ state: 'complete', attempts: 2 });
    expect(household.app.radarr.calls(ADD)).toHaveLength(1);
  });

  it('waits longer from time to time where the storage fails again and again', async () => {
    const allow = await refuseUpdates(statement(household.app), 'request_dispatch', 'delivery_started_at');
    const id = await household.delivered(household.ana, tmdbId);
    const waits: number[] = [];
    for (let attempts = 2; attempts <= 4; attempts += 1) {
      const since = household.app.clock.now();
      while ((await household.job(id)).attempts < attempts) await sweep(household.app);
      waits.push(household.app.clock.now() - since);
    }
    expect(waits).toEqual([SWEEP_MS, 60_000, 120_000]);
    await allow();
  });
});

describe('doc4 §1.17: a delivery whose record the storage refused, in a server that stops', () => {
  it('is written down when the worker stops, where it can be by then', async () => {
    const household = await Household.open();
    try {
      const allow = await refuseUpdates(statement(household.app), 'request_dispatch', 'code');
      const id = await household.delivered(household.ana, household.film());
      await allow();
      await household.app.get(DeliveryWorkerJob).onModuleDestroy();
      expect(await household.job(id)).toMatchObject({ state: 'complete', attempts: 1 });
    } finally {
      await household.close();
    }
  });
});

describe('doc4 §1.17: a search whose record the storage refused', () => {
  it('is never sent again, although the manager was slow to begin', async () => {
    const household = await SeriesHousehold.open({ isReusable: true });
    try {
      const show = household.show({ seasons: { 1: 2, 2: 2 } });
      household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [] });
      household.app.sonarr.route(COMMAND, () => ({ status: 201, body: COMMAND_TAKEN }));
      const allow = await refuseUpdates(statement(household.app), 'request_season_searches', 'sent_at');
      const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1, 2] });
      await allow();
      await sweep(household.app);
      expect(await household.job(id)).toMatchObject({ state: 'complete', attempts: 2 });
      const sent = household.app.sonarr
        .calls(COMMAND)
        .map(({ body }) => (body as { seasonNumber: number }).seasonNumber);
      expect(sent).toEqual([1, 2]);
    } finally {
      await household.close();
    }
  });
});

const COMMAND_TAKEN = { id: 1, name: 'SeasonSearch', status: 'queued', queued: '2026-01-01T00:00:00Z' };
