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
  return { seasons: all, lastAired: { seasonNumber: newest, airDate: day(900) }, seasonToCome: null, ...over };
}

/** Seasons in the library's catalog, by number: how many have aired, and how many days ago the first and the last one did. */
function library(
  seasons: Readonly<Record<number, number | readonly [number | null, number | null, number | null]>>,
): AiredSeasons {
  const at = (daysAgo: number | null): number | null => (daysAgo === null ? null : NOW - daysAgo * DAY_MS);
  return new Map(
    Object.entries(seasons).map(([number, given]): [number, AiredSeason] => {
      const [aired, first, last] = typeof given === 'number' ? [given, 1_000, 900] : given;
      return [Number(number), { aired, first: at(first), last: at(last) }];
    }),
  );
}

const HELD = (files: number) => [files, null, null] as const;

describe('issue 43 C16: two catalogs count the seasons of a series differently', () => {
  it.each([
    ['the library has three where the provider has one', provider({ 1: 60 }), library({ 1: 20, 2: 20, 3: 20 })],
    ['two entries of the provider are one series', provider({ 1: 10, 2: 10 }), library({ 1: 10, 2: 10, 3: 10 })],
    ['the library lacks one that has aired', provider({ 1: 10, 2: 10 }), library({ 1: 10 })],
    ['no episode of it has aired in the library', provider({ 1: 10, 2: 10 }), library({ 1: 10, 2: 0 })],
    ['two episodes are more than a tenth', provider({ 1: 10 }), library({ 1: 12 })],
    ['four of thirty are more than a tenth', provider({ 1: 30 }), library({ 1: 26 })],
    ['all of a season is held, and its dates weren’t read', provider({ 1: 60 }), library({ 1: HELD(20) })],
    ['only the numbers of the seasons are known', provider({ 1: 60 }), listedSeasons([1, 2, 3])],
    ['the library’s lookup lacks one', provider({ 1: 10, 2: 10 }), listedSeasons([1])],
    [
      'one is on the air here and unknown there',
      provider({ 1: 10, 2: [5, 40] }, { seasonToCome: 2 }),
      library({ 1: 10 }),
    ],
  ])('%s', (_, source, target) => expect(compareSeasons(source, target, NOW)).toBe('differ'));
});

describe('issue 43 C16: they count alike', () => {
  it.each([
    ['the same', provider({ 1: 10, 2: 8 }), library({ 1: 10, 2: 8 })],
    ['one episode apart, however short the season', provider({ 1: 3 }), library({ 1: 4 })],
    ['a tenth apart', provider({ 1: 250 }), library({ 1: 226 })],
    ['specials never count', provider({ 0: 30, 1: 10 }), library({ 0: 2, 1: 10 })],
    ['one that is announced here', provider({ 1: 10, 2: 0 }), library({ 1: 10 })],
    ['one that is announced here with episodes', provider({ 1: 10, 2: [8, -60] }), library({ 1: 10 })],
    ['one that is announced there', provider({ 1: 10 }), library({ 1: 10, 2: 0 })],
    ['one that began here within 30 days', provider({ 1: 10, 2: [8, 29] }), library({ 1: 10 })],
    ['one without a date here', provider({ 1: 10, 2: [8, null] }), library({ 1: 10 })],
    ['one that is on the air here', provider({ 1: 10, 2: [20, 60] }, { seasonToCome: 2 }), library({ 1: 10, 2: 5 })],
    [
      'one that ended here within 30 days',
      provider({ 1: 10, 2: [20, 60] }, { lastAired: { seasonNumber: 2, airDate: day(29) } }),
      library({ 1: 10, 2: 15 }),
    ],
    ['one that ended there within 30 days', provider({ 1: 20 }), library({ 1: [15, 100, 29] })],
  ])('%s', (_, source, target) => expect(compareSeasons(source, target, NOW)).toBe('alike'));
});

describe('issue 43 C16: what is known says neither', () => {
  it.each([
    ['only the numbers are known, and they are the same', provider({ 1: 10 }), listedSeasons([1])],
    ['the library numbers by year', provider({ 1: 10, 2: 10 }), library({ 2024: 10, 2025: 10 })],
    ['the last one of the library may be announced', provider({ 1: 10 }), listedSeasons([0, 1, 2])],
    ['one that began there within 30 days', provider({ 1: 10 }), library({ 1: 10, 2: [3, 29, 15] })],
    [
      'all of the last one is held, and its dates weren’t read',
      provider({ 1: 10 }),
      library({ 1: HELD(10), 2: HELD(2) }),
    ],
  ])('%s', (_, source, target) => expect(compareSeasons(source, target, NOW)).toBe('unknown'));
});
