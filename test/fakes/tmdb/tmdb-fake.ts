import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';
import { FIRST_CERTIFICATIONS, type TmdbCertifications } from './tmdb-certifications.js';
import { filmDetailOf, filmOf, filmRowOf, type TmdbFilm, type TmdbFilmGiven } from './tmdb-film.js';
import { seriesDetailOf, seriesOf, seriesRowOf, type TmdbSeries, type TmdbSeriesGiven } from './tmdb-series.js';

const PER_PAGE = 20;
const LAST_PAGE = 500;

const refusal = (status: number, status_code: number, status_message: string): FakeAnswer => ({
  status,
  body: { success: false, status_code, status_message },
});

const BAD_KEY = refusal(401, 7, 'Invalid API key: You must be granted a valid key.');
const KEY_TAKEN = { success: true, status_code: 1, status_message: 'Success.' };
const NOT_FOUND = refusal(404, 34, 'The resource you requested could not be found.');
const BAD_PAGE = refusal(400, 22, 'Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.');
const OVER_LIMIT = refusal(429, 25, 'Your request count is over the allowed limit.');

/**
 * TMDB v3 with a state of films and series: search, popular, trending and details with their appended parts.
 *
 * Lists are ordered by popularity, the highest first, and by id among equals.
 */
export class TmdbFake extends FakeServer {
  /** The read access token that it accepts as a bearer. */
  readonly token: string;
  private readonly films = new Map<number, TmdbFilm>();
  private readonly shows = new Map<number, TmdbSeries>();
  private certifications = FIRST_CERTIFICATIONS;

  /** Puts the state in place. */
  readonly given = {
    /** The catalog holds this film, in place of an earlier one of its id. */
    film: (given: TmdbFilmGiven): TmdbFilm => {
      const film = filmOf(given);
      this.films.set(film.id, film);
      return film;
    },
    /** The catalog has no such film. */
    noFilm: (id: number): void => void this.films.delete(id),
    /** The catalog holds this series, in place of an earlier one of its id. */
    series: (given: TmdbSeriesGiven): TmdbSeries => {
      const series = seriesOf(given);
      this.shows.set(series.id, series);
      return series;
    },
    /** These are the rating schemes of films or series, in place of the earlier ones. */
    certifications: (kind: 'movie' | 'tv', schemes: TmdbCertifications): void => {
      this.certifications = { ...this.certifications, [kind]: schemes };
    },
    /** The catalog has no such series. */
    noSeries: (id: number): void => void this.shows.delete(id),
  };

  constructor({ token = 'tmdb-read-access-token' }: { readonly token?: string } = {}) {
    super();
    this.token = token;
    this.route('GET /3/authentication', () => ({ body: KEY_TAKEN }));
    this.route('GET /3/search/multi', (request) => this.search(request));
    this.route('GET /3/movie/popular', (request) => this.page(request, ranked(this.films).map(filmRowOf)));
    this.route('GET /3/tv/popular', (request) => this.page(request, ranked(this.shows).map(seriesRowOf)));
    this.route('GET /3/trending/all/:window', (request) => this.trending(request));
    this.route('GET /3/certification/movie/list', () => ({ body: { certifications: this.certifications.movie } }));
    this.route('GET /3/certification/tv/list', () => ({ body: { certifications: this.certifications.tv } }));
    this.route('GET /3/movie/:id', (request) => {
      const film = this.films.get(Number(request.params.id));
      return film ? { body: filmDetailOf(film, appendedIn(request)) } : NOT_FOUND;
    });
    this.route('GET /3/tv/:id', (request) => {
      const series = this.shows.get(Number(request.params.id));
      return series ? { body: seriesDetailOf(series, appendedIn(request)) } : NOT_FOUND;
    });
  }

  /** Base address with the version, as a client is given it. */
  get apiUrl(): string {
    return `${this.url}/3`;
  }

  /** Makes the next calls of a route meet the rate limit. */
  limitRate(key: string, { retryAfterSeconds = 1, times = 1 } = {}): void {
    this.fail(key, { ...OVER_LIMIT, headers: { 'retry-after': String(retryAfterSeconds) } }, times);
  }

  protected override gate(request: FakeRequest): FakeAnswer | undefined {
    return request.headers.authorization === `Bearer ${this.token}` ? undefined : BAD_KEY;
  }

  protected override unknownRoute(): FakeAnswer {
    return NOT_FOUND;
  }

  private search(request: FakeRequest): FakeAnswer {
    const words = text(request.query.query).trim().toLowerCase();
    const found = words === '' ? [] : this.mixed().filter(({ title }) => title.toLowerCase().includes(words));
    const rows = found.map(({ row }) => row);
    return this.page(request, rows);
  }

  private trending(request: FakeRequest): FakeAnswer {
    const known = ['day', 'week'].includes(request.params.window ?? '');
    const rows = this.mixed().map(({ row }) => row);
    return known ? this.page(request, rows) : NOT_FOUND;
  }

  private page(request: FakeRequest, rows: readonly object[]): FakeAnswer {
    const page = Number(text(request.query.page) || '1');
    if (!Number.isInteger(page) || page < 1 || page > LAST_PAGE) return BAD_PAGE;
    const results = rows.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    const total_pages = Math.max(1, Math.ceil(rows.length / PER_PAGE));
    return { body: { page, results, total_pages, total_results: rows.length } };
  }

  private mixed(): readonly Mixed[] {
    const films = [...this.films.values()].map((film) => mixed(film, film.title, 'movie', filmRowOf(film)));
    const shows = [...this.shows.values()].map((series) => mixed(series, series.name, 'tv', seriesRowOf(series)));
    return [...films, ...shows].sort(byRank);
  }
}

/** What lists are ordered by. */
interface Ranked {
  readonly id: number;
  readonly popularity: number;
}

/** A row of a list of films and series, with what it is found by. */
interface Mixed extends Ranked {
  readonly title: string;
  readonly row: object;
}

function mixed({ id, popularity }: Ranked, title: string, media_type: string, row: object): Mixed {
  return { id, popularity, title, row: { ...row, media_type } };
}

function byRank(a: Ranked, b: Ranked): number {
  return b.popularity - a.popularity || a.id - b.id;
}

function ranked<T extends Ranked>(titles: ReadonlyMap<number, T>): readonly T[] {
  return [...titles.values()].sort(byRank);
}

function appendedIn(request: FakeRequest): readonly string[] {
  return text(request.query.append_to_response).split(',');
}

function text(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
