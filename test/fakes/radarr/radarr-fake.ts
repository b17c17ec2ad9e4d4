import { type FakeAnswer, type FakeRequest, FakeServer } from '../fake-server.js';
import { RadarrCommands } from './radarr-commands.js';
import { movieResource, type RadarrFilm, type RadarrFilmGiven, type RadarrStoredMovie } from './radarr-film.js';
import {
  qualityProfile,
  rootFolder,
  systemStatus,
  type RadarrProfile,
  type RadarrRootFolder,
} from './radarr-fixed-answers.js';
import { RadarrLibrary, type Fields, type RadarrMovieGiven, type RadarrRowGiven } from './radarr-library.js';
import { queuePage, type RadarrStoredRow } from './radarr-queue.js';

export interface RadarrFakeOptions {
  /** The key that it accepts. */
  readonly apiKey?: string;
  /** Path under which everything stands: `/radarr`. Calls outside of it are redirected there. */
  readonly urlBase?: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** A search for a release that really ran. */
export interface RadarrSearch {
  readonly movieId: number;
  /** `add`: by the option of an addition; `command`: by a MoviesSearch. */
  readonly via: 'add' | 'command';
}

const VERSION = '5.28.0.10274';

/** Radarr, API v3, with a state: a catalog for lookups, a library, a download queue, commands. */
export class RadarrFake extends FakeServer {
  readonly apiKey: string;
  /** While true every API call is answered 503, as during Radarr's own start. */
  startingUp = false;
  /** Every search that really ran, in order. */
  readonly searches: RadarrSearch[] = [];
  private readonly urlBase: string;
  private readonly library: RadarrLibrary;
  private readonly commands: RadarrCommands;

  /** Puts the state in place. */
  readonly given = {
    /** Films that a lookup finds. */
    catalog: (films: readonly RadarrFilmGiven[]): void => {
      for (const film of films) this.library.know(film);
    },
    /** A film in the library, monitored and without a file where nothing else is said. */
    movie: (given: RadarrMovieGiven): RadarrStoredMovie => {
      const movie = this.library.store(this.library.catalog.get(given.tmdbId) ?? this.library.know(given), given);
      if (given.hasFile) this.library.importFile(movie);
      return movie;
    },
    /** A row of the download queue. */
    queueRow: (given: RadarrRowGiven = {}): RadarrStoredRow => this.library.enqueue(given),
    /** These profiles, in place of the one it has from the start (id 4). */
    qualityProfiles: (profiles: readonly RadarrProfile[]): void => void (this.library.profiles = profiles),
    /** These folders, in place of the one it has from the start (`/movies`). */
    rootFolders: (folders: readonly RadarrRootFolder[]): void => void (this.library.folders = folders),
  };

  constructor({ apiKey = 'radarr-fake-key', urlBase = '', now = Date.now }: RadarrFakeOptions = {}) {
    super();
    this.apiKey = apiKey;
    this.urlBase = urlBase;
    this.library = new RadarrLibrary(now);
    this.commands = new RadarrCommands(now);
    this.addRoutes();
  }

  /** The library as it stands. */
  get movies(): readonly RadarrStoredMovie[] {
    return this.library.movies;
  }

  /** The library film with this TMDB id. */
  movie(tmdbId: number): RadarrStoredMovie | undefined {
    return this.library.movie(tmdbId);
  }

  /** A download of a library film begins, at nothing. */
  startDownload(tmdbId: number): void {
    this.library.enqueue({ tmdbId });
  }

  /** @param fraction how much of the film has come, 0 to 1 */
  advanceDownload(tmdbId: number, fraction: number): void {
    for (const row of this.library.queue) {
      if (row.movie?.film.tmdbId === tmdbId) row.sizeLeft = Math.round(row.size * (1 - fraction));
    }
  }

  /** The download is imported: the film has a file and its rows are gone from the queue. */
  finishDownload(tmdbId: number): void {
    this.library.importFile(this.library.wanted(tmdbId));
    this.library.clearQueue(tmdbId);
  }

  /** The film leaves the library, as if its owner had deleted it there. */
  removeMovie(tmdbId: number): void {
    this.library.remove(tmdbId);
  }

  protected override commonHeaders(): Readonly<Record<string, string>> {
    return { 'X-Application-Version': VERSION };
  }

  protected override gate(request: FakeRequest): FakeAnswer | undefined {
    if (!request.path.startsWith(`${this.urlBase}/`)) {
      return { status: 307, headers: { location: `${this.urlBase}${request.path}` } };
    }
    if (!request.path.startsWith(`${this.urlBase}/api`)) return undefined;
    if (this.startingUp) {
      return { status: 503, body: { errorMessage: 'Radarr is starting up, please try again later' } };
    }
    const { 'x-api-key': header, authorization } = request.headers;
    const bearer = typeof authorization === 'string' ? authorization.replace(/^Bearer /, '') : undefined;
    return (request.query.apikey ?? header ?? bearer) === this.apiKey ? undefined : { status: 401 };
  }

