import type { FakeAnswer } from '../fake-server.js';
import { ServarrFake } from '../servarr/servarr-fake.js';
import type { ServarrFakeOptions } from '../servarr/servarr-server.js';
import { asFields, found, type Fields } from '../servarr/servarr-fields.js';
import type { Delivery } from '../servarr/servarr-notifications.js';
import { queuePage } from '../servarr/servarr-queue.js';
import { radarrEvent, type RadarrEvent } from './radarr-events.js';
import { movieResource, type RadarrFilm, type RadarrFilmGiven, type RadarrStoredMovie } from './radarr-film.js';
import { RADARR } from './radarr-fixed-answers.js';
import {
  RadarrLibrary,
  type RadarrMovieGiven,
  type RadarrRowGiven,
  type RadarrStoredHappening,
} from './radarr-library.js';
import { readingRoutes } from './radarr-reading.js';
import { queueResource, type RadarrStoredRow } from './radarr-queue.js';

/** A search for a release that really ran. */
export interface RadarrSearch {
  readonly movieId: number;
  /** `add`: by the option of an addition; `command`: by a MoviesSearch. */
  readonly via: 'add' | 'command';
}

/** Radarr, API v3, with a state: a catalog for lookups, a library, a download queue, commands. */
export class RadarrFake extends ServarrFake<RadarrLibrary> {
  /** Every search that really ran, in order. */
  readonly searches: RadarrSearch[] = [];

  /** Puts the state in place. */
  readonly given = {
    ...this.givenPlaces,
    /** Films that a lookup finds. */
    catalog: (films: readonly RadarrFilmGiven[]): void => {
      for (const film of films) this.library.know(film);
    },
    /** A film in the library, monitored and without a file where nothing else is said. */
    movie: (given: RadarrMovieGiven): RadarrStoredMovie => {
      const movie = this.library.store(this.library.catalog.get(given.tmdbId) ?? this.library.know(given), given);
      if (given.hasFile) this.library.importFile(movie, given);
      return movie;
    },
    /** A row of the download queue. */
    queueRow: (given: RadarrRowGiven = {}): RadarrStoredRow => this.library.enqueue(given),
    /** Something that happened to a library film now. */
    happening: (tmdbId: number, eventType: RadarrStoredHappening['eventType']): void => {
      const one = { movie: this.library.wanted(tmdbId), eventType, date: this.library.moment() };
      this.library.happenings = [one, ...this.library.happenings];
    },
  };

  constructor({ now = Date.now, ...options }: ServarrFakeOptions = {}) {
    super(RADARR, new RadarrLibrary(now), { now, ...options });
    this.addRoutes();
  }

  /** The library as it is. */
  get movies(): readonly RadarrStoredMovie[] {
    return this.library.movies;
  }

  /** The library film with this TMDB id. */
  movie(tmdbId: number): RadarrStoredMovie | undefined {
    return this.library.movie(tmdbId);
  }

  /** A download of a library film begins, at nothing. */
  startDownload(tmdbId: number): void {
    this.given.happening(tmdbId, 'grabbed');
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

  /** Sends every webhook that subscribes to the event what happened to a film, whether or not it is in the library. */
  sendWebhook(event: RadarrEvent, tmdbId: number, more: Fields = {}): Promise<readonly Delivery[]> {
    const film = this.library.catalog.get(tmdbId);
    if (!film) throw new Error(`the fake knows no film ${tmdbId}`);
    return this.notifications.send(radarrEvent(event, film, this.movie(tmdbId)?.id ?? 0, more));
  }

  /** The film leaves the library, as if its owner had deleted it there. */
  removeMovie(tmdbId: number): void {
    this.library.remove(tmdbId);
  }

  protected override carryOut(name: string, { movieIds }: Fields): void {
    if (name !== 'MoviesSearch' || !Array.isArray(movieIds)) return;
    for (const movieId of movieIds) this.search(Number(movieId), 'command');
  }

  private addRoutes(): void {
    for (const [key, handler] of Object.entries(readingRoutes(this.library))) this.api(key, handler);
    this.api('GET movie', ({ query }) => ({ body: this.listed(query.tmdbId).map(inLibrary) }));
    this.api('GET movie/:id', ({ params }) =>
      found(this.movies.filter(({ id }) => id === Number(params.id)).map(inLibrary)[0]),
    );
    this.api('GET movie/lookup', ({ query }) => ({ body: this.lookedUp(String(query.term ?? '')) }));
    this.api('POST movie', ({ body }) => this.add(asFields(body)));
    this.api('PUT movie/editor', ({ body }) => this.edit(asFields(body)));
    this.api('DELETE movie/:id', ({ params }) => this.delete(Number(params.id)));
    this.api('GET queue', ({ query }) => {
      const unknownToo = query.includeUnknownMovieItems === 'true';
      const rows = this.library.queue.filter(({ movie }) => movie !== null || unknownToo);
      return { body: queuePage(rows, query, (row) => queueResource(row, query.includeMovie === 'true')) };
    });
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
      this.search(movie.id, 'add');
    }
    return { status: 201, body: inLibrary(movie) };
  }

  private search(movieId: number, via: RadarrSearch['via']): void {
    this.searches.push({ movieId, via });
    const movie = this.movies.find(({ id }) => id === movieId);
    if (movie) movie.lastSearched = this.library.moment();
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
}

const inLibrary = (movie: RadarrStoredMovie): Fields => movieResource(movie.film, movie);
