import { asText, type Fields } from '../servarr/servarr-fields.js';
import { validationFailure } from '../servarr/servarr-fixed-answers.js';
import type { ServarrRowGiven } from '../servarr/servarr-queue.js';
import { ServarrStore } from '../servarr/servarr-store.js';
import { filmOf, type RadarrFilm, type RadarrFilmGiven, type RadarrStoredMovie } from './radarr-film.js';
import { queueTitleOf, type RadarrStoredRow } from './radarr-queue.js';

/** What `given.movie` takes; a film unknown to the catalog is put there too. */
export type RadarrMovieGiven = RadarrFilmGiven &
  Partial<Pick<RadarrStoredMovie, 'monitored' | 'qualityProfileId' | 'rootFolderPath'>> & {
    readonly hasFile?: boolean;
    /** When its file was imported isn't known. */
    readonly undatedFile?: boolean;
    /** Its file is one that the profile would have better. */
    readonly cutoffUnmet?: boolean;
    /** Where its file lies, if not where Radarr would have put it. */
    readonly filePath?: string;
  };

/** What `given.queueRow` takes; without a `tmdbId` it is a download that Radarr can't match with a film. */
export type RadarrRowGiven = ServarrRowGiven & { readonly tmdbId?: number };

/** Something that happened to a download of a film. */
export interface RadarrStoredHappening {
  readonly movie: RadarrStoredMovie;
  readonly eventType: 'grabbed' | 'downloadFailed' | 'movieFileDeleted';
  readonly date: string;
}

type FileGiven = Pick<RadarrMovieGiven, 'cutoffUnmet' | 'undatedFile' | 'filePath'>;

const FILM_BYTES = 5_368_709_120;

/** What the fake remembers: the films that lookups know, its own library, its download queue. */
export class RadarrLibrary extends ServarrStore {
  readonly catalog = new Map<number, RadarrFilm>();
  movies: readonly RadarrStoredMovie[] = [];
  queue: readonly RadarrStoredRow[] = [];
  happenings: readonly RadarrStoredHappening[] = [];

  /** @param now epoch milliseconds */
  constructor(now: () => number) {
    super(now, [{ id: 4, name: 'HD-1080p' }], [{ id: 1, path: '/movies', accessible: true }]);
  }

  know(given: RadarrFilmGiven): RadarrFilm {
    const film = filmOf(given);
    this.catalog.set(film.tmdbId, film);
    return film;
  }

  movie(tmdbId: number): RadarrStoredMovie | undefined {
    return this.movies.find(({ film }) => film.tmdbId === tmdbId);
  }

  /** The library film of this id; a script that names another one is wrong. */
  wanted(tmdbId: number): RadarrStoredMovie {
    const movie = this.movie(tmdbId);
    if (!movie) throw new Error(`the fake's library has no film ${tmdbId}`);
    return movie;
  }

  /** Puts a film into the library, with what the fields say of it. */
  store(film: RadarrFilm, fields: Fields): RadarrStoredMovie {
    const movie: RadarrStoredMovie = {
      id: this.nextId(),
      film,
      monitored: fields.monitored !== false,
      ...this.placeOf(fields),
      minimumAvailability: asText(fields.minimumAvailability, 'released'),
      tags: Array.isArray(fields.tags) ? fields.tags.map(Number) : [],
      added: this.moment(),
      lastSearched: null,
      file: null,
    };
    this.movies = [...this.movies, movie];
    return movie;
  }

  importFile(movie: RadarrStoredMovie, { cutoffUnmet = false, undatedFile = false, filePath }: FileGiven = {}): void {
    const dateAdded = undatedFile ? '0001-01-01T00:00:00Z' : this.moment();
    movie.file = { id: this.nextId(), size: FILM_BYTES, dateAdded, cutoffUnmet, path: filePath };
  }

  remove(tmdbId: number): void {
    this.movies = this.movies.filter(({ film }) => film.tmdbId !== tmdbId);
    this.clearQueue(tmdbId);
  }

  enqueue(given: RadarrRowGiven): RadarrStoredRow {
    const movie = given.tmdbId === undefined ? null : this.wanted(given.tmdbId);
    const row: RadarrStoredRow = { ...this.newRow(queueTitleOf(movie?.film ?? null), FILM_BYTES, given), movie };
    this.queue = [...this.queue, row];
    return row;
  }

  clearQueue(tmdbId: number): void {
    this.queue = this.queue.filter(({ movie }) => movie?.film.tmdbId !== tmdbId);
  }

  /** What the validators object to in an addition; empty when it may be made. */
  refusals(body: Fields): readonly Fields[] {
    return [...this.filmRefusals(body), ...this.placeRefusals(body)];
  }

  private filmRefusals({ tmdbId }: Fields): readonly Fields[] {
    if (this.movie(Number(tmdbId))) {
      return [validationFailure('TmdbId', 'MovieExistsValidator', 'This movie has already been added', tmdbId)];
    }
    if (this.catalog.has(Number(tmdbId))) return [];
    return [validationFailure('TmdbId', 'NotEmptyValidator', 'A movie with this ID was not found', tmdbId)];
  }
}
