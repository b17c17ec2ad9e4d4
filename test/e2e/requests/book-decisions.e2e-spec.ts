import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeliveryAccessService } from '../../../src/modules/requests/delivery/delivery-access.service.js';
import type { LiveSocket } from '../../harness/live-socket.js';
import type { Session } from '../../harness/start-app.js';
import { BookHousehold } from './book-household.js';

describe('deciding about a shared book', () => {
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
    await household.needApproval();
    ana = household.ana;
    ben = await household.app.invite('ben');
    id = household.book();
  });

  /** Something happens while both listen; the next frame of this type that each of them receives. */
  async function heardBy(type: string, happens: () => Promise<unknown>, ...sessions: readonly Session[]) {
    const sockets: LiveSocket[] = [];
    for (const session of sessions) sockets.push(await household.app.live(session));
    await happens();
    const data: unknown[] = [];
    for (const socket of sockets) data.push((await socket.nextOf(type)).data);
    for (const socket of sockets) await socket.close();
    return data;
  }

  it('doc4 §1.6: who joins a request that waits for approval reads it as saved; the library is not asked', async () => {
    await household.idOf(ana, id);
    household.chaptarr.forgetCalls();
    expect(await household.asked(ben, id, 'ebook')).toMatchObject({ book_formats: { ebook: 'pending' } });
    expect(household.chaptarr.calls()).toEqual([]);
  });

  it('doc4 §1.9: an approval is for everybody, and tells each of them their formats', async () => {
    const requestId = await household.idOf(ana, id);
    await household.idOf(ben, id, 'ebook');
    const heard = await heardBy('request_decision', () => household.approve(requestId), ana, ben);
    const decision = { request_id: requestId, decision: 'approved', media_type: 'book', foreign_id: id };
    expect(heard).toMatchObject([
      { ...decision, book_format: 'both', book_formats: { ebook: 'requested', audiobook: 'requested' } },
      { ...decision, book_format: 'ebook', book_formats: { ebook: 'requested' } },
    ]);
    expect(heard[1]).not.toMatchObject({ book_formats: { audiobook: 'requested' } });
    expect(await household.saved()).toEqual(['ana requested both: ebook queued, audiobook queued']);
    expect([await household.spent(ana), await household.spent(ben)]).toEqual(['1/1', '1/0']);
  });

  it('doc4 §1.9: a denial is for everybody, with its reason, and refunds them all', async () => {
    const requestId = await household.idOf(ana, id);
    await household.idOf(ben, id, 'ebook');
    const heard = await heardBy('request_decision', () => household.deny(requestId, { reason: 'No.' }), ana, ben);
    expect(heard).toMatchObject([
      { decision: 'denied', reason: 'No.' },
      { decision: 'denied', reason: 'No.' },
    ]);
    expect(await household.saved()).toEqual(['ana denied both: ebook cancelled, audiobook cancelled']);
    expect([await household.list(ana), await household.list(ben)]).toEqual([['denied both'], ['denied ebook']]);
    expect([await household.spent(ana), await household.spent(ben)]).toEqual(['0/0', '0/0']);
  });

  it('doc4 §1.19: a refund is told to each account that gets one', async () => {
    const requestId = await household.idOf(ana, id);
    await household.idOf(ben, id, 'ebook');
    const heard = await heardBy('request_quota_changed', () => household.deny(requestId), ana, ben);
    expect(heard).toEqual([{ user_id: ana.userId }, { user_id: ben.userId }]);
  });

  it('doc4 §1.9: the formats can not be changed by a decision', async () => {
    const requestId = await household.idOf(ana, id);
    const { status, body } = await household.approve(requestId, { book_format: 'ebook' });
    expect([status, body]).toEqual([
      400,
      { error: 'book_format can not be changed by a decision', code: 'book_format_fixed' },
    ]);
    expect((await household.approve(requestId, { book_format: 'both' })).status).toBe(200);
  });

  it('doc4 §1.9: formats that somebody has given up in the meantime are not approved', async () => {
    const requestId = await household.idOf(ana, id);
    const access = household.app.get(DeliveryAccessService);
    const meanwhile = vi.spyOn(access, 'requireWithinLimits').mockImplementationOnce(async () => {
      await household.cancel(ana, requestId, 'audiobook');
    });
    const { status, body } = await household.approve(requestId, { book_format: 'both' });
    meanwhile.mockRestore();
    expect([status, body]).toEqual([
      400,
      { error: 'book_format can not be changed by a decision', code: 'book_format_fixed' },
    ]);
    expect(await household.saved()).toEqual(['ana pending ebook: ebook approval, audiobook cancelled']);
  });

  it('issue 20 §2: who needs no approval has it for everybody', async () => {
    const requestId = await household.idOf(ana, id);
    const [heard] = await heardBy('request_decision', () => household.askBook(household.admin, id), ana);
    expect(heard).toMatchObject({ request_id: requestId, decision: 'approved' });
    expect(await household.saved()).toEqual(['ana requested both: ebook queued, audiobook queued']);
    expect(await household.row(requestId)).toMatchObject({ approvedBy: null });
  });

  it('issue 20 §2: who needs no approval and wants one format lets the other one through for nobody', async () => {
    await household.idOf(ana, id);
    expect(await household.asked(household.admin, id, 'ebook')).toMatchObject({ status: 'pending' });
    expect(await household.saved()).toEqual(['ana pending both: ebook approval, audiobook approval']);
  });

  it('issue 20 §2: joining an accepted request needs no approval', async () => {
    await household.idOf(household.admin, id);
    expect(await household.asked(ana, id)).toMatchObject({ status: 'requested' });
    expect(await household.saved()).toHaveLength(1);
  });

  it('doc1 routing rule 6: it is approved while one of them may use the library, and news go to nobody else', async () => {
    const requestId = await household.idOf(ana, id);
    await household.idOf(ben, id, 'ebook');
    await household.assign(household.library, 'remove', ana);
    const socket = await household.app.live(ana);
    await heardBy('request_decision', () => household.approve(requestId), ben);
    await household.assign(household.library, 'add', ana);
    expect((await socket.before('config_changed')).map(({ type }) => type)).not.toContain('request_decision');
    await socket.close();
    const other = await household.idOf(ben, household.book());
    await household.assign(household.library, 'remove', ben);
    expect((await household.approve(other)).status).toBe(403);
  });

  it('doc4 §1.19: each delivery is told with its format to those who wait for it, and to administrators', async () => {
    await household.admin.put('/api/admin/request-settings', { require_approval: false });
    const requestId = await household.idOf(ana, id);
    await household.idOf(ben, id, 'ebook');
    const socket = await household.app.live(ben);
    const [heard] = await heardBy('request_updated', () => household.app.deliver(), household.admin);
    expect(heard).toMatchObject({ request_id: requestId, foreign_id: id, instance_id: household.library });
    await household.askBook(ben, household.book());
    const told = await socket.before('request_quota_changed');
    expect(told.map(({ type, data }) => [type, (data as { book_format?: string }).book_format])).toEqual(
      told.map(() => ['request_updated', 'ebook']),
    );
    expect(told).not.toEqual([]);
    await socket.close();
  });

  it('doc4 §1.8: POST wait puts back exactly the failed imports, which the list names beside other reasons', async () => {
    await household.admin.put('/api/admin/request-settings', { require_approval: false });
    const requestId = await household.idOf(ana, id);
    const stopped = { state: 'attention', nextAttemptAt: null } as const;
    await household.left(requestId, 'ebook', { ...stopped, code: 'import_failed' });
    await household.left(requestId, 'audiobook', { ...stopped, code: 'book_configuration' });
    expect((await household.admin.get('/api/admin/requests/waiting')).body).toMatchObject([
      {
        id: requestId,
        foreign_id: id,
        wait_reason: 'book_configuration',
        add_failure_reason: 'import_failed',
        delivery: [{ format: 'audiobook' }, { format: 'ebook', code: 'import_failed' }],
      },
    ]);
    const wait = () => household.admin.post(`/api/admin/requests/${requestId}/wait`);
    expect((await wait()).status).toBe(200);
    expect(await household.saved()).toEqual(['ana requested both: ebook waiting_library, audiobook attention']);
    expect((await wait()).status).toBe(400);
  });
});
