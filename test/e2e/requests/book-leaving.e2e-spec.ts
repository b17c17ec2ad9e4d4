import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { RequestUpdated } from '../../../src/modules/requests/requests.events.js';
import type { Session } from '../../harness/start-app.js';
import { BookHousehold } from './book-household.js';

describe('leaving the work on a book', () => {
  let household: BookHousehold;
  let ana: Session;
  let ben: Session;
  let id: string;

  beforeAll(async () => {
    household = await BookHousehold.open({ isReusable: true });
  });

  afterAll(() => household.close());

  beforeEach(async () => {
    await household.startOver();
    ana = household.ana;
    ben = await household.app.invite('ben');
    id = household.book();
  });

  it('doc4 §1.7: the sole owner withdraws the request with its jobs, and is refunded', async () => {
    const requestId = await household.idOf(ana, id);
    const { status, body } = await household.cancel(ana, requestId);
    expect([status, body]).toMatchObject([200, { status: 'denied', request_id: requestId }]);
    expect(await household.saved()).toEqual(['ana denied both: ebook cancelled, audiobook cancelled']);
    expect(await household.row(requestId)).toMatchObject({ denyReason: 'Cancelled', approvedBy: null });
    expect(await household.spent(ana)).toBe('0/0');
    expect(await household.idOf(ana, id)).not.toBe(requestId);
  });

  it('doc4 §1.7: shared work passes to the next subscriber, and the leaver keeps a row of their own that says so', async () => {
    const requestId = await household.idOf(ana, id);
    await household.idOf(ben, id);
    const { body } = await household.cancel(ana, requestId);
    expect(body).toMatchObject({ status: 'denied' });
    expect(body).not.toMatchObject({ request_id: requestId });
    expect(await household.saved()).toEqual([
      'ben requested both: ebook queued, audiobook queued',
      'ana denied both: ebook cancelled, audiobook cancelled',
    ]);
    expect([await household.list(ana), await household.list(ben)]).toEqual([['denied both'], ['requested both']]);
    expect([await household.spent(ana), await household.spent(ben)]).toEqual(['0/0', '1/1']);
    expect((await household.receipt(ana, requestId)).status).toBe(403);
  });

  it('doc4 §1.7: one format is given up alone, and its job ends when nobody else wants it', async () => {
    const requestId = await household.idOf(ana, id);
    await household.idOf(ben, id, 'ebook');
    expect((await household.cancel(ana, requestId, 'audiobook')).body).toMatchObject({
      status: 'requested',
      book_formats: { ebook: 'requested' },
    });
    expect(await household.saved()).toEqual(['ana requested ebook: ebook queued, audiobook cancelled']);
    expect(await household.waiting(requestId)).toEqual(['ana ebook', 'ben ebook']);
    expect(await household.spent(ana)).toBe('1/0');
    expect(await household.idOf(ben, id, 'audiobook')).not.toBe(requestId);
  });

  it('doc4 §1.7: who left may come back, pays again, and is shown the newer part first', async () => {
    const requestId = await household.idOf(ana, id, 'ebook');
    await household.idOf(ben, id, 'ebook');
    await household.app.clock.advance(1_000);
    await household.cancel(ben, requestId);
    await household.app.clock.advance(1_000);
    expect(await household.idOf(ben, id, 'ebook')).toBe(requestId);
    expect(await household.spent(ben)).toBe('1/0');
    expect(await household.list(ben)).toEqual(['requested ebook', 'denied ebook']);
    const shown = { request_id: requestId, status: 'requested', book_formats: { ebook: 'requested' } };
    expect((await household.bookStatus(ben, id)).body).toMatchObject(shown);
    const named = `/api/requests/delivery-status?media_type=book&foreign_id=${encodeURIComponent(id)}`;
    expect((await ben.get(`${named}&include_live=false`)).body).toMatchObject(shown);
  });

  it('doc4 §1.7: what was delivered stays: only the open format is given up', async () => {
    const requestId = await household.idOf(ana, id);
    await household.left(requestId, 'ebook', { state: 'complete', code: 'requested', openKey: null });
    await household.cancel(ana, requestId);
    expect(await household.saved()).toEqual(['ana requested ebook: ebook complete, audiobook cancelled']);
    const { status, body } = await household.cancel(ana, requestId);
    expect([status, body]).toEqual([
      400,
      { error: 'this request can not be cancelled', code: 'request_not_cancellable' },
    ]);
  });

  it('doc2 §3: a unit whose delivery has begun is not refunded to who leaves', async () => {
    const requestId = await household.idOf(ana, id, 'ebook');
    await household.app.deliver();
    await household.left(requestId, 'ebook', { state: 'attention', code: 'retry_limit', nextAttemptAt: null });
    expect((await household.cancel(ana, requestId)).status).toBe(200);
    expect(await household.spent(ana)).toBe('1/0');
  });

  it('doc4 §1.7: an administrator cancels for all, and all are refunded', async () => {
    const requestId = await household.idOf(ana, id);
    await household.idOf(ben, id, 'audiobook');
    expect((await household.cancel(household.admin, requestId)).status).toBe(200);
    expect(await household.saved()).toEqual(['ana denied both: ebook cancelled, audiobook cancelled']);
    expect([await household.list(ana), await household.list(ben)]).toEqual([['denied both'], ['denied audiobook']]);
    expect([await household.spent(ana), await household.spent(ben)]).toEqual(['0/0', '0/0']);
  });

  it('doc4 §1.7: an administrator cancels one format for all, the other one goes on, and each learns of their row', async () => {
    const requestId = await household.idOf(ana, id);
    await household.idOf(ben, id, 'audiobook');
    const socket = await household.app.live(ben);
    await household.cancel(household.admin, requestId, 'audiobook');
    const moved = (await household.rows()).at(-1);
    expect((await socket.nextOf('request_updated')).data).toMatchObject({ request_id: moved?.id, foreign_id: id });
    await socket.close();
    expect(await household.saved()).toEqual([
      'ana requested ebook: ebook queued, audiobook cancelled',
      'ben denied audiobook: audiobook cancelled',
    ]);
    expect([await household.spent(ana), await household.spent(ben)]).toEqual(['1/0', '0/0']);
  });

  it('doc4 §1.7: nothing can be cancelled or retried while it is being delivered, the other format can', async () => {
    const requestId = await household.idOf(ana, id);
    const format = 'audiobook';
    const release = await household.holdDelivery();
    for (const [action, only] of [
      ['cancel', format],
      ['cancel', undefined],
      ['retry', format],
    ] as const) {
      const { status, body } = await ana.post(`/api/requests/${requestId}/delivery`, { action, book_format: only });
      expect([status, body]).toEqual([400, { error: 'delivery in progress', code: 'delivery_in_progress' }]);
    }
    expect((await household.cancel(ana, requestId, 'ebook')).status).toBe(200);
    await release();
  });

  it('doc4 §1.7: 400 for a request that somebody else waits for', async () => {
    const requestId = await household.idOf(ana, id);
    expect((await household.cancel(ben, requestId)).status).toBe(400);
    expect(await household.saved()).toEqual(['ana requested both: ebook queued, audiobook queued']);
  });

  it('issue 20 §2: a removed account passes its work on, and what it waits for alone ends', async () => {
    await household.idOf(ana, id);
    await household.idOf(ben, id, 'ebook');
    const joined = household.book();
    await household.idOf(ben, joined, 'ebook');
    await household.idOf(ana, joined, 'ebook');
    expect((await household.admin.delete(`/api/admin/users/${ana.userId}`)).status).toBeLessThan(300);
    expect(await household.saved()).toEqual([
      'ben requested ebook: ebook queued, audiobook cancelled',
      'ben requested ebook: ebook queued',
      'ana denied ebook: ebook cancelled',
      'ana denied both: ebook cancelled, audiobook cancelled',
    ]);
    expect(await household.spent(ben)).toBe('2/0');
  });

  it('doc4 §1.19: who inherits the work of a removed account is told once that is committed, and administrators of what ended', async () => {
    const requestId = await household.idOf(ana, id, 'ebook');
    await household.idOf(ben, id, 'ebook');
    const alone = await household.idOf(ana, household.book(), 'ebook');
    const heard: string[] = [];
    const stop = household.app.get(EventBus).on(RequestUpdated, async (event) => {
      const { requesterName } = await household.row(event.requestId);
      heard.push(`${event.requestId} ${requesterName} ${(await household.job(event.requestId)).state}`);
    });
    onTestFinished(stop);
    const socket = await household.app.live(ben);
    await household.admin.delete(`/api/admin/users/${ana.userId}`);
    expect((await socket.nextOf('request_updated')).data).toMatchObject({
      request_id: requestId,
      book_format: 'ebook',
    });
    await socket.close();
    expect(heard.toSorted()).toEqual([`${requestId} ben queued`, `${alone} ana cancelled`]);
  });

  it('issue 20 §2: a format under way whose last subscriber is removed ends alone, the other format goes on', async () => {
    const requestId = await household.idOf(ana, id);
    await household.idOf(ben, id, 'ebook');
    const release = await household.holdDelivery();
    const { state } = await household.job(requestId);
    expect(state).toBe('processing');
    expect((await household.admin.delete(`/api/admin/users/${ana.userId}`)).status).toBeLessThan(300);
    await release();
    expect((await household.saved())[0]).toBe('ben requested ebook: ebook complete, audiobook cancelled');
    expect(await household.spent(ben)).toBe('1/0');
  });

  it('doc4 decision on deleting: a library can not be removed while shared work waits there', async () => {
    const requestId = await household.idOf(ana, id, 'ebook');
    await household.idOf(ben, id, 'ebook');
    const path = `/api/instances/${household.library}`;
    expect((await household.admin.delete(path)).status).toBe(409);
    await household.cancel(ana, requestId);
    expect((await household.admin.delete(path)).status).toBe(409);
    await household.cancel(ben, requestId);
    expect((await household.admin.delete(path)).status).toBeLessThan(300);
    expect(await household.list(ben)).toEqual(['denied ebook']);
  });

  it('doc4 decision on deleting: a removed library holds no key of work that stopped', async () => {
    const requestId = await household.idOf(ana, id, 'ebook');
    await household.left(requestId, 'ebook', { state: 'attention', code: 'book_configuration', nextAttemptAt: null });
    const held = async () => (await household.job(requestId)).openKey;
    expect(await held()).not.toBeNull();
    expect((await household.admin.delete(`/api/instances/${household.library}`)).status).toBeLessThan(300);
    expect(await held()).toBeNull();
  });
});
