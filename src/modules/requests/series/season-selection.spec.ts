import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import { SEASON_SCOPES, type SeasonInput } from '../policy/season-input.js';
import { amendSeasons, type ListedSeason, seasonOverride, type Seasons, selectSeasons } from './season-selection.js';

const SAME = { seasons: 'same' } as const;
const mapped = (...pairs: readonly (readonly [number, number])[]) => ({ seasons: new Map(pairs) });
const listed = (episodes: Readonly<Record<number, number>>): readonly ListedSeason[] =>
  Object.entries(episodes).map(([season, episodeCount]) => ({ seasonNumber: Number(season), episodeCount }));

/** Specials, two seasons with episodes, and one that is announced. */
const SHOW = listed({ 0: 4, 1: 8, 2: 8, 3: 0 });
const pairsOf = (input: SeasonInput, seasons = SHOW, match: Parameters<typeof selectSeasons>[2] = SAME) => [
  ...selectSeasons(input, seasons, match).seasons,
];
const refusalOf = (input: SeasonInput, seasons = SHOW, match: Parameters<typeof selectSeasons>[2] = SAME) => {
  try {
    selectSeasons(input, seasons, match);
  } catch (fault) {
    if (fault instanceof AppError) return { status: fault.status, text: fault.safeText, body: { code: fault.code } };
    throw fault;
  }
  throw new Error('it was not refused');
};

describe('a scope', () => {
  it.each([
    ['all', [1, 2]],
    ['first', [1]],
    ['latest', [2]],
    ['pilot', [1]],
  ] as const)('doc4 §1.15: %s comes to the seasons %j, of those that have episodes', (input, seasons) => {
    expect(pairsOf(input)).toEqual(seasons.map((season) => [season, season]));
  });

  it('doc4 §1.15: counts announced seasons when none has episodes yet', () => {
    const announced = listed({ 0: 1, 1: 0, 2: 0 });
    expect(pairsOf('all', announced)).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(pairsOf('latest', announced)).toEqual([[2, 2]]);
  });

  it.each(SEASON_SCOPES)(
    'doc4 §1.15: %s is about a pilot only if it says so, and is stored as it was meant',
    (input) => {
      expect(selectSeasons(input, SHOW, SAME)).toMatchObject({
        scope: input,
        work: input === 'pilot' ? 'pilot' : 'season',
      });
    },
  );

  it.each([
    ['all', [2, 20]],
    ['first', [2, 20]],
    ['pilot', [2, 20]],
    ['latest', [2, 20]],
  ] as const)('doc4 §1.15: %s chooses among the seasons that the library has a counterpart for', (input, pair) => {
    expect(pairsOf(input, SHOW, mapped([2, 20], [3, 30]))).toEqual([pair]);
  });

  it.each(SEASON_SCOPES)('doc4 §1.10: %s is refused with 409 when the library has none of the seasons', (input) => {
    expect(refusalOf(input, SHOW, mapped([3, 1]))).toEqual({
      status: 409,
      text: 'the library has no counterpart for seasons 1, 2',
      body: { code: 'tv_seasons_unmapped' },
    });
    expect(refusalOf(input, listed({ 0: 5 }))).toMatchObject({
      status: 409,
      text: 'this series has no season that can be requested',
    });
  });
});

describe('seasons by number', () => {
  it('doc4 §1.15: are those seasons, each once and in order, announced ones too', () => {
    const selection = selectSeasons([3, 1, 3], SHOW, SAME);
    expect([...selection.seasons]).toEqual([
      [1, 1],
      [3, 3],
    ]);
    expect(selection).toMatchObject({ scope: '1,3', work: 'season' });
  });

  it.each([
    [[0], 'specials can not be requested'],
    [[1, 0], 'specials can not be requested'],
    [[9], 'season 9 does not exist'],
    [[-1], 'season -1 does not exist'],
  ])('doc4 §1.14: %j is refused with 400: %s', (input, text) => {
    expect(refusalOf(input)).toMatchObject({ status: 400, text });
  });

  it('doc4 §1.10: without a counterpart are refused with 409, which names them', () => {
    expect(refusalOf([1, 2, 3], SHOW, mapped([1, 1]))).toMatchObject({
      status: 409,
      text: 'the library has no counterpart for seasons 2, 3',
    });
    expect(refusalOf([2], SHOW, mapped([1, 1])).text).toBe('the library has no counterpart for season 2');
  });
});

