import { inDays } from './film-list.js';

/** A season of a series; episodes come weekly. */
interface DemoSeason {
  /** The day of its first episode, YYYY-MM-DD. */
  readonly premiered: string;
  readonly episodes: number;
}

/** A serial of the simulated household. It doesn't exist. */
export interface DemoSeries {
  readonly tmdbId: number;
  readonly tvdbId: number;
  /** The name of its pictures. */
  readonly art: string;
  readonly title: string;
  readonly tagline: string;
  readonly overview: string;
  readonly rating: number;
  readonly votes: number;
  /** The first first. */
  readonly seasons: readonly DemoSeason[];
  readonly roles: readonly string[];
  /** True where episodes are still to come. */
  readonly isRunning?: true;
  /** True for what the library has from the start, as far as it has aired. */
  readonly owned?: true;
}

const WEEKS = 7;

/** The series whose season the member requests. A serial of the cinema, old enough to belong to everybody. */
export const WANTED_SERIES: DemoSeries = {
  tmdbId: 931_001,
  tvdbId: 931_101,
  art: 'ivy-marlow',
  title: 'The Cases of Ivy Marlow',
  tagline: 'Whose glove is that?',
  overview: 'A young woman and a scientific detective go after the glove that is behind it all.',
  rating: 7.8,
  votes: 412,
  seasons: [
    { premiered: '1914-12-29', episodes: 14 },
    { premiered: '1915-04-05', episodes: 10 },
    { premiered: '1915-06-14', episodes: 12 },
  ],
  roles: ['Ivy Marlow', 'The professor', 'The glove', 'The reporter', 'Aunt Josephine', 'The chauffeur'],
};

/** What there is to discover, the most popular first. */
export const DEMO_SERIES: readonly DemoSeries[] = [
  WANTED_SERIES,
  {
    tmdbId: 931_002,
    tvdbId: 931_102,
    art: 'velvet-gang',
    title: 'The Velvet Gang',
    tagline: 'Across the roofs by night.',
    overview: 'A reporter follows a troupe of burglars who leave nothing behind but a smell of violets.',
    rating: 8.1,
    votes: 1_208,
    seasons: [
      { premiered: '1915-11-13', episodes: 10 },
      { premiered: inDays(-5 * WEEKS), episodes: 10 },
    ],
    roles: ['Irma', 'The reporter', 'The grand master', 'The undertaker', 'The concierge'],
    isRunning: true,
    owned: true,
  },
  {
    tmdbId: 931_003,
    tvdbId: 931_103,
    art: 'nightjar',
    title: 'The Nightjar',
    tagline: 'Twelve episodes.',
    overview: 'A man in a wide hat rights what a banker has wronged, with the help of dogs and a very small boy.',
    rating: 7.6,
    votes: 655,
    seasons: [{ premiered: '1916-12-16', episodes: 12 }],
    roles: ['The Nightjar', 'Jacqueline', 'The banker', 'The boy', 'Diana'],
  },
  {
    tmdbId: 931_004,
    tvdbId: 931_104,
    art: 'mister-nobody',
    title: 'Mr. Nobody',
    tagline: 'You have met him already.',
    overview: 'An inspector arrests the same man five times, and it is never him.',
    rating: 7.3,
    votes: 508,
    seasons: [{ premiered: '1913-05-09', episodes: 5 }],
    roles: ['Nobody', 'The inspector', 'Lady Beltham-Gray', 'The journalist'],
    owned: true,
  },
];
