import { describe, expect, it } from 'vitest';
import { forEachKind } from '../rules/allowance-rule.js';
import { quoteSelection, type Purse } from './quota-quote.js';
import { filmUnit } from './quota-unit.js';

const NOW = Date.UTC(2026, 0, 31);
const SELECTION = { input: { instanceId: 'films', units: [filmUnit(1), filmUnit(2)] }, taken: [] };
const purse = (exempt: boolean): Purse => ({
  exempt,
  rules: forEachKind(() => ({ count: 1, windowDays: 7, source: 'default' })),
  charges: [],
});
const films = (exempt: boolean) => {
  const { quote } = quoteSelection(purse(exempt), SELECTION, NOW);
  const { fits, reduceSelection, allowances } = quote;
  return { fits, reduceSelection, film: allowances.find(({ kind }) => kind === 'movie') };
};

describe('quoteSelection', () => {
  it('doc 4 section 1.18: a selection larger than the limit is priced and does not fit', () => {
    expect(films(false)).toMatchObject({
      fits: false,
      reduceSelection: true,
      film: { requestedUnits: 2, remaining: 1 },
    });
  });

  it('doc 4 section 1.18: an exempt account has no limits, and the price is shown all the same', () => {
    expect(films(true)).toMatchObject({
      fits: true,
      reduceSelection: false,
      film: { requestedUnits: 2, remaining: null },
    });
  });
});
