import { describe, expect, it } from 'vitest';
import { drawnBits, episodeWord, seasonRows } from './season-rows.js';

type Status = NonNullable<Parameters<typeof seasonRows>[1]>;
type Season = NonNullable<Status['seasons']>[number];

const facts = (number: number, episodes: number) => ({ number, year: '1914', episodes });

const season = (number: number, status: Season['status'], there: number, aired: number): Season => ({
  ...{ season_number: number, status, progress: 0 },
  ...{ episode_file_count: there, episode_count: aired },
});

const series = (status: Status['status'], seasons?: readonly Season[], status_known = true): Status => ({
  ...{ status, status_known },
  ...(seasons && { seasons }),
});

const inShort = (rows: ReturnType<typeof seasonRows>) =>
  rows.map(({ number, state, there, episodes, canRequest }) => [number, state, `${there}/${episodes}`, canRequest]);

describe('issue 46: the seasons of a series as rows', () => {
  it('come in order, the specials last, and never offer those', () => {
    const status = series('partial', [
      season(0, 'unavailable', 0, 3),
      season(1, 'available', 14, 14),
      season(2, 'downloading', 4, 9),
      season(3, 'unavailable', 0, 12),
    ]);
    expect(inShort(seasonRows([facts(0, 3), facts(2, 10), facts(1, 14), facts(3, 12)], status))).toEqual([
      [1, 'available', '14/14', false],
      [2, 'downloading', '4/10', false],
      [3, 'unavailable', '0/12', true],
      [0, 'unavailable', '0/3', false],
    ]);
  });

  it.each<[string, Status | undefined, readonly unknown[]]>([
    ['nothing is known yet', undefined, ['unknown', false]],
    ['the library can’t be read', series('available', [season(1, 'available', 3, 3)], false), ['unknown', false]],
    ['nobody has the series', series('unavailable'), ['unavailable', true]],
    ['it was declined', series('denied'), ['unavailable', true]],
    ['it waits for approval as a whole', series('pending'), ['pending', false]],
    ['it is partly there, and nothing is said of this season', series('partial', []), ['unavailable', true]],
  ])('where %s', (_what, status, said) => {
    const [row] = seasonRows([facts(1, 3)], status);
    expect([row?.state, row?.canRequest]).toEqual(said);
  });

  it('have a bit for each episode: here, missing, and coming where it hasn’t aired', () => {
    const [row] = seasonRows([facts(1, 5)], series('partial', [season(1, 'partial', 2, 4)]));
    expect(row?.bits).toEqual(['here', 'here', 'missing', 'missing', 'coming']);
    const [unknown] = seasonRows([facts(1, 2)], series('partial', [season(1, 'partial', 2, 2)], false));
    expect(unknown?.bits).toEqual(['unknown', 'unknown']);
  });

  it('have sixty bits at most, each for several episodes', () => {
    const drawn = drawnBits(Array.from({ length: 600 }, (_, at) => (at < 300 ? 'here' : 'missing')));
    expect([drawn.length, drawn.filter((bit) => bit === 'here').length]).toEqual([60, 30]);
  });
});

describe('issue 46: what is said of an episode', () => {
  it.each([
    ['here', '2020-01-01', 'partial', 'here'],
    ['unknown', null, 'unknown', 'unknown'],
    ['missing', '2020-01-01', 'partial', 'missing'],
    ['missing', '2020-01-01', 'requested', 'sought'],
    ['missing', '2020-01-01', 'downloading', 'sought'],
    ['coming', '2020-01-01', 'downloading', 'downloading'],
    ['coming', '2030-06-25', 'partial', 'airs'],
    ['coming', '2026-01-01', 'partial', 'airs'],
    ['coming', null, 'partial', 'someday'],
  ] as const)('%s, %s, in a season that is %s: %s', (state, air_date, of, word) => {
    expect(episodeWord({ state, air_date }, of, '2026-01-01')).toBe(word);
  });
});
