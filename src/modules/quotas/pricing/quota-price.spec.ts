import { describe, expect, it } from 'vitest';
import { forEachKind } from '../rules/allowance-rule.js';
import {
  priceSelection,
  type HeldCharge,
  type PriceInput,
  filmUnit,
  seasonUnits,
  covers,
  distinctUnits,
} from './quota-price.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 31);
const RULES = forEachKind(() => ({ count: 1, windowDays: 7, source: 'default' }) as const);

const charge = (over: Partial<HeldCharge> = {}): HeldCharge => ({
  id: 1,
  kind: 'tv',
  instanceId: 'series',
  key: '7:1',
  chargedAt: NOW - DAY,
  ...over,
});
const price = (over: Partial<PriceInput>) =>
  priceSelection({
    input: { instanceId: 'series', units: seasonUnits(7, [1], 'season') },
    rules: RULES,
    charges: [],
    taken: [],
    now: NOW,
    ...over,
  }).map(({ unit, ...cost }) => [unit.key, cost.cost === 'shared' ? cost.charge.id : cost.cost]);

describe('priceSelection', () => {
  it('doc 2 section 4 rule 1: charges a unit for each title', () => {
    const units = seasonUnits(7, [1, 2, 3], 'season');
    expect(price({ input: { instanceId: 'series', units } })).toEqual([
      ['7:1', 'new'],
      ['7:2', 'new'],
      ['7:3', 'new'],
    ]);
  });

  it('doc 4 section 1.15: charges nothing more for the rest of a season whose pilot was requested', () => {
    expect(price({ charges: [charge()] })).toEqual([['7:1', 1]]);
  });

  it('doc 2 section 4 rule 1: charges again once the pilot’s charge has expired', () => {
    expect(price({ charges: [charge({ chargedAt: NOW - 7 * DAY + 1 })] })).toEqual([['7:1', 1]]);
    expect(price({ charges: [charge({ chargedAt: NOW - 7 * DAY })] })).toEqual([['7:1', 'new']]);
  });

  it.each([
    ['another library', { instanceId: 'other' }],
    ['another season', { key: '7:2' }],
    ['another series', { key: '71:1' }],
    ['another kind', { kind: 'movie' as const }],
  ])('doc 4 section 1.18: a charge for %s pays for nothing here', (_what, over) => {
    expect(price({ charges: [charge(over)] })).toEqual([['7:1', 'new']]);
  });

  it('takes the newest of several charges for one unit, in any order', () => {
    const charges = [charge({ id: 1, chargedAt: NOW - 3 }), charge({ id: 2, chargedAt: NOW - 1 }), charge({ id: 3 })];
    expect(price({ charges })).toEqual([['7:1', 2]]);
    expect(price({ charges: charges.reverse() })).toEqual([['7:1', 2]]);
  });

  it('doc 2 section 4 rule 1: an unchanged approval is free, long after the window', () => {
    const taken = seasonUnits(7, [1], 'season');
    expect(price({ taken })).toEqual([]);
  });

  it('doc 2 section 4 rule 1: an approval that adds seasons costs those', () => {
    const input = { instanceId: 'series', units: seasonUnits(7, [1, 2], 'season') };
    expect(price({ input, taken: seasonUnits(7, [1], 'season') })).toEqual([['7:2', 'new']]);
  });

  it('an approval that widens a pilot shares its charge within the window, and costs a unit after it', () => {
    const taken = seasonUnits(7, [1], 'pilot');
    expect(price({ taken, charges: [charge()] })).toEqual([['7:1', 1]]);
    expect(price({ taken, charges: [charge({ chargedAt: NOW - 7 * DAY })] })).toEqual([['7:1', 'new']]);
  });

  it('what was taken of one kind is nothing of another', () => {
    const input = { instanceId: 'films', units: [filmUnit(7)] };
    expect(price({ input, taken: [{ kind: 'music', key: '7', work: '' }] })).toEqual([['7', 'new']]);
  });
});

describe('units', () => {
  it('doc 4 section 1.18: of a film are its TMDB id', () => {
    expect(filmUnit(603)).toEqual({ kind: 'movie', key: '603', work: '' });
  });

  it('doc 4 section 1.18: of a series are its seasons, under its TMDB id', () => {
    expect(seasonUnits(1399, [1, 8], 'season')).toEqual([
      { kind: 'tv', key: '1399:1', work: 'season' },
      { kind: 'tv', key: '1399:8', work: 'season' },
    ]);
  });

  it('doc 4 section 1.15: of a pilot are the season that it opens', () => {
    expect(seasonUnits(1399, [2], 'pilot')).toEqual([{ kind: 'tv', key: '1399:2', work: 'pilot' }]);
  });

  it('doc 2 section 4 rule 1: are never specials', () => {
    expect(seasonUnits(1399, [0], 'season')).toEqual([]);
    expect(seasonUnits(1399, [0, 1], 'season')).toEqual(seasonUnits(1399, [1], 'season'));
  });

  it.each([
    ['pilot', 'pilot', true],
    ['season', 'pilot', true],
    ['season', 'season', true],
    ['pilot', 'season', false],
    ['', '', true],
    ['', 'pilot', false],
    ['', 'season', false],
    ['season', '', false],
  ] as const)('that hold %j are enough for %j: %j', (held, wanted, enough) => {
    expect(covers(held, wanted)).toBe(enough);
  });

  it('count once, and a season with its pilot is a season, in whichever order they are named', () => {
    const [pilot] = seasonUnits(1, [1], 'pilot');
    const [season] = seasonUnits(1, [1], 'season');
    if (!pilot || !season) throw new Error('a season is a unit');
    expect(distinctUnits([pilot, season, pilot])).toEqual([season]);
    expect(distinctUnits([season, pilot, season])).toEqual([season]);
    expect(distinctUnits([filmUnit(1), filmUnit(1), filmUnit(2)])).toEqual([filmUnit(1), filmUnit(2)]);
  });
});
