import { describe, expect, it } from 'vitest';
import { planRelease, type QuotaItem } from './quota-refund.js';

const item = (over: Partial<QuotaItem> = {}): QuotaItem => ({
  requestId: 1,
  userId: 1,
  kind: 'tv',
  key: '7:1',
  work: 'season',
  chargeId: 10,
  deliveryStartedAt: null,
  releasedAt: null,
  ...over,
});
const plan = (given: readonly QuotaItem[], others: readonly QuotaItem[] = []) =>
  planRelease(given, [...given, ...others]);

describe('planRelease', () => {
  it('doc 2 section 3: gives back a unit whose delivery could not yet have begun', () => {
    expect(plan([item()])).toEqual({ released: [item()], refundedCharges: [10] });
  });

  it('doc 2 section 3: refunds nothing once the marker is set', () => {
    expect(plan([item({ deliveryStartedAt: 5 })])).toEqual({ released: [], refundedCharges: [] });
  });

  it('doc 2 section 3: judges each unit by its own marker', () => {
    const begun = item({ deliveryStartedAt: 5 });
    const other = item({ key: '7:2', chargeId: 11 });
    expect(plan([begun, other])).toEqual({ released: [other], refundedCharges: [11] });
  });

  it('gives back once: what was given up before is left alone', () => {
    expect(plan([item({ releasedAt: 5 })])).toEqual({ released: [], refundedCharges: [] });
  });

  it.each([
    ['waits', {}],
    ['has been delivered', { deliveryStartedAt: 5 }],
  ])('doc 4 section 1.15: keeps a charge that another request shares and that %s', (_case, over) => {
    const pilot = item({ requestId: 2, work: 'pilot', ...over });
    expect(plan([item()], [pilot])).toEqual({ released: [item()], refundedCharges: [] });
  });

  it('refunds a shared charge with the last unit that wants it', () => {
    const gone = item({ requestId: 2, work: 'pilot', releasedAt: 5 });
    expect(plan([item()], [gone])).toMatchObject({ refundedCharges: [10] });
  });

  it('gives back one charge of several units once', () => {
    const both = [item({ kind: 'ebook', key: 'b' }), item({ kind: 'audiobook', key: 'b' })];
    expect(plan(both)).toEqual({ released: both, refundedCharges: [10] });
  });

  it('distinguishes units by request, account, kind and key', () => {
    for (const other of [{ requestId: 2 }, { userId: 2 }, { kind: 'ebook' as const }, { key: '7:2' }])
      expect(plan([item()], [item(other)])).toMatchObject({ refundedCharges: [] });
  });
});
