import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generatedCount } from '../../../../test/harness/full-counts.js';
import { AllowanceModel } from '../../../../test/models/allowance-model.js';
import { history, libraryOf, selection, type Happening } from '../../../../test/models/history.js';
import { planRelease, type QuotaItem } from '../charges/quota-refund.js';
import type { HeldCharge, QuotaSelection } from '../pricing/quota-price.js';
import { quoteSelection, type AllowanceQuote } from '../pricing/quota-quote.js';
import { forEachKind, type EffectiveRule } from '../rules/allowance-rule.js';

/** The pure decisions over lists in place of tables. */
class Ledger {
  rules = { ...forEachKind((): EffectiveRule => ({ count: null, windowDays: 7, source: 'default' })) };
  charges: HeldCharge[] = [];
  items: QuotaItem[] = [];
  private lastId = 0;

  quote(requestId: number, input: QuotaSelection, now: number) {
    const taken = this.items.filter((item) => item.requestId === requestId && item.releasedAt === null);
    return quoteSelection({ exempt: false, rules: this.rules, charges: this.charges }, { input, taken }, now);
  }

  take(requestId: number, input: QuotaSelection, now: number): AllowanceQuote {
    const { quote, prices } = this.quote(requestId, input, now);
    for (const price of quote.fits ? prices : []) {
      const chargeId = price.cost === 'shared' ? price.charge.id : ++this.lastId;
      const { kind, key, work } = price.unit;
      if (price.cost === 'new')
        this.charges.push({ id: chargeId, kind, key, instanceId: input.instanceId, chargedAt: now });
      const isSame = (item: QuotaItem) => item.requestId === requestId && item.kind === kind && item.key === key;
      const deliveryStartedAt = this.items.find(isSame)?.deliveryStartedAt ?? null;
      this.items = this.items.filter((item) => !isSame(item));
      this.items.push({ requestId, userId: 1, kind, key, work, chargeId, deliveryStartedAt, releasedAt: null });
    }
    return quote;
  }

  begin(requestId: number, keys: readonly string[], now: number): void {
    const isBegun = (item: QuotaItem) =>
      item.requestId === requestId && keys.includes(item.key) && item.releasedAt === null;
    this.items = this.items.map((item) =>
      isBegun(item) ? { ...item, deliveryStartedAt: item.deliveryStartedAt ?? now } : item,
    );
  }

  giveBack(requestId: number, now: number): void {
    const given = this.items.filter((item) => item.requestId === requestId);
    const { released, refundedCharges } = planRelease(given, this.items);
    this.items = this.items.map((item) => (released.includes(item) ? { ...item, releasedAt: now } : item));
    this.charges = this.charges.filter(({ id }) => !refundedCharges.includes(id));
  }
}

function live(ledger: Ledger, model: AllowanceModel, happening: Happening, now: number): void {
  switch (happening.what) {
    case 'time':
      return;
    case 'rule':
      ledger.rules[happening.kind] = { count: happening.count, windowDays: happening.days, source: 'default' };
      model.rules[happening.kind] = { count: happening.count, days: happening.days };
      return;
    case 'ask': {
      const { request, library, units } = happening;
      const quote = ledger.take(request, { instanceId: library, units }, now);
      expectSame(quote, model.ask(request, library, units, now));
      return;
    }
    case 'begin':
      ledger.begin(happening.request, happening.keys, now);
      model.begin(happening.request, happening.keys);
      return;
    case 'give_back':
      ledger.giveBack(happening.request, now);
      model.giveBack(happening.request);
      return;
    case 'reset':
      ledger.charges = ledger.charges.filter(({ kind }) => !happening.kinds.some((cleared) => cleared === kind));
      model.reset(happening.kinds);
  }
}

function expectSame(quote: AllowanceQuote, answer: ReturnType<AllowanceModel['price']>): void {
  const units = quote.allowances.reduce((sum, { requestedUnits = 0 }) => sum + requestedUnits, 0);
  expect({ accepted: quote.fits, units, fitsAt: quote.earliestFitsAt }).toEqual(answer);
  expect(quote.reduceSelection).toBe(!answer.accepted && answer.fitsAt === null);
}

it('prices, windows, sharing and refunds are those of the plain model, in every history', () => {
  fc.assert(
    fc.property(history, selection, (happenings, units) => {
      const ledger = new Ledger();
      const model = new AllowanceModel();
      let now = Date.UTC(2026, 0, 1);
      for (const happening of happenings) {
        if (happening.what === 'time') now += happening.ms;
        live(ledger, model, happening, now);
        const { quote } = ledger.quote(0, { instanceId: libraryOf(0), units }, now);
        expectSame(quote, model.price(0, libraryOf(0), units, now));
        expect(quote.nextChangeAt).toBe(model.nextChange(now));
        expect(quote.allowances.map(({ used, remaining }) => [used, remaining])).toEqual(
          quote.allowances.map(({ kind }) => [model.used(kind, now), model.remaining(kind, now)]),
        );
      }
    }),
    { numRuns: generatedCount(2_500) },
  );
});
