import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MoreThanOrEqual } from 'typeorm';
import { Database } from '../../../src/core/database/database.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { RequestRow } from '../../../src/modules/requests/saved/rows.js';
import { Household } from './household.js';
import { refusedWith } from '../../harness/refused-with.js';

const LIST = 'GET /api/v3/movie';
const QUEUE = 'GET /api/v3/queue';

describe('the status of requests', () => {
  let household: Household;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const own = async (): Promise<Record<string, unknown>[]> =>
    (await household.ana.get('/api/requests')).body as Record<string, unknown>[];

  /** Requests of ana that end in every status that is shown, by that status. */
  const everyStatus = async (): Promise<Record<string, { readonly id: number; readonly tmdbId: number }>> => {
    const made: Record<string, { readonly id: number; readonly tmdbId: number }> = {};
    for (const status of ['available', 'downloading', 'requested', 'unavailable']) {
      const tmdbId = household.film();
      made[status] = { id: await household.delivered(household.ana, tmdbId), tmdbId };
    }
    await household.needApproval();
    for (const status of ['denied', 'pending']) {
      const tmdbId = household.film();
      made[status] = { id: await household.requestOf(household.ana, tmdbId), tmdbId };
    }
    const of = (status: string): number => made[status]?.tmdbId ?? NaN;
    household.app.radarr.finishDownload(of('available'));
    household.app.radarr.startDownload(of('downloading'));
    household.app.radarr.advanceDownload(of('downloading'), 0.25);
    household.app.radarr.removeMovie(of('unavailable'));
    await household.deny(made['denied']?.id ?? NaN, { reason: 'no' });
    await household.app.clock.leap(120_000);
    return made;
  };

  /** What is kept of a request that is shown with a status. */
  const saved = (status: string): string => (status === 'pending' || status === 'denied' ? status : 'requested');

  it('doc4 §4.6, §1.6: every status with the live library laid over it, in the list, of the title and of the receipt; nothing of it is stored', async () => {
    const made = await everyStatus();
    const before = await household.rows();
    const shown = await own();
    expect(shown).toHaveLength(6);
    for (const [status, { id, tmdbId }] of Object.entries(made)) {
      const entry = shown.find((one) => one['request_id'] === id);
      expect(entry).toMatchObject({ status, status_known: true });
      expect(entry?.['progress']).toBe({ available: 1, downloading: 0.25 }[status] ?? 0);
      const receipt = await household.receipt(household.ana, id);
      expect(receipt.headers.get('cache-control')).toBe('no-store');
      for (const body of [await household.status(household.ana, tmdbId), receipt.body])
        expect(body).toMatchObject({ status, status_known: true, request_id: id, delivery: [{ request_id: id }] });
    }
    expect(await household.rows()).toEqual(before);

    household.app.radarr.forgetCalls();
    for (const [status, { id }] of Object.entries(made)) {
      const { body } = await household.receipt(household.ana, id, '&include_live=false');
      expect(body).toMatchObject({ status: saved(status), progress: 0, status_known: true, request_id: id });
    }
    expect(household.app.radarr.calls()).toEqual([]);

    household.app.radarr.fail(LIST, 503, Infinity);
    household.app.radarr.fail(QUEUE, 503, Infinity);
    await household.app.clock.leap(120_000);
    const unread = await own();
    for (const [status, { id }] of Object.entries(made))
      expect(unread.find((one) => one['request_id'] === id)).toMatchObject(
        status === 'pending'
          ? { status, status_known: true }
          : { status: saved(status), status_known: false, status_unknown_reason: 'library_unavailable' },
      );
  });

  describe('GET /api/requests', () => {
    it('doc4 §1.1: the caller’s own, newest first, an array without an envelope', async () => {
      const ben = await household.app.invite('ben');
      const first = await household.requestOf(household.ana, household.film());
      await household.requestOf(ben, household.film());
      const second = await household.requestOf(household.ana, household.film());
      expect((await own()).map((entry) => entry['request_id'])).toEqual([second, first]);
      expect((await household.admin.get('/api/requests')).body).toEqual([]);
    });

    it('doc4 §1.3: an entry has what a person wants to know of it', async () => {
      const tmdbId = household.film('Harbor Lights');
      const asked = new Date(household.app.clock.now()).toISOString();
      const id = await household.delivered(household.ana, tmdbId);
      const answer = await household.ana.get('/api/requests');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toEqual([
        {
          request_id: id,
          tmdb_id: tmdbId,
          instance_id: household.library,
          media_type: 'movie',
          title: 'Harbor Lights',
          status: 'requested',
          progress: 0,
          status_known: true,
          requested_at: asked,
          delivery: [
            {
              request_id: id,
              state: 'complete',
              code: 'requested',
              attempts: 1,
              last_attempt_at: asked,
              message: 'The library has accepted it.',
              sentence: { code: 'delivery_state_complete' },
              can_manage: false,
              can_cancel: false,
            },
          ],
        },
      ]);
    });

    it('doc4 Decisions, Freshness: reads each library once, however many requests are listed', async () => {
      const other = await household.addLibrary();
      await household.assign(other.id, 'add', household.ana);
      for (let nth = 0; nth < 2; nth++) {
        await household.requestOf(household.ana, household.film());
        await household.requestOf(household.ana, household.film(), { instance_id: other.id });
      }
      for (let sweep = 0; sweep < 2; sweep++) await household.app.deliver();
      await household.app.clock.leap(120_000);
      for (const radarr of [household.app.radarr, other.radarr]) radarr.forgetCalls();
      expect(await own()).toHaveLength(4);
      for (const radarr of [household.app.radarr, other.radarr]) {
        expect(radarr.calls(LIST)).toHaveLength(1);
        expect(radarr.calls(QUEUE).length).toBeLessThanOrEqual(1);
      }
    });

    it('one dead library does not blind the list to the other', async () => {
      const other = await household.addLibrary();
      await household.assign(other.id, 'add', household.ana);
      const seen = await household.delivered(household.ana, household.film(), { instance_id: other.id });
      const unseen = await household.delivered(household.ana, household.film());
      await household.app.radarr.leave();
      await household.app.clock.leap(120_000);
      expect(await own()).toMatchObject([
        { request_id: unseen, status: 'requested', status_known: false },
        { request_id: seen, status: 'requested', status_known: true },
      ]);
    });

    it('holds at most the newest thousand', async () => {
      const { admin, ana, library } = household;
      const row = {
        userId: ana.userId,
        requesterName: 'ana',
        mediaType: 'movie',
        title: 'x',
        status: 'denied',
      } as const;
      const saved = { ...row, qualityProfileId: 0, instanceId: library, requestedAt: 0, approvedBy: admin.userId };
      const job = { format: '', state: 'cancelled', attempts: 0, message: null } as const;
      await household.app.get(Database).write(async (tx) => {
        // A statement takes so many rows, not all of them.
        for (let tmdbId = 1; tmdbId <= 1_001; tmdbId += 143) {
          const films = Array.from({ length: 143 }, (_, nth) => ({ ...saved, tmdbId: tmdbId + nth }));
          await tx.insert(RequestRow, films);
          const rows = await tx.findBy(RequestRow, { tmdbId: MoreThanOrEqual(tmdbId) });
          const jobs = rows.map(({ id: requestId }) => ({ ...job, requestId }));
          await tx.insert(DispatchRow, jobs);
        }
      });
      const shown = await own();
      expect(shown).toHaveLength(1_000);
      expect(shown[0]).toMatchObject({ tmdb_id: 1_001 });
    });
  });

  describe('GET /api/requests/{tmdb_id}/status', () => {
    const status = (path: string) => household.ana.get(`/api/requests/${path}`);

    it('doc4 §1.5: of a film without a request, by the library', async () => {
      const tmdbId = household.film();
      household.app.radarr.given.movie({ tmdbId, hasFile: true });
      const answer = await status(`${tmdbId}/status`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toEqual({
        status: 'available',
        progress: 1,
        releases: { in_cinemas: '2024-05-10', digital: '2024-07-16' },
        status_known: true,
      });
    });

    it('doc4 §4.5: of a film in a library that can not be read: not known', async () => {
      await household.app.radarr.leave();
      const { body } = await status(`${household.film()}/status`);
      expect(body).toEqual({
        status: 'unavailable',
        progress: 0,
        status_known: false,
        status_unknown_reason: 'library_unavailable',
      });
    });

    it('names no request of another account', async () => {
      const ben = await household.app.invite('ben');
      const tmdbId = household.film();
      await household.delivered(ben, tmdbId);
      const { body } = await status(`${tmdbId}/status`);
      expect(body).toMatchObject({ status: 'requested' });
      expect(body).not.toHaveProperty('request_id');
      expect(body).not.toHaveProperty('delivery');
    });

    it('doc4 §1.5: 400 for an id that is none', async () => {
      for (const id of ['abc', '0', '-5', '1.5', '99999999999999999999']) {
        const answer = await status(`${id}/status`);
        const actual = { id, status: answer.status, body: answer.body };
        expect(actual).toEqual({
          id,
          status: 400,
          body: { error: 'invalid media id', code: 'invalid', params: { name: 'media id' } },
        });
      }
    });

    it('doc4 §1.5: 400 for a query that is none, and a film where no kind of title is named', async () => {
      for (const [query, error] of [
        ['?media_type=book', 'media_type must be movie or tv: a book or an album has a route of its own'],
        ['?media_type=music', 'media_type must be movie or tv: a book or an album has a route of its own'],
        ['?instance_id=a&instance_id=b', 'instance_id was given more than once'],
        ['?instance_id=gone', 'unknown Radarr instance'],
      ]) {
        const answer = await status(`${household.film()}/status${query}`);
        const actual = { query, status: answer.status, body: answer.body };
        expect(actual).toEqual({ query, status: 400, body: refusedWith(error) });
      }
      for (const query of ['?media_type=', '?media_type=movie'])
        expect((await status(`${household.film()}/status${query}`)).status).toBe(200);
    });

    it('doc4 §1.3: every library that the caller may use, when they are asked for and there is more than one', async () => {
      const tmdbId = household.film();
      const id = await household.delivered(household.ana, tmdbId);
      const all = `${tmdbId}/status?include_instance_statuses=true`;
      expect((await status(all)).body).not.toHaveProperty('instance_statuses');
      const other = await household.addLibrary();
      expect((await status(all)).body).not.toHaveProperty('instance_statuses');
      await household.assign(other.id, 'add', household.ana);
      other.radarr.given.movie({ tmdbId, hasFile: true });
      const { body } = await status(`${all}&instance_id=${household.library}`);
      expect(body).toMatchObject({
        status: 'requested',
        request_id: id,
        instance_statuses: {
          [household.library]: { status: 'requested', status_known: true },
          [other.id]: { status: 'available', status_known: true },
        },
      });
      expect((await status(`${tmdbId}/status`)).body).not.toHaveProperty('instance_statuses');
    });

    it('doc4 §1.5: 403 for a library that is not the caller’s, and for a caller without one; it is not asked', async () => {
      const other = await household.addLibrary();
      const tmdbId = household.film();
      other.radarr.forgetCalls();
      expect((await status(`${tmdbId}/status?instance_id=${other.id}`)).status).toBe(403);
      expect(other.radarr.calls()).toEqual([]);
      await household.assign(household.library, 'remove', household.ana);
      expect((await status(`${tmdbId}/status`)).status).toBe(403);
    });
  });

  describe('GET /api/requests/delivery-status', () => {
    it('doc4 §1.6: by identity: the caller’s newest request for the film in that library, else the film', async () => {
      const tmdbId = household.film();
      const form = `/api/requests/delivery-status?media_type=movie&tmdb_id=${tmdbId}`;
      expect((await household.ana.get(form)).body).toEqual({ status: 'unavailable', progress: 0, status_known: true });
      const id = await household.delivered(household.ana, tmdbId);
      expect((await household.ana.get(form)).body).toMatchObject({ status: 'requested', request_id: id });
      expect((await household.ana.get(`${form}&include_live=false`)).body).toMatchObject({ request_id: id });
      expect((await household.admin.get(form)).body).not.toHaveProperty('request_id');
      const other = await household.addLibrary();
      expect((await household.ana.get(`${form}&instance_id=${other.id}`)).status).toBe(403);
      await household.assign(other.id, 'add', household.ana);
      expect((await household.ana.get(`${form}&instance_id=${other.id}`)).body).not.toHaveProperty('request_id');
    });

    it('doc4 §1.6: 403 for another account’s receipt, also for an administrator, and for an unknown one', async () => {
      const ben = await household.app.invite('ben');
      const id = await household.requestOf(household.ana, household.film());
      for (const query of ['', '&include_live=false'])
        for (const answer of [
          await household.receipt(ben, id, query),
          await household.receipt(household.admin, id, query),
          await household.receipt(household.ana, 999_999, query),
        ])
          expect({ status: answer.status, body: answer.body }).toEqual({
            status: 403,
            body: refusedWith('permission denied'),
          });
    });

    it('400 for a query that names no request', async () => {
      for (const [query, error] of [
        ['', 'invalid request id'],
        ['?request_id=', 'invalid request id'],
        ['?request_id=abc', 'invalid request id'],
        ['?request_id=1&request_id=2', 'invalid request id'],
        ['?request_id=1&include_live=maybe', 'include_live must be true or false'],
        ['?media_type=movie', 'tmdb_id required'],
        ['?media_type=music', 'foreign_id, or catalog_provider and catalog_id required'],
        ['?media_type=paper&foreign_id=x', 'media_type must be movie, tv, book or music'],
      ]) {
        const { status, body } = await household.ana.get(`/api/requests/delivery-status${query}`);
        expect({ query, status, body }).toEqual({ query, status: 400, body: refusedWith(error) });
      }
    });
  });
});
