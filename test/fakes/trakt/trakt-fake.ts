import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';
import {
  movieOf,
  showOf,
  shownTitle,
  type TraktMovieGiven,
  type TraktShowGiven,
  type TraktTitle,
} from './trakt-titles.js';

type Kind = 'movies' | 'shows';

/** A list that somebody has made. */
interface TraktListGiven {
  readonly user: string;
  readonly slug: string;
  readonly name?: string;
  readonly description?: string;
  /** Trakt ids of its titles, in their order. */
  readonly movies?: readonly number[];
  readonly shows?: readonly number[];
  /** What its owner writes beside each title. */
  readonly notes?: string | null;
}

const MOST_A_PAGE = 100;
const A_PAGE = 10;
const LISTED_AT = '2026-01-01T00:00:00.000Z';
const KINDS = { movies: 'movie', shows: 'show' } as const;

const BAD_CLIENT: FakeAnswer = { status: 403 };
const NO_VERSION: FakeAnswer = { status: 412 };
const NO_USER: FakeAnswer = { status: 401 };
const NOT_FOUND: FakeAnswer = { status: 404 };

/**
 * Trakt v2 with a state of films, series and lists, as far as it goes without a user's token. Titles come in the order of
 * their watchers, the most first. Page numbers are in headers; bodies are bare arrays.
 */
export class TraktFake extends FakeServer {
  /** The client id that it accepts. */
  readonly clientId: string;
  private readonly titles = { movies: new Map<number, TraktTitle>(), shows: new Map<number, TraktTitle>() };
  private readonly lists: TraktListGiven[] = [];

  /** Puts the state in place. */
  readonly given = {
    movie: (given: TraktMovieGiven): void => void this.titles.movies.set(given.id, movieOf(given)),
    show: (given: TraktShowGiven): void => void this.titles.shows.set(given.id, showOf(given)),
    list: (given: TraktListGiven): void => void this.lists.push(given),
    /** There is no title and no list. */
    nothing: (): void => {
      for (const titles of Object.values(this.titles)) titles.clear();
      this.lists.length = 0;
    },
  };

  constructor({ clientId = 'trakt-client-id' }: { readonly clientId?: string } = {}) {
    super();
    this.clientId = clientId;
    for (const kind of ['movies', 'shows'] as const) {
      const key = KINDS[kind];
      const ranked = (): readonly TraktTitle[] =>
        [...this.titles[kind].values()].sort((one, other) => other.watchers - one.watchers);
      this.route(`GET /${kind}/trending`, (request) =>
        paged(request, ranked(), (title) => ({ watchers: title.watchers, [key]: shown(request, title) })),
      );
      this.route(`GET /${kind}/anticipated`, (request) =>
        paged(request, ranked(), (title) => ({ list_count: title.watchers, [key]: shown(request, title) })),
      );
      this.route(`GET /${kind}/popular`, (request) => paged(request, ranked(), (title) => shown(request, title)));
      this.route(`GET /recommendations/${kind}`, ({ headers }) => (headers.authorization ? { body: [] } : NO_USER));
      this.route(`GET /calendars/all/${kind}/:from/:days`, (request) => this.calendar(request, kind, ranked()));
    }
    this.route('GET /lists/popular', (request) => paged(request, this.lists, listRow));
    this.route('GET /users/:user/lists/:list/items/:types', (request) => this.items(request));
  }

  /** Makes the next calls of a route meet the rate limit. */
  limitRate(key: string, { retryAfterSeconds = 1, times = 1 } = {}): void {
    const limit = { name: 'AUTHED_API_GET_LIMIT', period: 300, limit: 1000, remaining: 0 };
    const headers = { 'retry-after': String(retryAfterSeconds), 'x-ratelimit': JSON.stringify(limit) };
    this.fail(key, { status: 429, headers }, times);
  }

  protected override gate({ headers }: FakeRequest): FakeAnswer | undefined {
    if (headers['trakt-api-version'] !== '2' || headers['content-type'] !== 'application/json') return NO_VERSION;
    return headers['trakt-api-key'] === this.clientId ? undefined : BAD_CLIENT;
  }

  protected override unknownRoute(): FakeAnswer {
    return NOT_FOUND;
  }

  /** Everything comes out on the first day that is asked for. */
  private calendar(request: FakeRequest, kind: Kind, titles: readonly TraktTitle[]): FakeAnswer {
    const { from = '', days = '' } = request.params;
    if (!/^\d{4}-\d{2}-\d{2}$/.test(from) || !/^[1-9]\d*$/.test(days)) return { status: 400 };
    const body = titles.map((title) =>
      kind === 'movies'
        ? { released: from, movie: shown(request, title) }
        : { first_aired: `${from}T02:00:00.000Z`, episode: EPISODE, show: shown(request, title) },
    );
    return { body };
  }

  private items(request: FakeRequest): FakeAnswer {
    const { user, list: slug, types = '' } = request.params;
    const list = this.lists.find((one) => one.user === user && one.slug === slug);
    if (!list) return NOT_FOUND;
    const wanted = types.split(',');
    const rows = (['movies', 'shows'] as const).flatMap((kind) =>
      (wanted.includes(KINDS[kind]) ? (list[kind] ?? []) : []).map((id) => ({
        kind,
        title: this.titles[kind].get(id),
      })),
    );
    return paged(request, rows, ({ kind, title }, place) => ({
      rank: place + 1,
      id: 5_001 + place,
      listed_at: LISTED_AT,
      notes: list.notes ?? null,
      type: KINDS[kind],
      [KINDS[kind]]: title && shown(request, title),
    }));
  }
}

const EPISODE = {
  season: 2,
  number: 3,
  title: 'Handover',
  ids: { trakt: 70_003, tvdb: 7_700_105, imdb: '', tmdb: 9_902_012 },
};

function listRow({ user, slug, name = slug, description = '', movies = [], shows = [] }: TraktListGiven): object {
  return {
    like_count: 12,
    comment_count: 1,
    list: {
      name,
      description,
      privacy: 'public',
      share_link: `https://trakt.tv/lists/${slug}`,
      type: 'personal',
      display_numbers: false,
      allow_comments: true,
      sort_by: 'rank',
      sort_how: 'asc',
      created_at: LISTED_AT,
      updated_at: LISTED_AT,
      item_count: movies.length + shows.length,
      comment_count: 1,
      likes: 12,
      ids: { trakt: 55, slug },
      user: { username: user, private: false, deleted: false, name: user, vip: false, ids: { slug: user, trakt: 7 } },
    },
  };
}

function paged<T>(request: FakeRequest, all: readonly T[], rowOf: (one: T, place: number) => object): FakeAnswer {
  const page = Number(text(request.query.page) || '1');
  const limit = Math.min(Number(text(request.query.limit) || String(A_PAGE)), MOST_A_PAGE);
  if (!Number.isInteger(page) || page < 1 || !Number.isInteger(limit) || limit < 1) return { status: 400 };
  return {
    body: all.map(rowOf).slice((page - 1) * limit, page * limit),
    headers: {
      'x-pagination-page': String(page),
      'x-pagination-limit': String(limit),
      'x-pagination-page-count': String(Math.ceil(all.length / limit)),
      'x-pagination-item-count': String(all.length),
    },
  };
}

const shown = (request: FakeRequest, title: TraktTitle): object => shownTitle(title, text(request.query.extended));

function text(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
