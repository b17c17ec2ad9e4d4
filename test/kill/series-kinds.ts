import type { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';

/**
 * What a library knows of a series before anybody asks for it, what is asked, and so what delivering it takes.
 *
 * | series | the library | asked | its delivery |
 * |---|---|---|---|
 * | unknown | lacks it | seasons 1, 2 of 3 | adds it, with a search |
 * | narrower | lacks it, and knows no season 3 | all | gives season 3 up, adds it, waits, monitors both, a search for each |
 * | unknown_pilot | lacks it | the pilot | adds it, waits, monitors the pilot and searches |
 * | put_aside | has it, watches season 3 alone | seasons 1, 2 | monitors both, a search for each |
 * | put_aside_pilot | has it, watches nothing | the pilot | monitors the pilot and searches |
 * | partly_held | has season 1, and one episode of season 2 | seasons 1, 2 | season 2 alone |
 * | unlearned | has it, and doesn't know season 2 yet | seasons 1, 2 | lets it refresh, then both |
 * | held | has both seasons, watches nothing | seasons 1, 2 | sends nothing |
 */
export type SeriesKind =
  | 'unknown'
  | 'narrower'
  | 'unknown_pilot'
  | 'put_aside'
  | 'put_aside_pilot'
  | 'partly_held'
  | 'unlearned'
  | 'held';

/** A kind of series: how it comes to be, what is asked, and how it must end. */
export interface SeriesCase {
  /** Puts it in place. */
  given(fake: SonarrFake, tvdbId: number): void;
  readonly scope: string;
  readonly asked: readonly number[];
  /** Seasons whose unit stays spent; the others' come back. */
  readonly spent: readonly number[];
  readonly seasons: readonly number[];
  readonly episodes: readonly string[];
  /** Is the series monitored? */
  readonly monitored: boolean;
  /** Searches that are due once or twice; `add` is due once. No other may run. */
  readonly searches: readonly string[];
}

const THREE = { 1: 2, 2: 2, 3: 2 };
const FIRST_TWO = ['1.1', '1.2', '2.1', '2.2'];

/** The first two seasons, by an addition. */
const ADDED = { spent: [1, 2], seasons: [1, 2], episodes: FIRST_TWO, monitored: true, searches: ['add'] } as const;

/** The pilot, alone. */
const PILOT = {
  scope: 'pilot',
  asked: [1],
  spent: [1],
  seasons: [],
  episodes: ['1.1'],
  monitored: true,
  searches: ['episode 1.1'],
} as const;

/** Every kind. */
export const SERIES_CASES: Readonly<Record<SeriesKind, SeriesCase>> = {
  unknown: {
    given: (fake, tvdbId) => fake.given.catalog([{ tvdbId, seasons: THREE }]),
    scope: '1,2',
    asked: [1, 2],
    ...ADDED,
  },
  narrower: {
    given: (fake, tvdbId) => fake.given.catalog([{ tvdbId, seasons: { 1: 2, 2: 2 } }]),
    scope: 'all',
    asked: [1, 2, 3],
    ...ADDED,
    // Its lookup lists other seasons than the provider: only its episodes say which is which.
    searches: ['season 1', 'season 2'],
  },
  unknown_pilot: {
    given: (fake, tvdbId) => fake.given.catalog([{ tvdbId, seasons: THREE }]),
    ...PILOT,
  },
  put_aside: {
    given: (fake, tvdbId) => {
      fake.given.series({ tvdbId, seasons: THREE, monitored: false, monitoredSeasons: [3] });
      fake.episode(tvdbId, 3, 1).monitored = false;
    },
    scope: '1,2',
    asked: [1, 2],
    spent: [1, 2],
    seasons: [1, 2, 3],
    episodes: [...FIRST_TWO, '3.2'],
    monitored: true,
    searches: ['season 1', 'season 2'],
  },
  put_aside_pilot: {
    given: (fake, tvdbId) => void fake.given.series({ tvdbId, seasons: THREE, monitored: false, monitoredSeasons: [] }),
    ...PILOT,
  },
  partly_held: {
    given: (fake, tvdbId) =>
      void fake.given.series({ tvdbId, seasons: THREE, monitoredSeasons: [], files: { 1: 'aired', 2: [1] } }),
    scope: '1,2',
    asked: [1, 2],
    spent: [2],
    seasons: [2],
    episodes: ['2.1', '2.2'],
    monitored: true,
    searches: ['season 2'],
  },
  unlearned: {
    given: (fake, tvdbId) => {
      fake.given.series({ tvdbId, seasons: { 1: 2 }, monitoredSeasons: [], monitorNewItems: 'none' });
      fake.publishEpisodes(tvdbId, 2, [Date.UTC(2020, 0, 1), Date.UTC(2020, 0, 8)]);
    },
    scope: 'all',
    asked: [1, 2],
    spent: [1, 2],
    seasons: [1, 2],
    episodes: FIRST_TWO,
    monitored: true,
    searches: ['season 1', 'season 2'],
  },
  held: {
    given: (fake, tvdbId) =>
      void fake.given.series({
        tvdbId,
        seasons: THREE,
        monitored: false,
        monitoredSeasons: [],
        files: { 1: 'aired', 2: 'aired' },
      }),
    scope: '1,2',
    asked: [1, 2],
    spent: [],
    seasons: [],
    episodes: [],
    monitored: false,
    searches: [],
  },
};
