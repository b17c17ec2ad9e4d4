import { describe, expect, it } from 'vitest';
import {
  judgePilot,
  judgeSeasons,
  UNKNOWN_SERIES,
  type KnownSeason,
  type SeasonAvailability,
  type SeriesAvailability,
} from './judge-seasons.js';

const season = (seasonNumber: number, over: Partial<KnownSeason>): KnownSeason => {
  return {
    known: true,
    seasonNumber,
    status: 'unavailable',
    progress: 0,
    files: 0,
    episodes: 0,
    pilotHeld: false,
    ...over,
  };
};
const full = (n: number): KnownSeason =>
  season(n, { status: 'available', progress: 1, files: 10, episodes: 10, pilotHeld: true });
const partial = (n: number): KnownSeason => season(n, { status: 'partial', progress: 0.5, files: 5, episodes: 10 });
const requested = (n: number, aired = 10): KnownSeason => season(n, { status: 'requested', episodes: aired });
const idle = (n: number, aired = 10): KnownSeason => season(n, { episodes: aired });
const idleOfUnknownDates = (n: number): KnownSeason => season(n, { episodes: 10, unairedCounted: true });
const unknown = (n: number): SeasonAvailability => ({ known: false, seasonNumber: n, files: 5, episodes: 10 });

const series = (...seasons: SeasonAvailability[]): SeriesAvailability => ({ known: true, inLibrary: true, seasons });

const AVAILABLE = { known: true, status: 'available', progress: 1 };
const REQUESTED = { known: true, status: 'requested', progress: 0 };
const UNAVAILABLE = { known: true, status: 'unavailable', progress: 0 };
const partly = (progress: number) => ({ known: true, status: 'partial', progress });

describe('judgeSeasons (doc 4 section 4.2; doc 2 section 3, TV rows)', () => {
  it.each<[string, SeriesAvailability, object]>([
    ['an unreadable library', UNKNOWN_SERIES, UNKNOWN_SERIES],
    ['a series that is not in the library', { known: true, inLibrary: false, seasons: [] }, UNAVAILABLE],
    ['a series without seasons', series(), UNAVAILABLE],
    ['all seasons available', series(full(1), full(2)), AVAILABLE],
    ['one available, of the other nothing has aired', series(full(1), requested(2, 0)), AVAILABLE],
    ['one available, of the other all is missing', series(full(1), idle(2)), partly(0.5)],
    ['one available, one partial', series(full(1), partial(2)), partly(0.75)],
    ['nothing there, one requested', series(idle(1), requested(2)), REQUESTED],
    ['nothing there, nothing requested', series(idle(1), idle(2)), UNAVAILABLE],
    ['nothing there, nothing aired, requested', series(requested(1, 0)), REQUESTED],
    ['specials missing', series(idle(0), full(1)), AVAILABLE],
    ['specials partly there', series(partial(0), full(1)), AVAILABLE],
    ['nothing but specials', series(full(0), idle(1)), UNAVAILABLE],
    ['specials unknown', series(unknown(0), full(1)), AVAILABLE],
    ['one season unknown', series(unknown(1)), UNKNOWN_SERIES],
    ['one unknown beside a full one', series(full(1), unknown(2)), UNKNOWN_SERIES],
    ['one unknown beside one that lacks what aired', series(partial(1), unknown(2)), partly(0.5)],
    ['one unknown beside one with everything missing', series(idle(1), unknown(2)), partly(0.25)],
    ['one full, of the other nobody knows what aired', series(full(1), idleOfUnknownDates(2)), UNKNOWN_SERIES],
    ['nothing there, of whatever date', series(idleOfUnknownDates(1)), UNAVAILABLE],
  ])('%s', (_case, given, expected) => {
    expect(judgeSeasons(given)).toEqual(expected);
  });

  it.each<[string, number[], SeriesAvailability, object]>([
    ['the full one of two', [1], series(full(1), idle(2)), AVAILABLE],
    ['the empty one of two', [2], series(full(1), idle(2)), UNAVAILABLE],
    ['a requested one beside an unknown', [1], series(requested(1), unknown(2)), REQUESTED],
    ['an unknown one', [2], series(full(1), unknown(2)), UNKNOWN_SERIES],
    ['one that the library lacks', [3], series(full(1)), UNAVAILABLE],
    ['one that the library lacks beside a full one', [1, 3], series(full(1)), AVAILABLE],
    ['one asked for twice', [1, 1], series(partial(1), full(2)), partly(0.5)],
    ['specials', [0], series(full(0)), UNAVAILABLE],
    ['none', [], series(full(1)), UNAVAILABLE],
  ])('of the wanted seasons: %s', (_case, wanted, given, expected) => {
    expect(judgeSeasons(given, wanted)).toEqual(expected);
  });
});

describe('judgePilot (doc 4 section 1.15, scope pilot)', () => {
  it.each<[string, SeriesAvailability, object]>([
    ['an unreadable library', UNKNOWN_SERIES, UNKNOWN_SERIES],
    ['a series that is not in the library', { known: true, inLibrary: false, seasons: [] }, UNAVAILABLE],
    ['a season that the library lacks', series(full(2)), UNAVAILABLE],
    [
      'it has a file, of a season that lacks others',
      series(season(1, { status: 'partial', pilotHeld: true })),
      AVAILABLE,
    ],
    ['it is wanted, in a season that is not', series(season(1, { pilotWanted: true })), REQUESTED],
    ['it is not wanted', series(season(1, { status: 'requested', pilotWanted: false })), UNAVAILABLE],
    ['nobody knows whether it is wanted', series(season(1, {})), UNKNOWN_SERIES],
    ['the season is unknown', series(unknown(1)), UNKNOWN_SERIES],
  ])('%s', (_case, given, expected) => {
    expect(judgePilot(given, 1)).toEqual(expected);
  });
});
