import { groupId } from '../../fakes/musicbrainz/musicbrainz-fake.js';
import type { FakeServer } from '../../fakes/fake-server.js';
import { WITH_LISTS } from '../../harness/start-app.js';
import { BookHousehold } from '../bookcatalog/book-household.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** An outside provider, and a question that it is asked for. */
export interface Provider {
  readonly name: string;
  readonly fake: (household: BookHousehold) => FakeServer;
  /** What is called for the question. */
  readonly route: string;
  /** What a caller asks; another question for each number from 1, where the provider has more than one. */
  readonly path: (n: number) => string;
  /** So many calls, one after the other, make an answer. */
  readonly calls: number;
  /** How often a call is made while the provider is too busy. */
  readonly attempts: number;
  /** How long a call waits for its answer. */
  readonly deadlineMs: number;
  /** How long an answer is kept. Source: doc 2 §4 Music and Books, doc 4 §3.1. */
  readonly ttlMs: number;
}

/** Every provider that is asked on behalf of people who discover. */
export const PROVIDERS: readonly Provider[] = [
  {
    name: 'metadata provider',
    fake: ({ app }) => app.tmdb,
    route: 'GET /3/movie/popular',
    path: (n) => `/api/discover/movies/popular?page=${n}`,
    calls: 1,
    attempts: 1,
    deadlineMs: 10_000,
    ttlMs: 5 * MINUTE_MS,
  },
  {
    name: 'list provider',
    fake: ({ app }) => app.trakt,
    route: 'GET /movies/trending',
    path: (n) => `/api/listprov/trending?page=${n}`,
    calls: 1,
    attempts: 1,
    deadlineMs: 10_000,
    ttlMs: 10 * MINUTE_MS,
  },
  {
    name: 'music catalog',
    fake: ({ app }) => app.music.catalog,
    route: 'GET /ws/2/release-group',
    path: (n) => `/api/discover/music/search?query=wave%20${n}`,
    calls: 1,
    attempts: 3,
    deadlineMs: 10_000,
    ttlMs: HOUR_MS,
  },
  {
    name: 'music charts',
    fake: ({ app }) => app.music.charts,
    route: 'GET /1/stats/sitewide/release-groups',
    path: (n) => `/api/discover/music/popular?page=${n}`,
    calls: 1,
    attempts: 3,
    deadlineMs: 15_000,
    ttlMs: HOUR_MS,
  },
  {
    name: 'album covers',
    fake: ({ app }) => app.music.covers,
    route: 'GET /release-group/:id/:front',
    path: (n) => `/api/discover/music/artwork/${groupId(n)}`,
    calls: 1,
    attempts: 2,
    deadlineMs: 10_000,
    ttlMs: 24 * HOUR_MS,
  },
  {
    name: 'book catalog',
    fake: ({ fake }) => fake,
    route: 'POST /v1/graphql',
    path: () => '/api/discover/books/trending',
    calls: 2,
    attempts: 1,
    deadlineMs: 15_000,
    ttlMs: 30 * MINUTE_MS,
  },
];

/** So many different questions are answered. */
const MOST_QUESTIONS = 40;

/** A household with every provider; each has an answer to its questions. */
export async function providersHousehold(): Promise<BookHousehold> {
  const household = await BookHousehold.open({ env: WITH_LISTS });
  const { tmdb, trakt, music } = household.app;
  tmdb.given.film({ id: 101, title: 'Harbor Lights' });
  trakt.given.movie({ id: 801, title: 'Harbor Lights' });
  music.catalog.given.group({ id: groupId(1), title: 'Wave 1' });
  music.charts.given.chart('this_week', []);
  const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000)]);
  for (let n = 1; n <= MOST_QUESTIONS; n += 1) music.covers.given.cover(groupId(n), { bytes });
  household.fake.given.book({ id: 330101, title: 'The Reef Ledger' });
  household.fake.given.trending([330101]);
  await household.connect();
  return household;
}
