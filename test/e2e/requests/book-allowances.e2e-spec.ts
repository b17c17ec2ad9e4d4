import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BookHousehold } from './book-household.js';

describe('what books cost', () => {
  let household: BookHousehold;
  let id: string;

  beforeAll(async () => {
    household = await BookHousehold.open({ isReusable: true });
  });

  afterAll(() => household.close());

  beforeEach(async () => {
    await household.startOver();
    id = household.book();
  });

  const refusal = { code: 'request_quota_exceeded', reduce_selection: true };

  it('doc2 §4 rule 1: both formats are charged at once or not at all, and a refusal saves nothing', async () => {
    const { ana } = household;
    await household.allow({ ebook: 5, audiobook: 0 });
    const { status, body } = await household.askBook(ana, id);
    expect([status, body]).toMatchObject([429, refusal]);
    expect(await household.saved()).toEqual([]);
    expect(await household.spent(ana)).toBe('0/0');
    expect(await household.asked(ana, id, 'ebook')).toMatchObject({ status: 'requested' });
  });

  it('doc2 §4 rule 1: joining is charged like asking, and a refusal joins nothing', async () => {
    const { ana } = household;
    const requestId = await household.idOf(household.admin, id);
    await household.allow({ ebook: 0 });
    expect((await household.askBook(ana, id)).status).toBe(429);
    expect(await household.waiting(requestId)).toEqual(['admin both']);
    expect(await household.spent(ana)).toBe('0/0');
  });

  it('doc2 §4 rule 3: a refusal names all that was asked for, over joined and new requests', async () => {
    const { ana } = household;
    await household.idOf(household.admin, id, 'ebook');
    await household.allow({ ebook: 0, audiobook: 0 });
    const { status, body } = await household.askBook(ana, id);
    expect(status).toBe(429);
    expect((body as { allowances: readonly object[] }).allowances).toMatchObject([
      { book_format: 'ebook', requested_units: 1 },
      { book_format: 'audiobook', requested_units: 1 },
    ]);
    expect(await household.saved()).toEqual(['admin requested ebook: ebook queued']);
  });

  it('doc4 §1.18: what would be refused is free when the library proves that it holds it', async () => {
    const { ana, chaptarr } = household;
    await household.allow({ ebook: 0, audiobook: 5 });
    chaptarr.given.book({ foreignBookId: id, format: 'ebook', monitored: true, hasFile: true });
    expect(await household.asked(ana, id, 'ebook')).toMatchObject({ status: 'available' });
    expect(await household.saved()).toEqual([]);
    await household.app.clock.leap(16_000);
    expect(await household.asked(ana, id, 'both')).toMatchObject({ book_formats: { audiobook: 'requested' } });
    expect(await household.saved()).toEqual(['ana requested audiobook: audiobook queued']);
  });

  it('doc4 §1.18: a preview prices what is neither held nor asked for already, and reserves nothing', async () => {
    const { ana, chaptarr } = household;
    await household.allow({ ebook: 1, audiobook: 1 });
    const units = async (format?: string) => {
      const { body } = await household.previewBook(ana, id, format);
      const { allowances, fits } = body as {
        fits: boolean;
        allowances: readonly { book_format?: string; requested_units?: number }[];
      };
      const of = (kind: string) => allowances.find(({ book_format }) => book_format === kind)?.requested_units ?? 0;
      return `${of('ebook')}/${of('audiobook')} ${fits ? 'fits' : 'does not fit'}`;
    };
    expect(await units()).toBe('1/1 fits');
    expect(await household.spent(ana)).toBe('0/0');
    await household.idOf(ana, id, 'ebook');
    expect(await units()).toBe('0/1 fits');
    chaptarr.given.book({ foreignBookId: id, format: 'audiobook', monitored: true, hasFile: true });
    await household.app.clock.leap(16_000);
    expect(await units()).toBe('0/0 fits');
    id = household.book();
    expect(await units()).toBe('1/1 does not fit');
  });

  it('doc2 §4 rule 4: who asks again for a format whose sibling was delivered pays for nothing twice', async () => {
    const { ana } = household;
    const requestId = await household.idOf(ana, id);
    await household.app.deliver();
    await household.left(requestId, 'audiobook', { state: 'attention', code: 'retry_limit', nextAttemptAt: null });
    await household.act(ana, requestId, 'retry');
    expect(await household.saved()).toEqual(['ana requested both: ebook complete, audiobook queued']);
    expect(await household.spent(ana)).toBe('1/1');
  });
});
