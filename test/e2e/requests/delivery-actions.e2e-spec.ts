import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Household } from './household.js';
import { refusedWith } from '../../harness/refused-with.js';

const FIND = 'GET /api/v3/movie';

/** The states of a delivery in which a person may act on it. */
type DeliveryState = 'approval' | 'queued' | 'processing' | 'retry' | 'attention' | 'complete' | 'cancelled';

describe('POST /api/requests/{id}/delivery', () => {
  let household: Household;
  let tmdbId: number;
  let letGo: () => void;

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
  });

  beforeEach(async () => {
    await household.startOver();
    tmdbId = household.film();
    letGo = () => undefined;
  });

  afterEach(() => letGo());

  afterAll(() => household.close());

  const bring: Record<DeliveryState, () => Promise<number>> = {
    approval: async () => {
      await household.needApproval();
      return household.requestOf(household.ana, tmdbId);
    },
    // One title after the other: the second waits while the first is under way.
    queued: async () => {
      letGo = await household.holdDelivery(() => household.requestOf(household.admin, household.film()));
      return household.requestOf(household.ana, tmdbId);
    },
    processing: async () => {
      letGo = await household.holdDelivery(() => household.requestOf(household.ana, tmdbId));
      return (await household.rows())[0]?.id ?? NaN;
    },
    retry: async () => {
      household.app.radarr.fail(FIND, 503);
      return household.delivered(household.ana, tmdbId);
    },
    attention: async () => {
      household.app.radarr.fail('GET /api/v3/movie/lookup', { body: [] });
      return household.delivered(household.ana, tmdbId);
    },
    complete: () => household.delivered(household.ana, tmdbId),
    cancelled: async () => {
      const id = await bring.approval();
      await household.act(household.ana, id, 'cancel');
      return id;
    },
  };

  describe('doc4 §1.7: retry', () => {
    it('of a delivery that needs attention: attempts begin at zero, and it is delivered at once', async () => {
      const id = await bring.attention();
      const { status, body } = await household.act(household.ana, id, 'retry');
      expect({ status, body }).toMatchObject({ status: 200, body: { status: 'requested', request_id: id } });
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({
        state: 'complete',
        attempts: 1,
        code: 'requested',
        message: null,
      });
      expect(household.app.radarr.movie(tmdbId)).toBeDefined();
    });

    it('answers the status of the request afterwards', async () => {
      const id = await bring.attention();
      letGo = await household.holdDelivery(() => household.act(household.ana, id, 'retry'));
      const { body } = await household.receipt(household.ana, id);
      expect(body).toEqual({
        status: 'requested',
        progress: 0,
        request_id: id,
        status_known: true,
        delivery: [
          {
            request_id: id,
            state: 'processing',
            attempts: 1,
            last_attempt_at: new Date(household.app.clock.now()).toISOString(),
            message: 'Being sent to the library.',
            sentence: { code: 'delivery_state_processing' },
            can_manage: false,
            can_cancel: false,
          },
        ],
      });
    });

    it.each([
      ['processing', 'delivery in progress'],
      ['complete', 'this delivery can not be retried'],
    ] as const)('400 while it is %s, and nothing changes', async (state, error) => {
      const id = await bring[state]();
      const before = await household.job(id);
      const { status, body } = await household.act(household.ana, id, 'retry');
      expect({ status, body }).toEqual({ status: 400, body: refusedWith(error) });
      expect(await household.job(id)).toEqual(before);
    });
  });

  describe('doc4 §1.7: cancel', () => {
    it.each(['approval', 'queued'] as const)(
      'while it is %s: denied as Cancelled, without an approver, and never delivered',
      async (state) => {
        const id = await bring[state]();
        const { status, body } = await household.act(household.ana, id, 'cancel');
        expect({ status, body }).toMatchObject({
          status: 200,
          body: { status: 'denied', request_id: id, delivery: [{ state: 'cancelled', can_manage: false }] },
        });
        expect((await household.admin.get('/api/admin/requests')).body).toEqual([]);
        expect(await household.row(id)).toMatchObject({
          status: 'denied',
          denyReason: 'Cancelled',
          approvedBy: null,
          decidedAt: household.app.clock.now(),
          openKey: null,
        });
        letGo();
        await household.app.clock.leap(120_000);
        await household.app.deliver();
        expect(await household.job(id)).toMatchObject({ state: 'cancelled' });
        expect(household.app.radarr.movie(tmdbId)).toBeUndefined();
      },
    );

    it.each([
      ['processing', 'delivery in progress'],
      ['complete', 'this request can not be cancelled'],
    ] as const)('400 while it is %s, and nothing changes', async (state, error) => {
      const id = await bring[state]();
      const before = [await household.row(id), await household.job(id)];
      const { status, body } = await household.act(household.ana, id, 'cancel');
      expect({ status, body }).toEqual({ status: 400, body: refusedWith(error) });
      expect([await household.row(id), await household.job(id)]).toEqual(before);
    });

    it('of two at once one is refused', async () => {
      const id = await bring.approval();
      const answers = await Promise.all([
        household.act(household.ana, id, 'cancel'),
        household.act(household.ana, id, 'cancel'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    });
  });

  describe('doc4 §1.7: whose', () => {
    it.each(['retry', 'cancel'])('an administrator may %s what another asked for', async (action) => {
      const id = await bring.attention();
      expect((await household.act(household.admin, id, action)).status).toBe(200);
    });

    it('400 for another’s request, as for one that is not there', async () => {
      const ben = await household.app.invite('ben');
      const id = await bring.attention();
      const before = [await household.row(id), await household.job(id)];
      for (const action of ['retry', 'cancel'])
        for (const wrong of [id, 999_999]) {
          const { status, body } = await household.act(ben, wrong, action);
          expect({ status, body }).toEqual({
            status: 400,
            body: { error: 'no request with this id', code: 'request_not_found' },
          });
        }
      expect([await household.row(id), await household.job(id)]).toEqual(before);
    });
  });

  it('doc4 §1.7: confirm is retired: 410, and nothing changes', async () => {
    const id = await bring.attention();
    const before = await household.job(id);
    const { status, body } = await household.act(household.ana, id, 'confirm');
    expect({ status, body }).toEqual({
      status: 410,
      body: {
        code: 'catalog_retired',
        error: expect.any(String),
        message: expect.any(String),
        search_path: '/dashboard/books',
      },
    });
    expect(await household.job(id)).toEqual(before);
  });

  it('400 for a body without an action', async () => {
    const id = await bring.attention();
    const before = await household.job(id);
    for (const given of [{}, { action: null }, { action: 'stop' }, { action: ['retry'] }, []]) {
      const { status } = await household.ana.post(`/api/requests/${id}/delivery`, given);
      expect({ given, status, job: await household.job(id) }).toEqual({ given, status: 400, job: before });
    }
  });

  it('doc4 §0: 400 for an id that is none', async () => {
    for (const id of ['abc', '0', '-1', '1.5', '01']) {
      const { status, body } = await household.ana.post(`/api/requests/${id}/delivery`, { action: 'retry' });
      expect({ id, status, body }).toEqual({ id, status: 400, body: refusedWith('invalid request id') });
    }
  });
});

it('issue 43 B10, security 40: after ten withdrawals within an hour the next request is 429 with the time, of that account alone', async () => {
  const household = await Household.open({ countsWithdrawals: true });
  try {
    const { app, ana, admin } = household;
    await household.needApproval();
    const began = app.clock.now();
    for (let round = 0; round < 10; round += 1) {
      const id = await household.requestOf(ana, household.film());
      await household.act(ana, id, 'cancel');
    }
    const tmdb_id = household.film();
    const ask = { tmdb_id, media_type: 'movie', title: 'Again' };
    const refused = await ana.post('/api/requests', ask);
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 429,
      body: {
        error: 'too many requests were withdrawn, try again later',
        code: 'asked_too_often',
        retry_at: new Date(began + 60 * 60_000).toISOString(),
      },
    });
    expect((await admin.post('/api/requests', ask)).status).toBe(200);
    await app.clock.leap(60 * 60_000);
    expect((await (await app.refresh(ana)).post('/api/requests', ask)).status).toBe(200);
  } finally {
    await household.close();
  }
});
