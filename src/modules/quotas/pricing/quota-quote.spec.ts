import { describe, expect, it } from 'vitest';
import { forEachKind } from '../rules/allowance-rule.js';
import { quoteSelection, type Purse, judgeSelection, type Demand } from './quota-quote.js';
import { filmUnit } from './quota-price.js';

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

const JUST_NOW = 1000;
const FITS = { fits: true, earliestFitsAt: null, reduceSelection: false };
const demand = (over: Partial<Demand>): Demand => ({
  count: 2,
  selected: 1,
  sharedUntil: [],
  othersUntil: [],
  ...over,
});

describe('judgeSelection', () => {
  it.each([
    ['nothing is asked', []],
    ['it fits', [demand({ othersUntil: [1500] })]],
    ['it takes all of the limit', [demand({ selected: 2 })]],
    ['nothing limits', [demand({ count: null, selected: 99, othersUntil: [1500, 1600] })]],
    ['others are over the limit, and it costs nothing', [demand({ sharedUntil: [1500], othersUntil: [1, 2, 3] })]],
  ])('accepts while %s', (_case, demands) => {
    expect(judgeSelection(demands, JUST_NOW)).toEqual(FITS);
  });

  it.each([
    [1, 1700],
    [2, 1800],
  ])('doc 2 section 4 rule 3: finds when %j units fit', (selected, earliestFitsAt) => {
    const verdict = judgeSelection([demand({ selected, othersUntil: [1500, 1700, 1800] })], JUST_NOW);
    expect(verdict).toEqual({ fits: false, earliestFitsAt, reduceSelection: false });
  });

  it.each([0, 1, 2])('doc 2 section 4 rule 3: a selection larger than a whole limit of %j never fits', (count) => {
    const verdict = judgeSelection([demand({ count, selected: 3 })], JUST_NOW);
    expect(verdict).toEqual({ fits: false, earliestFitsAt: null, reduceSelection: true });
  });

  it('waits for the last of several allowances', () => {
    const demands = [demand({ count: 1, othersUntil: [1500] }), demand({ count: 1, othersUntil: [1900] })];
    expect(judgeSelection(demands, JUST_NOW)).toMatchObject({ fits: false, earliestFitsAt: 1900 });
  });

  it('counts a unit that is paid for now among those that it costs when that charge has expired by then', () => {
    const shared = demand({ count: 2, selected: 2, sharedUntil: [1200], othersUntil: [1500] });
    expect(judgeSelection([shared], JUST_NOW)).toMatchObject({ fits: false, earliestFitsAt: 1500 });
    const larger = demand({ count: 2, selected: 3, sharedUntil: [1200] });
    expect(judgeSelection([larger], JUST_NOW)).toMatchObject({ fits: false, reduceSelection: true });
  });

  it('finds the moment at which one allowance has units left and another is still unused', () => {
    const waits = demand({ count: 1, othersUntil: [1500] });
    const freeUntil = (expiry: number) => demand({ count: 1, sharedUntil: [expiry], othersUntil: [1700, 1800] });
    expect(judgeSelection([waits, freeUntil(1600)], JUST_NOW)).toMatchObject({ earliestFitsAt: 1500 });
    expect(judgeSelection([waits, freeUntil(1500)], JUST_NOW)).toMatchObject({ earliestFitsAt: 1800 });
    expect(judgeSelection([freeUntil(1600), waits], JUST_NOW)).toMatchObject({ earliestFitsAt: 1500 });
  });
});
