import { describe, expect, it } from 'vitest';
import { type AiredSeason, type AiredSeasons, listedSeasons } from '../../library/library.public.js';
import { compareSeasons, type ProviderSeasons } from './compare-seasons.js';

const NOW = Date.UTC(2026, 5, 30);
const DAY_MS = 86_400_000;

const day = (daysAgo: number): string => new Date(NOW - daysAgo * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Seasons at the provider, by number: how many episodes, and how many days ago the first one aired. */
function provider(
  seasons: Readonly<Record<number, number | readonly [number, number | null]>>,
  over: Partial<Omit<ProviderSeasons, 'seasons'>> = {},
): ProviderSeasons {
  const all = Object.entries(seasons).map(([number, given]) => {
    const [episodeCount, daysAgo] = typeof given === 'number' ? [given, 1_000] : given;
    return { seasonNumber: Number(number), episodeCount, airDate: daysAgo === null ? null : day(daysAgo) };
  });
  const newest = Math.max(...all.map(({ seasonNumber }) => seasonNumber));
  const lastAired = { seasonNumber: newest, episodeNumber: all.at(-1)?.episodeCount ?? 0, airDate: day(900) };
  return { seasons: all, lastAired, seasonToCome: null, ...over };
}

/**
 * Seasons in the library's catalog, by number: how many have aired, or between how many, and how many days ago the first and the last
 * one did.
 */
function library(
  seasons: Readonly<
    Record<number, number | readonly [number | readonly [number, number], number | null, number | null]>
  >,
): AiredSeasons {
  const at = (daysAgo: number | null): number | null => (daysAgo === null ? null : NOW - daysAgo * DAY_MS);
  return new Map(
    Object.entries(seasons).map(([number, given]): [number, AiredSeason] => {
      const [aired, first, last] = typeof given === 'number' ? ([given, 1_000, 900] as const) : given;
      const [least, most] = typeof aired === 'number' ? [aired, aired] : aired;
      return [Number(number), { least, most, first: at(first), last: at(last) }];
    }),
  );
}

/** By counts alone: so many files of so many episodes. */
const COUNTS = (files: number, total: number) => [[files, total], null, null] as const;

const lastAired = (seasonNumber: number, episodeNumber: number, daysAgo: number) => ({
  lastAired: { seasonNumber, episodeNumber, airDate: day(daysAgo) },
});

describe('issue 43 C16: two catalogs count the seasons of a series differently', () => {
  it.each([
    ['the library has three where the provider has one', provider({ 1: 60 }), library({ 1: 20, 2: 20, 3: 20 })],
    ['two entries of the provider are one series', provider({ 1: 10, 2: 10 }), library({ 1: 10, 2: 10, 3: 10 })],
    ['the library lacks one that has aired', provider({ 1: 10, 2: 10 }), library({ 1: 10 })],
    ['no episode of it has aired in the library', provider({ 1: 10, 2: 10 }), library({ 1: 10, 2: 0 })],
    ['two episodes are more than a tenth', provider({ 1: 10 }), library({ 1: 12 })],
    ['four of thirty are more than a tenth', provider({ 1: 30 }), library({ 1: 26 })],
    ['all of a season is held, and its dates weren’t read', provider({ 1: 60 }), library({ 1: COUNTS(20, 20) })],
    ['the library knows fewer than have aired', provider({ 1: 60 }), library({ 1: COUNTS(0, 20) })],
    ['more is held than the provider lists', provider({ 1: 12 }), library({ 1: COUNTS(20, 24) })],
    ['only numbers are known, and one is missing', provider({ 1: 10, 2: 10 }), listedSeasons([1])],
    [
      'a later one is held of which the provider knows nothing',
      provider({ 1: 10 }),
      library({ 2: COUNTS(3, 8), 1: 10, 3: COUNTS(1, 8) }),
    ],
    ['more seasons are listed there than are ever announced', provider({ 1: 10 }), listedSeasons([1, 2, 3, 4])],
    ['the series has ended there, with two more', provider({ 1: 10 }), listedSeasons([1, 2, 3], { hasEnded: true })],
    [
      'one is on the air here and missing there',
      provider({ 1: 10, 2: [5, 40] }, { seasonToCome: 2 }),
      library({ 1: 10 }),
    ],
  ])('%s', (_, source, target) => expect(compareSeasons(source, target, NOW)).toBe('differ'));
});

describe('issue 43 C16: they count alike', () => {
  it.each([
    ['the same', provider({ 1: 10, 2: 8 }), library({ 1: 10, 2: 8 })],
    ['the same by counts, all held', provider({ 1: 10, 2: 8 }), library({ 1: COUNTS(10, 10), 2: COUNTS(8, 8) })],
    ['one episode apart, however short the season', provider({ 1: 3 }), library({ 1: 4 })],
    ['a tenth apart', provider({ 1: 250 }), library({ 1: 226 })],
    ['specials never count', provider({ 0: 30, 1: 10 }), library({ 0: 2, 1: 10 })],
    ['one that is announced here', provider({ 1: 10, 2: 0 }), library({ 1: 10 })],
    ['one that is announced here with episodes', provider({ 1: 10, 2: [8, -60] }), library({ 1: 10 })],
    [
      'one that is announced here by a date that has passed',
      provider({ 1: 10, 2: [8, 60] }, lastAired(1, 10, 400)),
      library({ 1: 10 }),
    ],
    ['one that is announced there', provider({ 1: 10 }), library({ 1: 10, 2: 0 })],
    ['one that began here within 30 days', provider({ 1: 10, 2: [8, 29] }), library({ 1: 10 })],
    ['one without a date here', provider({ 1: 10, 2: [8, null] }), library({ 1: 10 })],
    ['one that is on the air here', provider({ 1: 10, 2: [20, 60] }, { seasonToCome: 2 }), library({ 1: 10, 2: 5 })],
    ['one that pauses here', provider({ 1: 10, 2: [20, 200] }, lastAired(2, 8, 100)), library({ 1: 10, 2: 8 })],
    [
      'one that ended here within 30 days',
      provider({ 1: 10, 2: [20, 60] }, lastAired(2, 20, 29)),
      library({ 1: 10, 2: 15 }),
    ],
    ['one that ended there within 30 days', provider({ 1: 20 }), library({ 1: [15, 100, 29] })],
    ['one that goes on there', provider({ 1: 20 }), library({ 1: [20, 1_000, -5] })],
    [
      'the last one here, where specials aired last',
      provider({ 1: 10, 2: [20, 200] }, lastAired(0, 3, 100)),
      library({ 1: 10, 2: 8 }),
    ],
    [
      'the last one here, where nothing is said of what aired last',
      provider({ 1: 20 }, { lastAired: null }),
      library({ 1: 8 }),
    ],
  ])('%s', (_, source, target) => expect(compareSeasons(source, target, NOW)).toBe('alike'));

  it('the seasons before the last one are over whatever aired last', () => {
    const source = provider({ 1: 20, 2: 8 }, lastAired(0, 3, 100));
    expect(compareSeasons(source, library({ 1: 12, 2: 8 }), NOW)).toBe('differ');
  });

  it('episodes may be counted on from season to season', () => {
    const source = provider({ 1: 10, 2: 12 }, lastAired(2, 22, 100));
    expect(compareSeasons(source, library({ 1: 10, 2: 20 }), NOW)).toBe('differ');
  });
});

describe('issue 43 C16: what is known says neither', () => {
  it.each([
    ['only the numbers are known, and they are the same', provider({ 1: 10 }), listedSeasons([1])],
    ['the library numbers by year', provider({ 1: 10, 2: 10 }), library({ 2024: 10, 2025: 10 })],
    ['two more of the library may be announced', provider({ 1: 10 }), listedSeasons([0, 1, 2, 3])],
    ['it ended there before the last one aired', provider({ 1: 10 }), listedSeasons([1, 2], { hasEnded: true })],
    ['the manager is still taking the series in', provider({ 1: 10 }), library({ 1: COUNTS(0, 0), 2: COUNTS(0, 0) })],
    ['nothing is held, and its dates weren’t read', provider({ 1: 10 }), library({ 1: COUNTS(0, 24) })],
    ['one that is missing here began there within 30 days', provider({ 1: 10 }), library({ 1: 10, 2: [3, 29, 15] })],
    ['some may have aired without a date', provider({ 1: 10 }), library({ 1: [[6, 10], 1_000, 900] })],
    [
      'all of the last one is held, and its dates weren’t read',
      provider({ 1: 10 }),
      library({ 1: COUNTS(10, 10), 2: COUNTS(2, 2) }),
    ],
  ])('%s', (_, source, target) => expect(compareSeasons(source, target, NOW)).toBe('unknown'));
});