  private addRoutes(): void {
    const api = (key: string, handler: (request: FakeRequest) => FakeAnswer): void => {
      const [method, path] = key.split(' ');
      this.route(`${method} ${this.urlBase}/api/v3/${path}`, handler);
    };
    this.route(`GET ${this.urlBase}/ping`, () => ({ body: { status: 'OK' } }));
    api('GET system/status', () => ({ body: systemStatus(VERSION, this.urlBase, this.library.moment()) }));
    api('GET qualityprofile', () => ({ body: this.library.profiles.map(qualityProfile) }));
    api('GET rootfolder', () => ({ body: this.library.folders.map(rootFolder) }));
    api('GET movie', ({ query }) => ({ body: this.listed(query.tmdbId).map(inLibrary) }));
    api('GET movie/:id', ({ params }) =>
      found(this.movies.filter(({ id }) => id === Number(params.id)).map(inLibrary)[0]),
    );
    api('GET movie/lookup', ({ query }) => ({ body: this.lookedUp(String(query.term ?? '')) }));
    api('POST movie', ({ body }) => this.add(asFields(body)));
    api('PUT movie/editor', ({ body }) => this.edit(asFields(body)));
    api('DELETE movie/:id', ({ params }) => this.delete(Number(params.id)));
    api('GET queue', ({ query }) => ({ body: this.queuePage(query) }));
    api('GET command', () => ({ body: this.commands.resources() }));
    api('GET command/:id', ({ params }) => found(this.commands.resource(Number(params.id))));
    api('POST command', ({ body }) => this.command(asFields(body)));
  }

  private listed(tmdbId: unknown): readonly RadarrStoredMovie[] {
    return tmdbId === undefined ? this.movies : this.movies.filter(({ film }) => film.tmdbId === Number(tmdbId));
  }

  private lookedUp(term: string): readonly Fields[] {
    const [, id] = /^tmdb(?:id)?:(\d+)$/.exec(term) ?? [];
    const fits = (film: RadarrFilm): boolean =>
      id === undefined ? film.title.toLowerCase().includes(term.toLowerCase()) : film.tmdbId === Number(id);
    return [...this.library.catalog.values()]
      .filter(fits)
      .map((film) => ({ ...movieResource(film, null), id: this.movie(film.tmdbId)?.id ?? 0 }));
  }

  private add(body: Fields): FakeAnswer {
    const failures = this.library.refusals(body);
    const film = this.library.catalog.get(Number(body.tmdbId));
    if (failures.length > 0 || !film) return { status: 400, body: failures };
    const movie = this.library.store(film, body);
    if (asFields(body.addOptions).searchForMovie === true) {
      this.commands.give('MoviesSearch', { movieIds: [movie.id] });
      this.searches.push({ movieId: movie.id, via: 'add' });
    }
    return { status: 201, body: inLibrary(movie) };
  }

  private edit({ movieIds, monitored }: Fields): FakeAnswer {
    const chosen = this.movies.filter(({ id }) => Array.isArray(movieIds) && movieIds.includes(id));
    for (const movie of chosen) {
      if (typeof monitored === 'boolean') movie.monitored = monitored;
    }
    return { status: 202, body: chosen.map(inLibrary) };
  }

  private delete(id: number): FakeAnswer {
    const movie = this.movies.find((one) => one.id === id);
    if (movie) this.library.remove(movie.film.tmdbId);
    return found(movie && {});
  }

  private queuePage(query: FakeRequest['query']): Fields {
    const unknownToo = query.includeUnknownMovieItems === 'true';
    return queuePage(
      this.library.queue.filter(({ movie }) => movie !== null || unknownToo),
      {
        page: Number(query.page ?? 1),
        pageSize: Number(query.pageSize ?? 10),
        includeMovie: query.includeMovie === 'true',
      },
    );
  }

  private command({ name, ...args }: Fields): FakeAnswer {
    const { id, fresh } = this.commands.give(String(name), args);
    if (fresh && name === 'MoviesSearch' && Array.isArray(args.movieIds)) {
      for (const movieId of args.movieIds) this.searches.push({ movieId: Number(movieId), via: 'command' });
    }
    return { status: 201, body: this.commands.resource(id) };
  }
}

const inLibrary = (movie: RadarrStoredMovie): Fields => movieResource(movie.film, movie);

const found = (body: unknown): FakeAnswer =>
  body === undefined ? { status: 404, body: { message: 'NotFound' } } : { body };

const asFields = (body: unknown): Fields => (typeof body === 'object' && body !== null ? (body as Fields) : {});