it('doc4 §1.14: a selection never holds specials, nor what the provider does not list or the library has not', () => {
  const season = fc.record({ seasonNumber: fc.integer({ min: 0, max: 6 }), episodeCount: fc.nat({ max: 2 }) });
  const seasons = fc.uniqueArray(season, { selector: ({ seasonNumber }) => seasonNumber });
  const target = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 9 }));
  const match = fc.oneof(
    fc.constant(SAME),
    fc.uniqueArray(target, { selector: ([source]) => source }).map((pairs) => mapped(...pairs)),
  );
  const input: fc.Arbitrary<SeasonInput> = fc.oneof(
    fc.constantFrom(...SEASON_SCOPES),
    fc.array(fc.integer({ min: -1, max: 7 }), { minLength: 1, maxLength: 4 }),
  );
  fc.assert(
    fc.property(input, seasons, match, (one, all, by) => {
      let selection;
      try {
        selection = selectSeasons(one, all, by);
      } catch (fault) {
        expect(fault).toBeInstanceOf(AppError);
        return;
      }
      expect(selection.seasons.size).toBeGreaterThan(0);
      if (selection.work === 'pilot') expect(selection.seasons.size).toBe(1);
      for (const [source, number] of selection.seasons) {
        expect(source).toBeGreaterThan(0);
        expect(all.map(({ seasonNumber }) => seasonNumber)).toContain(source);
        expect(number).toBe(by.seasons === 'same' ? source : by.seasons.get(source));
      }
      if (typeof one !== 'string')
        expect([...selection.seasons.keys()]).toEqual([...new Set(one)].sort((a, b) => a - b));
    }),
  );
});

const whole = (...seasons: readonly number[]): Seasons => ({
  seasons: new Map(seasons.map((season) => [season, season + 10])),
  work: 'season',
});
const pilot: Seasons = { ...whole(1), work: 'pilot' };

describe('the seasons of an administrator’s choice that were requested', () => {
  it.each([
    ['all, when they are the same', whole(1, 2), whole(1, 2), [1, 2], []],
    ['not those that come', whole(1), whole(1, 2, 3), [1], [2, 3]],
    ['what is left of them', whole(1, 2, 3), whole(3), [3], []],
    ['none, when all are others', whole(1), whole(2), [], [2]],
    ['no season whose pilot alone was', pilot, whole(1, 2), [], [1, 2]],
    ['the pilot of a season that was', whole(1, 2), pilot, [1], []],
  ])('doc2 §4 rule 1: %s', (_case, asked, wanted, kept, added) => {
    const amendment = amendSeasons(asked, wanted);
    const pairs = (seasons: readonly number[]) => seasons.map((season) => [season, season + 10]);
    expect([[...amendment.kept], [...amendment.added]]).toEqual([pairs(kept), pairs(added)]);
  });
});

function overrideRefusal(sent: unknown, stored: string): unknown {
  try {
    return seasonOverride(sent, stored);
  } catch (fault) {
    return fault instanceof AppError ? fault.status : fault;
  }
}

describe('seasonOverride', () => {
  it.each([undefined, null, '', '1,3'])('doc4 §1.9: %j keeps the seasons that were asked for', (sent) => {
    expect(seasonOverride(sent, '1,3')).toBeUndefined();
  });

  it.each(SEASON_SCOPES)('doc4 §1.9: %s keeps itself, and is a choice beside anything else', (scope) => {
    expect(seasonOverride(scope, scope)).toBeUndefined();
    expect(seasonOverride(scope, '2')).toBe(scope);
  });

  it.each(['some', 'ALL', '1,3', 1, true, ['all'], {}])('doc4 §1.9: %j is 400', (sent) => {
    expect(overrideRefusal(sent, '1,2')).toBe(400);
  });
});
