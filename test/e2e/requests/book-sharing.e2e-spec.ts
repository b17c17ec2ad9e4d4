import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BookHousehold } from './book-household.js';

describe('sharing the work on a book', () => {
  let household: BookHousehold;

  beforeAll(async () => {
    household = await BookHousehold.open({ isReusable: true });
  });

  afterAll(() => household.close());

  beforeEach(() => household.startOver());

  it('doc4 §1.12 book: the second asker joins the open request, pays for it, and each sees their own formats', async () => {
    const { ana } = household;
    const [ben] = await household.members('ben');
    if (!ben) throw new Error('nobody came');
    const id = household.book();
    const requestId = await household.idOf(ana, id, 'both');
    expect(await household.asked(ben, id, 'ebook')).toMatchObject({
      request_id: requestId,
      book_formats: { ebook: 'requested' },
      delivery: [{ format: 'ebook' }],
    });
    expect(await household.saved()).toEqual(['ana requested both: ebook queued, audiobook queued']);
    expect(await household.waiting(requestId)).toEqual(['ana both', 'ben ebook']);
    expect([await household.spent(ana), await household.spent(ben)]).toEqual(['1/1', '1/0']);
    expect([await household.list(ana), await household.list(ben)]).toEqual([['requested both'], ['requested ebook']]);
    expect((await household.receipt(ben, requestId)).body).toMatchObject({ delivery: [{ format: 'ebook' }] });
  });

  it('doc4 §1.12 book: only the format that no open request covers gets a new one', async () => {
    const { ana } = household;
    const [ben] = await household.members('ben');
    if (!ben) throw new Error('nobody came');
    const id = household.book();
    const first = await household.idOf(ana, id, 'ebook');
    const answer = await household.asked(ben, id, 'both');
    expect(answer).toMatchObject({ book_formats: { ebook: 'requested', audiobook: 'requested' } });
    expect(answer.delivery?.map(({ request_id, format }) => [request_id === first, format])).toEqual([
      [false, 'audiobook'],
      [true, 'ebook'],
    ]);
    expect(await household.saved()).toEqual([
      'ana requested ebook: ebook queued',
      'ben requested audiobook: audiobook queued',
    ]);
    expect(await household.list(ben)).toEqual(['requested audiobook', 'requested ebook']);
    expect([await household.spent(ana), await household.spent(ben)]).toEqual(['1/0', '1/1']);
  });

  it('doc2 §4 rule 1: asking again for what one waits for costs nothing and answers with the receipt', async () => {
    const { ana } = household;
    const id = household.book();
    const first = await household.idOf(ana, id, 'both');
    expect(await household.asked(ana, id, 'both')).toMatchObject({ request_id: first, message: 'Already requested.' });
    expect(await household.asked(ana, id, 'ebook')).toMatchObject({ request_id: first });
    expect(await household.saved()).toHaveLength(1);
    expect(await household.spent(ana)).toBe('1/1');
  });

  it('issue 20 §2: a format that was delivered is not asked for again, unless the library affirms that it is gone', async () => {
    const { ana, app, chaptarr } = household;
    const id = household.book();
    const first = await household.idOf(ana, id, 'ebook');
    await app.deliver();
    expect(await household.saved()).toEqual(['ana requested ebook: ebook complete']);
    expect(await household.asked(ana, id, 'ebook')).toMatchObject({ request_id: first });
    const record = chaptarr.book(id, 'ebook');
    if (!record) throw new Error('nothing was delivered');
    chaptarr.removeBook(record.id);
    await app.clock.leap(16_000);
    expect(await household.idOf(ana, id, 'ebook')).not.toBe(first);
  });

  it('doc4 decision "Owned already": what was delivered is judged within a quarter of a second, else it is a repeat', async () => {
    const { ana, app, chaptarr } = household;
    const id = household.book();
    await household.idOf(ana, id, 'ebook');
    await app.deliver();
    await app.clock.leap(16_000);
    chaptarr.fail('GET /api/v1/book', 'timeout', Infinity);
    const asked = household.asked(ana, id, 'both');
    await app.clock.waitedFor(250);
    await app.clock.advance(250);
    expect(await asked).toMatchObject({ book_formats: { ebook: 'requested', audiobook: 'requested' } });
    expect(await household.saved()).toEqual([
      'ana requested ebook: ebook complete',
      'ana requested audiobook: audiobook queued',
    ]);
  });

  it('issue 20 §2: after a delivery another account gets a request of its own, which ends as a no-op and is refunded', async () => {
    const { ana, app } = household;
    const [ben] = await household.members('ben');
    if (!ben) throw new Error('nobody came');
    const id = household.book();
    const first = await household.idOf(ana, id, 'ebook');
    await app.deliver();
    expect(await household.idOf(ben, id, 'ebook')).not.toBe(first);
    expect(await household.spent(ben)).toBe('1/0');
    await app.deliver();
    expect(await household.saved()).toEqual([
      'ana requested ebook: ebook complete',
      'ben requested ebook: ebook complete',
    ]);
    expect([await household.spent(ana), await household.spent(ben)]).toEqual(['1/0', '0/0']);
  });

  it('doc2 §4 rule 1: a format that was there already is refunded to everybody who waited for it, and no other one', async () => {
    const { ana, app, chaptarr } = household;
    const [ben] = await household.members('ben');
    if (!ben) throw new Error('nobody came');
    const id = household.book();
    chaptarr.given.book({ foreignBookId: id, format: 'ebook', monitored: true, hasFile: true });
    await household.idOf(ana, id, 'both');
    await household.idOf(ben, id, 'both');
    await app.deliver();
    expect([await household.spent(ana), await household.spent(ben)]).toEqual(['0/1', '0/1']);
  });

  it('doc4 §1.3: administrators see one row, how many wait for it, and in the history who wants what', async () => {
    const { ana, admin } = household;
    const [ben] = await household.members('ben');
    if (!ben) throw new Error('nobody came');
    await household.needApproval();
    const id = household.book();
    await household.idOf(ana, id, 'both');
    await household.idOf(ben, id, 'audiobook');
    expect((await admin.get('/api/admin/requests')).body).toMatchObject([
      { username: 'ana', book_format: 'both', foreign_id: id, requester_count: 2 },
    ]);
    const requesters = [
      { username: 'ana', book_format: 'both' },
      { username: 'ben', book_format: 'audiobook' },
    ];
    for (const query of ['', `?user_id=${ben.userId}`, '?q=ben'])
      expect((await admin.get(`/api/admin/requests/history${query}`)).body).toMatchObject({
        requests: [{ foreign_id: id, book_format: 'both', requesters }],
        requesters: [{ username: 'ana' }, { username: 'ben' }],
      });
  });

  it('doc4 §1.6: a receipt of a request that one does not wait for is 403', async () => {
    const [ben] = await household.members('ben');
    if (!ben) throw new Error('nobody came');
    const requestId = await household.idOf(household.ana, household.book());
    expect((await household.receipt(ben, requestId)).status).toBe(403);
    expect((await household.receipt(household.admin, requestId)).status).toBe(403);
  });

  it.each(['joins', 'asks again'])(
    'doc1 routing rule 6: a job whose people lost access goes on when one %s',
    async (how) => {
      const [ben, cleo] = await household.members('ben', 'cleo');
      if (!ben || !cleo) throw new Error('nobody came');
      const id = household.book();
      const requestId = await household.idOf(ben, id, 'both');
      await household.assign(household.library, 'remove', ben);
      await household.app.deliver();
      expect(await household.saved()).toEqual(['ben requested both: ebook attention, audiobook attention']);
      await household.assign(household.library, 'add', ben);
      await household.idOf(how === 'joins' ? cleo : ben, id, 'ebook');
      expect(await household.saved()).toEqual(['ben requested both: ebook queued, audiobook attention']);
      await household.left(requestId, 'audiobook', { code: 'book_configuration' });
      await household.idOf(ben, id, 'audiobook');
      expect(await household.saved()).toEqual(['ben requested both: ebook queued, audiobook attention']);
    },
  );

  it('doc4 §1.7: an account that waits for a stopped delivery may retry it, their own format alone', async () => {
    const { ana } = household;
    const [ben] = await household.members('ben');
    if (!ben) throw new Error('nobody came');
    const id = household.book();
    const requestId = await household.idOf(ana, id, 'both');
    await household.idOf(ben, id, 'ebook');
    const stopped = { state: 'attention', code: 'book_configuration', nextAttemptAt: null } as const;
    for (const format of ['ebook', 'audiobook'] as const) await household.left(requestId, format, stopped);
    expect((await household.act(ben, requestId, 'retry')).body).toMatchObject({
      delivery: [{ format: 'ebook', state: 'queued' }],
    });
    expect(await household.saved()).toEqual(['ana requested both: ebook queued, audiobook attention']);
  });
});
