import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { permissionDenied } from '../../../src/core/errors/app-error.js';
import { DispatchRow, type DispatchState } from '../../../src/modules/requests/jobs/dispatch-row.entity.js';
import { LedgerDecisions, LedgerFeed } from '../../../src/modules/requests/requests.public.js';
import { STANDING } from '../../harness/acting-administrator.js';
import { errorOf } from '../../harness/error-of.js';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import type { Session } from '../../harness/start-app.js';
import { Household } from './household.js';

const FIND = 'GET /api/v3/movie';
const IN_PROGRESS = { status: 409, code: 'delivery_in_progress' };

describe('doc2 §4, compatibility: a request that is forgotten', () => {
  let house: Household;
  let ana: Session;
  let tmdbId: number;
  let ledger: LedgerDecisions;
  let letGo: () => void;

  beforeAll(async () => {
    house = await Household.open();
  });

  beforeEach(async () => {
    await house.startOver();
    ({ ana } = house);
    tmdbId = house.film('Harbor Lights');
    ledger = house.app.get(LedgerDecisions);
    letGo = () => undefined;
    await house.limit(5);
  });

  afterEach(() => letGo());

  afterAll(() => house.close());

  const own = async (session = ana): Promise<readonly unknown[]> =>
    (await session.get('/api/requests')).body as readonly unknown[];
  const listed = async (path: string): Promise<readonly unknown[]> =>
    (await house.admin.get(path)).body as readonly unknown[];
  const inLedger = async (): Promise<readonly number[]> => {
    const changes = await house.app.get(Database).readOne((tx) => house.app.get(LedgerFeed).changesSince(tx, 0, 100));
    return changes.flatMap(({ entry }) => (entry ? [entry.id] : []));
  };
  const historyOf = async (id: number): Promise<unknown> => {
    const { body } = await house.admin.get('/api/admin/requests/history');
    return (body as { requests: { id: number }[] }).requests.find((one) => one.id === id);
  };
  const lookFor = async (): Promise<number> => {
    house.app.radarr.fail(FIND, 503);
    return house.delivered(ana, tmdbId);
  };

  /** The ways to where a delivery may stand when it is forgotten, and what becomes of it. */
  const ways: readonly (readonly [DispatchState, () => Promise<number>, DispatchState, number])[] = [
    ['approval', () => house.needApproval().then(() => house.requestOf(ana, tmdbId)), 'cancelled', 0],
    ['retry', () => lookFor(), 'cancelled', 0],
    [
      'attention',
      () => {
        house.app.radarr.fail('GET /api/v3/movie/lookup', { body: [] });
        return house.delivered(ana, tmdbId);
      },
      'cancelled',
      0,
    ],
    ['complete', () => house.delivered(ana, tmdbId), 'complete', 1],
  ];

  it.each(ways)(
    'while its delivery stands at %s is gone for who asked, kept by the history, and may be asked for again',
    async (state, way, left, used) => {
      const id = await way();
      expect(await house.job(id)).toMatchObject({ state });
      expect(await house.used()).toBe(1);
      expect(await inLedger()).toEqual([id]);

      expect(await ledger.forget(STANDING, id)).toBe(true);
      expect(await house.job(id)).toMatchObject({ state: left });
      expect(await house.row(id)).toMatchObject({ openKey: null, forgottenAt: house.app.clock.now() });
      expect(await house.used()).toBe(used);
      expect(await own()).toEqual([]);
      expect(await inLedger()).toEqual([]);
      expect((await house.receipt(ana, id)).status).toBe(403);
      expect((await house.act(ana, id, 'retry')).body).toEqual({ error: 'no request with this id' });
      expect((await house.act(house.admin, id, 'cancel')).status).toBe(400);
      expect((await house.approve(id)).status).toBe(400);
      expect(await listed('/api/admin/requests')).toEqual([]);
      expect(await listed('/api/admin/requests/waiting')).toEqual([]);
      expect(await house.status(ana, tmdbId)).not.toHaveProperty('request_id');
      expect(await historyOf(id)).toMatchObject({ decision: left === 'cancelled' ? 'cancelled' : 'approved' });

      const again = await house.requestOf(ana, tmdbId);
      expect(again).not.toBe(id);
      expect(await own()).toMatchObject([{ request_id: again }]);
      expect(await inLedger()).toEqual([again]);
      expect(await house.used()).toBe(1);
    },
  );

  it('doc2 §3: gives back what it spent, unless the delivery had begun with the library: the started marker', async () => {
    house.app.radarr.fail('POST /api/v3/movie', 503);
    const begun = await house.delivered(ana, tmdbId);
    expect(await house.job(begun)).toMatchObject({ state: 'retry', deliveryStartedAt: expect.any(Number) });
    await ledger.forget(STANDING, begun);
    expect(await house.job(begun)).toMatchObject({ state: 'cancelled' });
    expect(await house.used()).toBe(1);
  });

  it('is not delivered any more', async () => {
    const id = await lookFor();
    await ledger.forget(STANDING, id);
    await house.app.clock.advance(3_600_000);
    await house.app.deliver();
    expect(house.app.radarr.movie(tmdbId)).toBeUndefined();
    expect(await house.job(id)).toMatchObject({ state: 'cancelled', attempts: 1 });
  });

  it('that was delivered leaves the film in its library, and says nothing of it', async () => {
    const id = await house.delivered(ana, tmdbId);
    await ledger.forget(STANDING, id);
    expect(house.app.radarr.movie(tmdbId)).toBeDefined();
    expect(await house.status(ana, tmdbId)).toMatchObject({ status: 'requested', status_known: true });
  });

  it('is unknown from then on: to forget it again is false, to decide it is 404', async () => {
    const id = await house.delivered(ana, tmdbId);
    expect(await ledger.forget(STANDING, id)).toBe(true);
    for (const unknown of [id, id + 1, 2 ** 40]) {
      expect(await ledger.forget(STANDING, unknown)).toBe(false);
      const admin = { ...STANDING, userId: house.admin.userId };
      expect(await errorOf(ledger.approve(admin, unknown))).toMatchObject({ status: 404, code: 'request_not_found' });
      expect(await errorOf(ledger.decline(admin, unknown))).toMatchObject({ status: 404, code: 'request_not_found' });
    }
  });

  it('security 12: is not forgotten for somebody whose right has ended by the write, nor decided', async () => {
    await house.needApproval();
    const id = await house.requestOf(ana, tmdbId);
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
    expect(await ledger.forget(STANDING, id)).toBe(true);
  });

  it('doc2 §7: is 409 while its delivery is being written, and nothing has changed', async () => {
    letGo = await house.holdDelivery(() => house.requestOf(ana, tmdbId));
    const [before] = await house.rows();
    const id = before?.id ?? NaN;
    expect(await errorOf(ledger.forget(STANDING, id))).toMatchObject(IN_PROGRESS);
    expect(await house.rows()).toEqual([before]);
    expect(await own()).toHaveLength(1);
    letGo();
    await house.app.deliver();
    expect(await house.job(id)).toMatchObject({ state: 'complete', deliveryStartedAt: expect.any(Number) });
    expect(await ledger.forget(STANDING, id)).toBe(true);
    expect(await house.used()).toBe(1);
  });

  it('doc2 §7: is 409 while a worker may still be writing it, whose lease has run out', async () => {
    const id = await lookFor();
    const abandoned = { state: 'processing', leaseToken: 'of another', leaseUntil: 1 } as const;
    await house.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId: id }, abandoned));
    expect(await errorOf(ledger.forget(STANDING, id))).toMatchObject(IN_PROGRESS);
  });

  it('and delivered at the same moment is one or the other: never forgotten and then put into the library', async () => {
    await house.limit(null);
    const films = Array.from({ length: 12 }, () => house.film());
    const held = await house.holdDelivery(() => house.requestOf(house.admin, house.film()));
    const ids = await Promise.all(films.map((film) => house.requestOf(ana, film)));
    held();
    const delivering = house.app.deliver();
    const outcomes = await Promise.all(ids.map((id) => ledger.forget(STANDING, id).catch((fault: unknown) => fault)));
    await delivering;
    await house.app.deliver();
    for (const [place, outcome] of outcomes.entries()) {
      const job = await house.job(ids[place] ?? NaN);
      const isThere = house.app.radarr.movie(films[place] ?? NaN) !== undefined;
      if (outcome === true && job.state === 'cancelled')
        expect([isThere, job.deliveryStartedAt]).toEqual([false, null]);
      else expect([isThere, job.state]).toEqual([true, 'complete']);
      if (outcome !== true) expect(outcome).toMatchObject(IN_PROGRESS);
    }
    expect(outcomes.some((outcome) => outcome === true)).toBe(true);
  });

  it('of a kids account is forgotten whatever its limits say', async () => {
    house.app.tmdb.given.film({ id: tmdbId, title: 'Night Harbor', ...ratedFilm('R') });
    await house.needApproval();
    const id = await house.requestOf(ana, tmdbId);
    await limitContent(house.admin, ana, {});
    expect(await ledger.forget(STANDING, id)).toBe(true);
    expect(await own()).toEqual([]);
    expect(await house.used()).toBe(0);
  });

  describe('with all others for its title', () => {
    it('is forgotten for every account in one write, and other titles stay', async () => {
      const ben = await house.app.invite('ben');
      const [of, other] = [await house.delivered(ana, tmdbId), await house.delivered(ana, house.film())];
      const too = await house.delivered(ben, tmdbId);
      const commits = house.app.get(Database).commits;
      await ledger.forgetTitle(STANDING, 'movie', tmdbId);
      expect(house.app.get(Database).commits).toBe(commits + 1);
      expect(await inLedger()).toEqual([other]);
      expect([await own(), await own(ben)]).toMatchObject([[{ request_id: other }], []]);
      expect([await historyOf(of), await historyOf(too)]).toMatchObject([{ id: of }, { id: too }]);
      await ledger.forgetTitle(STANDING, 'tv', tmdbId);
      await ledger.forgetTitle(STANDING, 'movie', 2 ** 40);
      expect(await inLedger()).toEqual([other]);
    });

    it('doc2 §7: is 409 while one of them is being written, and none is forgotten', async () => {
      const ben = await house.app.invite('ben');
      await house.needApproval();
      await house.requestOf(ben, tmdbId);
      await house.admin.put('/api/admin/request-settings', { require_approval: false });
      letGo = await house.holdDelivery(() => house.requestOf(ana, tmdbId));
      const before = await house.rows();
      expect(await errorOf(ledger.forgetTitle(STANDING, 'movie', tmdbId))).toMatchObject(IN_PROGRESS);
      expect(await house.rows()).toEqual(before);
    });
  });

  describe('by the one who reads the ledger', () => {
    const asAdmin = () => ({ ...STANDING, userId: house.admin.userId });

    it('doc2 §4: approves as the administrator, and the film is delivered', async () => {
      await house.needApproval();
      const id = await house.requestOf(ana, tmdbId);
      await ledger.approve(asAdmin(), id);
      await house.app.deliver();
      expect(await house.row(id)).toMatchObject({ status: 'requested', approvedBy: house.admin.userId });
      expect(house.app.radarr.movie(tmdbId)).toBeDefined();
      expect(await errorOf(ledger.approve(asAdmin(), id))).toMatchObject({ status: 400 });
    });

    it('doc2 §4: declines as the administrator, without a reason, and gives back what it spent', async () => {
      await house.needApproval();
      const id = await house.requestOf(ana, tmdbId);
      expect(await house.used()).toBe(1);
      await ledger.decline(asAdmin(), id);
      expect(await house.row(id)).toMatchObject({ status: 'denied', approvedBy: house.admin.userId, denyReason: '' });
      expect(await house.used()).toBe(0);
      expect(await errorOf(ledger.decline(asAdmin(), id))).toMatchObject({ status: 400 });
    });

    it('doc4 §1.10: can not approve what is outside the limits of a kids account', async () => {
      house.app.tmdb.given.film({ id: tmdbId, title: 'Night Harbor', ...ratedFilm('R') });
      await house.needApproval();
      const id = await house.requestOf(ana, tmdbId);
      await limitContent(house.admin, ana, {});
      expect(await errorOf(ledger.approve(asAdmin(), id))).toMatchObject({ status: 400 });
      expect(await house.row(id)).toMatchObject({ status: 'pending' });
    });
  });
});
