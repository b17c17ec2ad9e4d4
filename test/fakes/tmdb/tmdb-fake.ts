import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';
import { FIRST_CERTIFICATIONS, type TmdbCertifications } from './tmdb-certifications.js';
import { collectionOf, collectionRowOf, type TmdbCollection, type TmdbCollectionGiven } from './tmdb-collection.js';
import { filmDetailOf, filmOf, filmRowOf, type TmdbFilm, type TmdbFilmGiven } from './tmdb-film.js';
import { type Filters, filmFits, seriesFits, sortedFilms, sortedSeries } from './tmdb-discover.js';
import {
  castRowOf,
  crewRowOf,
  personOf,
  personRowOf,
  type TmdbPart,
  type TmdbPerson,
  type TmdbPersonGiven,
} from './tmdb-person.js';
import { GENRES, LANGUAGES, TERMS, WATCH_PROVIDERS, WATCH_REGIONS } from './tmdb-reference.js';
import {
  seasonDetailOf,
  seriesDetailOf,
  seriesFoundBy,
  seriesOf,
  seriesRowOf,
  type TmdbSeries,
  type TmdbSeriesGiven,
} from './tmdb-series.js';

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

/** The span of what is in cinemas. */
const DATES = { maximum: '2026-11-20', minimum: '2026-10-09' };
const KINDS = ['movie', 'tv'] as const;
const RELATIONS = ['recommendations', 'similar'] as const;

/**
 * TMDB v3 with a state of films, series and people: search, lists, browse, and details with their appended parts.
 *
 * Lists are ordered by popularity, the highest first, and by id among equals. Lists that a test has not set
 * (in cinemas, on the air) have all titles.
 */
