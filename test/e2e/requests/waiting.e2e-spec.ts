import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { foreignWords } from '../../../src/core/errors/sentence.js';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { RequestUpdated } from '../../../src/modules/requests/requests.events.js';
import { Household } from './household.js';

const ADD = 'POST /api/v3/movie';
type Body = Readonly<Record<string, unknown>>;

let household: Household;

beforeAll(async () => {
  household = await Household.open({ isReusable: true });
});

beforeEach(() => household.startOver());

afterAll(() => household.close());

const waiting = async (): Promise<readonly Body[]> =>
  (await household.admin.get('/api/admin/requests/waiting')).body as Body[];

/** Leaves a request's delivery where a test wants it. */
const leave = (requestId: number, job: Partial<DispatchRow>): Promise<unknown> =>
  household.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId }, job));

describe('GET /api/admin/requests/waiting', () => {
  it('doc4 §1.1, §1.3: a request whose delivery waits, with why and since when', async () => {
    const tmdbId = household.film('Harbor Lights');
    const asked = household.app.clock.now();
    household.app.radarr.fail(ADD, 503, Infinity);
    const id = await household.delivered(household.ana, tmdbId);
    const answer = await household.admin.get('/api/admin/requests/waiting');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual([
      {
        ...household.queued(id, tmdbId, 'Harbor Lights', asked),
        wait_reason: 'service_unavailable',
        last_attempt_at: new Date(asked).toISOString(),
        delivery: [expect.objectContaining({ request_id: id, state: 'retry', code: 'service_unavailable' })],
      },
    ]);
  });

  it('doc4 §1.1: what waits for its time, for the library or for a person; not what the worker has or a person decides', async () => {
    const states = ['queued', 'processing', 'retry', 'waiting_library', 'attention', 'complete', 'cancelled'] as const;
    const ids: number[] = [];
    for (const state of states) {
      const id = await household.delivered(household.ana, household.film());
      await leave(id, { state, nextAttemptAt: null, leaseUntil: null });
      ids.push(id);
    }
    await household.needApproval();
    await household.requestOf(household.ana, household.film());
    const shown = await waiting();
    expect(shown.map(({ id }) => id)).toEqual([ids[2], ids[3], ids[4]]);
  });

  it('doc4 §1.3: add_failure_reason is a code that older clients know, and no other', async () => {
    const ids: number[] = [];
    for (const code of ['metadata_unresolved', 'library_unavailable', null] as const) {
      const id = await household.delivered(household.ana, household.film());
      await leave(id, { state: 'attention', code });
      ids.push(id);
    }
    const [unresolved, refused, silent] = await waiting();
    expect(unresolved).toMatchObject({ wait_reason: 'metadata_unresolved', add_failure_reason: 'metadata_unresolved' });
    expect(refused).toMatchObject({ wait_reason: 'library_unavailable' });
    expect(refused).not.toHaveProperty('add_failure_reason');
    expect(silent).not.toHaveProperty('wait_reason');
  });

  it('doc4 §1.3: the queues name libraries of every kind, and have posters of series too', async () => {
    const library = await household.app.connectSonarr(household.admin);
    await household.assign(library, 'add', household.ana);
    const [tmdbId, tvdbId] = [770_501, 880_501];
    household.app.tmdb.given.series({ id: tmdbId, name: 'Relay', tvdb_id: tvdbId, seasons: [{ season_number: 1 }] });
    household.app.sonarr.given.catalog([{ tvdbId, tmdbId, title: 'Relay' }]);
    await household.needApproval();
    const id = await household.requestOf(household.ana, tmdbId, { media_type: 'tv' });
    const pending = (await household.admin.get('/api/admin/requests')).body as Body[];
    expect(pending).toMatchObject([
      {
        id,
        tvdb_id: tvdbId,
        media_type: 'tv',
        instance_name: 'Series',
        poster_path: expect.any(String),
        season_scope: 'all',
        match: { tvdb_id: tvdbId, season_map: { 1: 1 } },
      },
    ]);
    expect(pending[0]).not.toHaveProperty('seasons');
    await household.approve(id);
    await household.app.deliver();
    await leave(id, { state: 'attention', code: 'tv_match_paused' });
    expect(await waiting()).toMatchObject([{ id, instance_name: 'Series', wait_reason: 'tv_match_paused' }]);
  });

  it('is empty when nothing waits', async () => {
    expect(await waiting()).toEqual([]);
  });
});

describe('POST /api/admin/requests/{id}/wait', () => {
  const wait = (id: number) => household.admin.post(`/api/admin/requests/${id}/wait`);

  it('doc4 §1.8: every film and series is refused, as none of them is imported by its manager', async () => {
    household.app.radarr.fail(ADD, 503, Infinity);
    const id = await household.delivered(household.ana, household.film());
    for (const state of ['retry', 'attention', 'complete', 'waiting_library'] as const) {
      await leave(id, { state });
      const before = await household.job(id);
      const { status, body } = await wait(id);
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: 'only a failed import can be put back to waiting', code: 'no_failed_import' },
      });
      expect(await household.job(id)).toEqual(before);
    }
  });

  it.each(['import_failed', 'import_abandoned', 'import_cancelled'] as const)(
    'doc4 §1.8: a stopped import (%s) waits for its library again, and publishes it',
    async (code) => {
      const id = await household.delivered(household.ana, household.film());
      await leave(id, {
        state: 'attention',
        code,
        message: foreignWords('disk full'),
        attempts: 7,
        nextAttemptAt: null,
      });
      const seen: unknown[] = [];
      const stop = household.app.get(EventBus).on(RequestUpdated, async ({ requestId }) => {
        seen.push([requestId, (await household.job(requestId)).state]);
      });
      onTestFinished(stop);
      const { status, body } = await wait(id);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        status: 'requested',
        request_id: id,
        message: 'Waiting for the library again.',
      });
      expect(seen[0]).toEqual([id, 'waiting_library']);
    },
  );

  it('400 for a request that is not there, and for an id that is none', async () => {
    expect(await wait(999_999)).toMatchObject({ status: 400, body: { error: 'no request with this id' } });
    expect(await household.admin.post('/api/admin/requests/x/wait')).toMatchObject({
      status: 400,
      body: { error: 'invalid request id' },
    });
  });
});
