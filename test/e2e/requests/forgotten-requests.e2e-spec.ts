import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { permissionDenied } from '../../../src/core/errors/app-error.js';
import { DispatchRow, type DispatchState } from '../../../src/modules/requests/saved/job-rows.js';
import { CompatDecisionsService, RequestEntriesRepository } from '../../../src/modules/requests/requests.public.js';
import { HELD_RIGHT } from '../../harness/acting-administrator.js';
import { errorOf } from '../../harness/error-of.js';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import type { Session } from '../../harness/start-app.js';
import { Household } from './household.js';

const FIND = 'GET /api/v3/movie';
const IN_PROGRESS = { status: 409, code: 'delivery_in_progress' };

describe('doc2 §4, compatibility: a request that is forgotten', () => {
  let household: Household;
  let ana: Session;
  let tmdbId: number;
  let ledger: CompatDecisionsService;
  let letGo: () => void;

  beforeAll(async () => {
    household = await Household.open();
  });

  beforeEach(async () => {
    await household.startOver();
    ({ ana } = household);
    tmdbId = household.film('Harbor Lights');
    ledger = household.app.get(CompatDecisionsService);
    letGo = () => undefined;
    await household.limit(5);
  });

  afterEach(() => letGo());

  afterAll(() => household.close());

  const own = async (session = ana): Promise<readonly unknown[]> =>
    (await session.get('/api/requests')).body as readonly unknown[];
  const listed = async (path: string): Promise<readonly unknown[]> =>
    (await household.admin.get(path)).body as readonly unknown[];
  const inLedger = async (): Promise<readonly number[]> => {
    const { app } = household;
    const entries = await app.get(Database).read((tx) => app.get(RequestEntriesRepository).all(tx, 'movie'));
    return entries.map(({ id }) => id);
  };
  const historyOf = async (id: number): Promise<unknown> => {
    const { body } = await household.admin.get('/api/admin/requests/history');
    return (body as { requests: { id: number }[] }).requests.find((one) => one.id === id);
  };
  const lookFor = async (): Promise<number> => {
    household.app.radarr.fail(FIND, 503);
    return household.delivered(ana, tmdbId);
  };

  /** The ways to where a delivery may stand when it is forgotten, and what becomes of it. */
  const ways: readonly (readonly [DispatchState, () => Promise<number>, DispatchState, number])[] = [
    ['approval', () => household.needApproval().then(() => household.requestOf(ana, tmdbId)), 'cancelled', 0],
    ['retry', () => lookFor(), 'cancelled', 0],
    [
      'attention',
      () => {
        household.app.radarr.fail('GET /api/v3/movie/lookup', { body: [] });
        return household.delivered(ana, tmdbId);
      },
      'cancelled',
      0,
    ],
    ['complete', () => household.delivered(ana, tmdbId), 'complete', 1],
  ];

  it.each(ways)(
    'while its delivery is %s is gone for its requester, kept by the history, and may be requested again',
    async (state, way, left, used) => {
      const id = await way();
      expect(await household.job(id)).toMatchObject({ state });
      expect(await household.used()).toBe(1);
      expect(await inLedger()).toEqual([id]);

      expect(await ledger.forget(HELD_RIGHT, id)).toBe(true);
      expect(await household.job(id)).toMatchObject({ state: left });
      expect(await household.row(id)).toMatchObject({ openKey: null, forgottenAt: household.app.clock.now() });
      expect(await household.used()).toBe(used);
      expect(await own()).toEqual([]);
      expect(await inLedger()).toEqual([]);
      expect((await household.receipt(ana, id)).status).toBe(403);
      expect((await household.act(ana, id, 'retry')).body).toEqual({
        error: 'no request with this id',
        code: 'request_not_found',
      });
      expect((await household.act(household.admin, id, 'cancel')).status).toBe(400);
      expect((await household.approve(id)).status).toBe(400);
      expect(await listed('/api/admin/requests')).toEqual([]);
      expect(await listed('/api/admin/requests/waiting')).toEqual([]);
      expect(await household.status(ana, tmdbId)).not.toHaveProperty('request_id');
      expect(await historyOf(id)).toMatchObject({ decision: left === 'cancelled' ? 'cancelled' : 'approved' });

      const again = await household.requestOf(ana, tmdbId);
      expect(again).not.toBe(id);
      expect(await own()).toMatchObject([{ request_id: again }]);
      expect(await inLedger()).toEqual([again]);
      expect(await household.used()).toBe(1);
    },
  );

  it('doc2 §3: gives back what it spent, unless the delivery had begun with the library: the started marker', async () => {
    household.app.radarr.fail('POST /api/v3/movie', 503);
    const begun = await household.delivered(ana, tmdbId);
    expect(await household.job(begun)).toMatchObject({ state: 'retry', deliveryStartedAt: expect.any(Number) });
    await ledger.forget(HELD_RIGHT, begun);
    expect(await household.job(begun)).toMatchObject({ state: 'cancelled' });
    expect(await household.used()).toBe(1);
  });

  it('is no longer delivered', async () => {
    const id = await lookFor();
    await ledger.forget(HELD_RIGHT, id);
    await household.app.clock.leap(3_600_000);
    await household.app.deliver();
    expect(household.app.radarr.movie(tmdbId)).toBeUndefined();
    expect(await household.job(id)).toMatchObject({ state: 'cancelled', attempts: 1 });
  });

  it('that was delivered leaves the film in its library, and says nothing of it', async () => {
    const id = await household.delivered(ana, tmdbId);
    await ledger.forget(HELD_RIGHT, id);
    expect(household.app.radarr.movie(tmdbId)).toBeDefined();
    expect(await household.status(ana, tmdbId)).toMatchObject({ status: 'requested', status_known: true });
  });

  it('is unknown from then on: to forget it again is false, to decide it is 404', async () => {
    const id = await household.delivered(ana, tmdbId);
    expect(await ledger.forget(HELD_RIGHT, id)).toBe(true);
    for (const unknown of [id, id + 1, 2 ** 40]) {
      expect(await ledger.forget(HELD_RIGHT, unknown)).toBe(false);
      const admin = { ...HELD_RIGHT, userId: household.admin.userId };
      expect(await errorOf(ledger.approve(admin, unknown))).toMatchObject({ status: 404, code: 'request_not_found' });
      expect(await errorOf(ledger.decline(admin, unknown))).toMatchObject({ status: 404, code: 'request_not_found' });
    }
  });

  it('security 12: is neither forgotten nor decided for an administrator whose right has ended before the write', async () => {
    await household.needApproval();
    const id = await household.requestOf(ana, tmdbId);
    const former = { userId: ana.userId, confirm: () => Promise.reject(permissionDenied()) };
    const refused = [
      ledger.forget(former, id),
      ledger.forgetTitle(former, 'movie', tmdbId),
      ledger.approve(former, id),
      ledger.decline(former, id),
    ];
    for (const fault of await Promise.all(refused.map(errorOf)))
      expect(fault).toMatchObject({ status: 403, code: 'permission_denied' });
    expect(await own()).toMatchObject([{ request_id: id, status: 'pending' }]);
    expect(await ledger.forget(HELD_RIGHT, id)).toBe(true);
  });

  it('doc2 §7: is 409 while its delivery is being written, and nothing has changed', async () => {
    letGo = await household.holdDelivery(() => household.requestOf(ana, tmdbId));
    const [before] = await household.rows();
    const id = before?.id ?? NaN;
    expect(await errorOf(ledger.forget(HELD_RIGHT, id))).toMatchObject(IN_PROGRESS);
    expect(await household.rows()).toEqual([before]);
    expect(await own()).toHaveLength(1);
    letGo();
    await household.app.deliver();
    expect(await household.job(id)).toMatchObject({ state: 'complete', deliveryStartedAt: expect.any(Number) });
    expect(await ledger.forget(HELD_RIGHT, id)).toBe(true);
    expect(await household.used()).toBe(1);
  });

  it('doc2 §7: is 409 while a worker may still be writing it, whose lease has run out', async () => {
    const id = await lookFor();
    const abandoned = { state: 'processing', leaseToken: 'of another', leaseUntil: 1 } as const;
    await household.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId: id }, abandoned));
    expect(await errorOf(ledger.forget(HELD_RIGHT, id))).toMatchObject(IN_PROGRESS);
  });

  it('and delivered at the same moment is one or the other: never forgotten and then put into the library', async () => {
    await household.limit(null);
    const films = Array.from({ length: 12 }, () => household.film());
    const held = await household.holdDelivery(() => household.requestOf(household.admin, household.film()));
    const ids = await Promise.all(films.map((film) => household.requestOf(ana, film)));
    held();
    const delivering = household.app.deliver();
    const outcomes = await Promise.all(ids.map((id) => ledger.forget(HELD_RIGHT, id).catch((fault: unknown) => fault)));
    await delivering;
    await household.app.deliver();
    for (const [place, outcome] of outcomes.entries()) {
      const job = await household.job(ids[place] ?? NaN);
      const isThere = household.app.radarr.movie(films[place] ?? NaN) !== undefined;
      if (outcome === true && job.state === 'cancelled')
        expect([isThere, job.deliveryStartedAt]).toEqual([false, null]);
      else expect([isThere, job.state]).toEqual([true, 'complete']);
      if (outcome !== true) expect(outcome).toMatchObject(IN_PROGRESS);
    }
    expect(outcomes.some((outcome) => outcome === true)).toBe(true);
  });

  it('of a kids account is forgotten whatever its limits say', async () => {
    household.app.tmdb.given.film({ id: tmdbId, title: 'Night Harbor', ...ratedFilm('R') });
    await household.needApproval();
    const id = await household.requestOf(ana, tmdbId);
    await limitContent(household.admin, ana, {});
    expect(await ledger.forget(HELD_RIGHT, id)).toBe(true);
    expect(await own()).toEqual([]);
    expect(await household.used()).toBe(0);
  });

  describe('with all others for its title', () => {
    it('is forgotten for every account in one write, and other titles stay', async () => {
      const ben = await household.app.invite('ben');
      const [of, other] = [await household.delivered(ana, tmdbId), await household.delivered(ana, household.film())];
      const too = await household.delivered(ben, tmdbId);
      const commits = household.app.get(Database).commits;
      await ledger.forgetTitle(HELD_RIGHT, 'movie', tmdbId);
      expect(household.app.get(Database).commits).toBe(commits + 1);
      expect(await inLedger()).toEqual([other]);
      expect([await own(), await own(ben)]).toMatchObject([[{ request_id: other }], []]);
      expect([await historyOf(of), await historyOf(too)]).toMatchObject([{ id: of }, { id: too }]);
      await ledger.forgetTitle(HELD_RIGHT, 'tv', tmdbId);
      await ledger.forgetTitle(HELD_RIGHT, 'movie', 2 ** 40);
      expect(await inLedger()).toEqual([other]);
    });

    it('doc2 §7: is 409 while one of them is being written, and none is forgotten', async () => {
      const ben = await household.app.invite('ben');
      await household.needApproval();
      await household.requestOf(ben, tmdbId);
      await household.admin.put('/api/admin/request-settings', { require_approval: false });
      letGo = await household.holdDelivery(() => household.requestOf(ana, tmdbId));
      const before = await household.rows();
      expect(await errorOf(ledger.forgetTitle(HELD_RIGHT, 'movie', tmdbId))).toMatchObject(IN_PROGRESS);
      expect(await household.rows()).toEqual(before);
    });
  });

  describe('by another tool', () => {
    const asAdmin = () => ({ ...HELD_RIGHT, userId: household.admin.userId });

    it('doc2 §4: approves as the administrator, and the film is delivered', async () => {
      await household.needApproval();
      const id = await household.requestOf(ana, tmdbId);
      await ledger.approve(asAdmin(), id);
      await household.app.deliver();
      expect(await household.row(id)).toMatchObject({ status: 'requested', approvedBy: household.admin.userId });
      expect(household.app.radarr.movie(tmdbId)).toBeDefined();
      expect(await errorOf(ledger.approve(asAdmin(), id))).toMatchObject({ status: 400 });
    });

    it('doc2 §4: declines as the administrator, without a reason, and gives back what it spent', async () => {
      await household.needApproval();
      const id = await household.requestOf(ana, tmdbId);
      expect(await household.used()).toBe(1);
      await ledger.decline(asAdmin(), id);
      expect(await household.row(id)).toMatchObject({
        status: 'denied',
        approvedBy: household.admin.userId,
        denyReason: '',
      });
      expect(await household.used()).toBe(0);
      expect(await errorOf(ledger.decline(asAdmin(), id))).toMatchObject({ status: 400 });
    });

    it('doc4 §1.10: can not approve what is outside the limits of a kids account', async () => {
      household.app.tmdb.given.film({ id: tmdbId, title: 'Night Harbor', ...ratedFilm('R') });
      await household.needApproval();
      const id = await household.requestOf(ana, tmdbId);
      await limitContent(household.admin, ana, {});
      expect(await errorOf(ledger.approve(asAdmin(), id))).toMatchObject({ status: 400 });
      expect(await household.row(id)).toMatchObject({ status: 'pending' });
    });
  });
});