export class TmdbFake extends FakeServer {
  /** The read access token that it accepts as a bearer. */
  readonly token: string;
  private readonly films = new Map<number, TmdbFilm>();
  private readonly shows = new Map<number, TmdbSeries>();
  private readonly people = new Map<number, TmdbPerson>();
  private readonly parts = new Map<number, readonly TmdbPart[]>();
  private readonly collections = new Map<number, TmdbCollection>();
  private readonly related = new Map<string, readonly number[]>();
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
    /** The catalog holds this person, in place of an earlier one of their id. */
    person: (given: TmdbPersonGiven): TmdbPerson => {
      const person = personOf(given);
      this.people.set(person.id, person);
      this.parts.set(person.id, given.parts ?? []);
      return person;
    },
    /** The catalog holds this collection, in place of an earlier one of its id. */
    collection: (given: TmdbCollectionGiven): TmdbCollection => {
      const collection = collectionOf(given);
      this.collections.set(collection.id, collection);
      return collection;
    },
    /** These titles of the same kind stand beside this one, recommended and similar. */
    beside: (kind: 'movie' | 'tv', id: number, others: readonly number[]): void =>
      void this.related.set(`${kind}/${id}`, others),
    /** These are the rating schemes of films or series, in place of the earlier ones. */
    certifications: (kind: 'movie' | 'tv', schemes: TmdbCertifications): void => {
      this.certifications = { ...this.certifications, [kind]: schemes };
    },
    /** The catalog has no such series. */
    noSeries: (id: number): void => void this.shows.delete(id),
    /** The catalog has no title and no person. */
    nothing: (): void => {
      for (const held of [this.films, this.shows, this.people, this.parts, this.collections, this.related])
        held.clear();
    },
  };

  constructor({ token = 'tmdb-read-access-token' }: { readonly token?: string } = {}) {
    super();
    this.token = token;
    this.route('GET /3/authentication', () => ({ body: KEY_TAKEN }));
    this.route('GET /3/search/multi', (request) => this.search(request));
    this.route('GET /3/movie/popular', (request) => this.page(request, ranked(this.films).map(filmRowOf)));
    this.route('GET /3/tv/popular', (request) => this.page(request, ranked(this.shows).map(seriesRowOf)));
    this.routeLists();
    this.routePeople();
    this.routeReference();
    this.route('GET /3/trending/all/:window', (request) => this.trending(request));
    for (const kind of ['movie', 'tv'])
      this.route(`GET /3/trending/${kind}/:window`, (request) =>
        this.trending(request, ({ media_type }) => media_type === kind),
      );
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
    this.route('GET /3/collection/:id', ({ params }) => {
      const collection = this.collections.get(Number(params.id)) ?? this.collectionNamed(Number(params.id));
      if (!collection) return NOT_FOUND;
      const films = collection.parts.flatMap((id) => this.films.get(id) ?? []);
      return { body: { ...collection, parts: films.map(collectionRowOf) } };
    });
    this.route('GET /3/find/:id', ({ params, query }) => ({
      body: seriesFoundBy(this.shows.values(), params.id, query),
    }));
    this.route('GET /3/tv/:id/season/:number', ({ params }) => {
      const series = this.shows.get(Number(params.id));
      const season = series && seasonDetailOf(series, Number(params.number));
      return season ? { body: season } : NOT_FOUND;
    });
  }

  /** A collection that films name, where a test has said nothing more of it: they are its parts. */
  private collectionNamed(id: number): TmdbCollection | undefined {
    const films = [...this.films.values()].filter(
      ({ belongs_to_collection: of }) => of !== null && 'id' in of && of.id === id,
    );
    return films.length > 0 ? collectionOf({ id, parts: films.map((film) => film.id) }) : undefined;
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

  private routeLists(): void {
    this.route('GET /3/movie/top_rated', (request) => this.page(request, this.filmRows({}, 'vote_average.desc')));
    this.route('GET /3/movie/now_playing', (request) => this.page(request, this.filmRows({}), { dates: DATES }));
    this.route('GET /3/tv/top_rated', (request) => this.page(request, this.seriesRows({}, 'vote_average.desc')));
    this.route('GET /3/tv/on_the_air', (request) => this.page(request, this.seriesRows({})));
    this.route('GET /3/discover/movie', (request) => this.page(request, this.filmRows(filtersIn(request))));
    this.route('GET /3/discover/tv', (request) => this.page(request, this.seriesRows(filtersIn(request))));
    for (const kind of KINDS)
      for (const relation of RELATIONS)
        this.route(`GET /3/${kind}/:id/${relation}`, (request) => {
          const id = Number(request.params.id);
          const others = this.related.get(`${kind}/${id}`) ?? [];
          const rows = others.map((other) => this.rowOf(kind, other)).filter((row) => row !== undefined);
          const named = relation === 'similar' ? rows : rows.map((row) => ({ ...row, media_type: kind }));
          return this.rowOf(kind, id) ? this.page(request, named) : NOT_FOUND;
        });
  }

  private routePeople(): void {
    this.route('GET /3/person/:id', ({ params }) => {
      const person = this.people.get(Number(params.id));
      return person ? { body: person } : NOT_FOUND;
    });
    this.route('GET /3/person/:id/combined_credits', ({ params }) => {
      const id = Number(params.id);
      if (!this.people.has(id)) return NOT_FOUND;
      const parts = (this.parts.get(id) ?? []).flatMap((part) => {
        const row = this.rowOf(part.kind, part.id);
        return row ? [{ part, row }] : [];
      });
      const cast = parts.filter(({ part }) => part.job === undefined);
      const crew = parts.filter(({ part }) => part.job !== undefined);
      const castRows = cast.map(({ row, part }, order) => castRowOf(row, part, order));
      return { body: { cast: castRows, crew: crew.map(({ row, part }) => crewRowOf(row, part)), id } };
    });
  }

  private routeReference(): void {
    for (const kind of KINDS) {
      this.route(`GET /3/genre/${kind}/list`, () => ({ body: { genres: GENRES[kind] } }));
      this.route(`GET /3/watch/providers/${kind}`, ({ query }) => {
        const there = WATCH_PROVIDERS.filter((one) => one.kind === kind && one.region === query.watch_region);
        return { body: { results: there.map(({ row }) => row) } };
      });
    }
    for (const what of ['keyword', 'company'] as const)
      this.route(`GET /3/search/${what}`, (request) => {
        const words = text(request.query.query).trim().toLowerCase();
        const found = words === '' ? [] : TERMS[what].filter(({ name }) => name.toLowerCase().includes(words));
        return this.page(request, found);
      });
    this.route('GET /3/watch/providers/regions', () => ({ body: { results: WATCH_REGIONS } }));
    this.route('GET /3/configuration/languages', () => ({ body: LANGUAGES }));
  }

  private filmRows(filters: Filters, sortBy = filters.sort_by): readonly object[] {
    const films = ranked(this.films).filter((film) => filmFits(film, filters, this.certifications.movie));
    return sortedFilms(films, sortBy).map(filmRowOf);
  }

  private seriesRows(filters: Filters, sortBy = filters.sort_by): readonly object[] {
    return sortedSeries(
      ranked(this.shows).filter((series) => seriesFits(series, filters)),
      sortBy,
    ).map(seriesRowOf);
  }

  private rowOf(kind: 'movie' | 'tv', id: number): Record<string, unknown> | undefined {
    const film = kind === 'movie' ? this.films.get(id) : undefined;
    const series = kind === 'tv' ? this.shows.get(id) : undefined;
    return (film && filmRowOf(film)) ?? (series && seriesRowOf(series));
  }

  private personMixed(person: TmdbPerson): Mixed {
    const knownFor = (this.parts.get(person.id) ?? []).flatMap(({ kind, id }) => {
      const row = this.rowOf(kind, id);
      return row ? [{ ...row, media_type: kind }] : [];
    });
    return mixed(person, person.name, 'person', personRowOf(person, knownFor));
  }

  private search(request: FakeRequest): FakeAnswer {
    const words = text(request.query.query).trim().toLowerCase();
    const found = [...this.mixed(), ...[...this.people.values()].map((each) => this.personMixed(each))].sort(byRank);
    const rows = found.filter(({ title }) => words !== '' && title.toLowerCase().includes(words)).map(({ row }) => row);
    return this.page(request, rows);
  }

  private trending(request: FakeRequest, isListed: (row: MixedRow) => boolean = () => true): FakeAnswer {
    const known = ['day', 'week'].includes(request.params.window ?? '');
    const rows = this.mixed()
      .map(({ row }) => row)
      .filter(isListed);
    return known ? this.page(request, rows) : NOT_FOUND;
  }

  private page(request: FakeRequest, rows: readonly object[], beside: object = {}): FakeAnswer {
    const page = Number(text(request.query.page) || '1');
    if (!Number.isInteger(page) || page < 1 || page > LAST_PAGE) return BAD_PAGE;
    const results = rows.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    const total_pages = Math.max(1, Math.ceil(rows.length / PER_PAGE));
    return { body: { page, results, total_pages, total_results: rows.length, ...beside } };
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
  readonly row: MixedRow;
}

/** As every list has it that mixes kinds, and the trending ones that don't. */
interface MixedRow {
  readonly media_type: string;
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

function filtersIn({ query }: FakeRequest): Filters {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, text(value)]));
}

function text(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
