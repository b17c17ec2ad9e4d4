import { filmOf, type RadarrFilm, type RadarrFilmGiven, type RadarrStoredMovie } from './radarr-film.js';
import { validationFailure, type RadarrProfile, type RadarrRootFolder } from './radarr-fixed-answers.js';
import { queueTitleOf, type RadarrStoredRow } from './radarr-queue.js';

/** What `given.movie` takes; a film unknown to the catalog is put there too. */
export type RadarrMovieGiven = RadarrFilmGiven &
  Partial<Pick<RadarrStoredMovie, 'monitored' | 'qualityProfileId' | 'rootFolderPath'>> & {
    readonly hasFile?: boolean;
  };

/** What `given.queueRow` takes; without a `tmdbId` it is a download that Radarr can't match with a film. */
export interface RadarrRowGiven {
  readonly tmdbId?: number;
  readonly status?: string;
  readonly size?: number;
  readonly sizeLeft?: number;
  readonly downloadId?: string;
}

/** The body of an addition, or of an edit. */
export type Fields = Readonly<Record<string, unknown>>;

const FILM_BYTES = 5_368_709_120;

/** What the fake remembers: the films that lookups know, its own library, its download queue. */
export class RadarrLibrary {
  readonly catalog = new Map<number, RadarrFilm>();
  movies: readonly RadarrStoredMovie[] = [];
  queue: readonly RadarrStoredRow[] = [];
  profiles: readonly RadarrProfile[] = [{ id: 4, name: 'HD-1080p' }];
  folders: readonly RadarrRootFolder[] = [{ id: 1, path: '/movies', accessible: true }];
  private lastId = 11;

  /** @param now epoch milliseconds */
  constructor(private readonly now: () => number) {}

  /** The present moment as Radarr writes it. */
  moment(): string {
    return new Date(this.now()).toISOString();
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
    const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
    const movie: RadarrStoredMovie = {
      id: this.nextId(),
      film,
      monitored: fields.monitored !== false,
      qualityProfileId: Number(fields.qualityProfileId ?? this.profiles[0]?.id ?? 0),
      rootFolderPath: text(fields.rootFolderPath, this.folders[0]?.path ?? '/movies'),
      minimumAvailability: text(fields.minimumAvailability, 'released'),
      tags: Array.isArray(fields.tags) ? fields.tags.map(Number) : [],
      added: this.moment(),
      file: null,
    };
    this.movies = [...this.movies, movie];
    return movie;
  }

  importFile(movie: RadarrStoredMovie): void {
    movie.file = { id: this.nextId(), size: FILM_BYTES, dateAdded: this.moment() };
  }

  remove(tmdbId: number): void {
    this.movies = this.movies.filter(({ film }) => film.tmdbId !== tmdbId);
    this.clearQueue(tmdbId);
  }

  enqueue(given: RadarrRowGiven): RadarrStoredRow {
    const movie = given.tmdbId === undefined ? null : this.wanted(given.tmdbId);
    const id = this.nextId();
    const row: RadarrStoredRow = {
      id,
      movie,
      title: queueTitleOf(movie?.film ?? null),
      status: given.status ?? 'downloading',
      downloadId: given.downloadId ?? id.toString(16).toUpperCase().padStart(40, 'D'),
      size: given.size ?? FILM_BYTES,
      sizeLeft: given.sizeLeft ?? given.size ?? FILM_BYTES,
      added: this.moment(),
    };
    this.queue = [...this.queue, row];
    return row;
  }

  clearQueue(tmdbId: number): void {
    this.queue = this.queue.filter(({ movie }) => movie?.film.tmdbId !== tmdbId);
  }

  /** What the validators object to in an addition; empty when it may be made. */
  refusals({ tmdbId, rootFolderPath: path, qualityProfileId: profile }: Fields): readonly Fields[] {
    const failures: Fields[] = [];
    if (this.movie(Number(tmdbId))) {
      failures.push(validationFailure('TmdbId', 'MovieExistsValidator', 'This movie has already been added', tmdbId));
    } else if (!this.catalog.has(Number(tmdbId))) {
      failures.push(validationFailure('TmdbId', 'NotEmptyValidator', 'A movie with this ID was not found', tmdbId));
    }
    if (!this.folders.some((folder) => folder.path === path)) {
      const message = `Root folder '${String(path)}' does not exist`;
      failures.push(validationFailure('RootFolderPath', 'RootFolderExistsValidator', message, path));
    }
    if (!this.profiles.some(({ id }) => id === profile)) {
      const message = 'Quality Profile does not exist';
      failures.push(validationFailure('QualityProfileId', 'QualityProfileExistsValidator', message, profile));
    }
    return failures;
  }

  private nextId(): number {
    return ++this.lastId;
  }
}
