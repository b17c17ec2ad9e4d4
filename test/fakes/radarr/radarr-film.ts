import { withoutNulls, type Fields } from '../servarr/servarr-fields.js';
import { ENGLISH, imagesOf, MEDIA_INFO, qualityModel } from '../servarr/servarr-fixed-answers.js';
import { BLURAY } from './radarr-fixed-answers.js';

/** A film that the fake's metadata service knows. Moments are ISO 8601; null leaves the field out. */
export interface RadarrFilm {
  readonly tmdbId: number;
  readonly title: string;
  readonly year: number;
  readonly overview: string;
  readonly runtime: number;
  readonly inCinemas: string | null;
  readonly digitalRelease: string | null;
  readonly physicalRelease: string | null;
  readonly certification: string | null;
  readonly genres: readonly string[];
  /** Does Radarr count it as released, by its own reckoning? */
  readonly isAvailable: boolean;
}

export type RadarrFilmGiven = Pick<RadarrFilm, 'tmdbId'> & Partial<RadarrFilm>;

/** A film in the fake's library. */
export interface RadarrStoredMovie {
  readonly id: number;
  readonly film: RadarrFilm;
  monitored: boolean;
  qualityProfileId: number;
  rootFolderPath: string;
  minimumAvailability: string;
  tags: readonly number[];
  readonly added: string;
  /** When a search for it last ran; null for never. */
  lastSearched: string | null;
  file: RadarrStoredFile | null;
}

export interface RadarrStoredFile {
  readonly id: number;
  readonly size: number;
  /** The first day of the year 1 where nothing is known. */
  readonly dateAdded: string;
  /** The profile would have a better one. */
  readonly cutoffUnmet: boolean;
  /** Where it lies, if not where Radarr would have put it. */
  readonly path?: string | undefined;
}

export function filmOf(given: RadarrFilmGiven): RadarrFilm {
  const { title = `Film ${given.tmdbId}`, year = 1925 } = given;
  const orDefault = (moment: string | null | undefined, monthAndDay: string): string | null =>
    moment === undefined ? `${year}-${monthAndDay}T00:00:00Z` : moment;
  return {
    tmdbId: given.tmdbId,
    title,
    year,
    overview: given.overview ?? `The story of ${title}.`,
    runtime: given.runtime ?? 95,
    inCinemas: orDefault(given.inCinemas, '05-10'),
    digitalRelease: orDefault(given.digitalRelease, '07-16'),
    physicalRelease: orDefault(given.physicalRelease, '09-03'),
    certification: given.certification === undefined ? 'PG-13' : given.certification,
    genres: given.genres ?? ['Drama'],
    isAvailable: given.isAvailable ?? true,
  };
}

const POSTERS = 'https://image.tmdb.org/t/p/original/demo-';

/** `Harbor.Lights.2024.1080p.WEB-DL-DEMO` */
export const releaseNameOf = (film: RadarrFilm): string =>
  `${film.title.replace(/[^A-Za-z0-9]+/g, '.')}.${film.year}.1080p.WEB-DL-DEMO`;

/** A film as Radarr writes it: in the library, or out of a lookup (`movie` null). */
export function movieResource(film: RadarrFilm, movie: RadarrStoredMovie | null): Fields {
  const folder = `${film.title} (${film.year})`;
  const size = movie?.file?.size ?? 0;
  return withoutNulls({
    id: movie?.id ?? 0,
    title: film.title,
    originalTitle: film.title,
    originalLanguage: ENGLISH,
    alternateTitles: [],
    secondaryYearSourceId: 0,
    sortTitle: film.title.toLowerCase(),
    sizeOnDisk: size,
    status: 'released',
    overview: film.overview,
    inCinemas: film.inCinemas,
    physicalRelease: film.physicalRelease,
    digitalRelease: film.digitalRelease,
    releaseDate: film.digitalRelease,
    images: movie ? imagesOf(movie.id, POSTERS, ['poster', 'fanart']) : [],
    website: 'https://films.example/',
    year: film.year,
    youTubeTrailerId: 'demo0000001',
    studio: 'Tideline Pictures',
    path: movie ? `${movie.rootFolderPath}/${folder}` : null,
    qualityProfileId: movie?.qualityProfileId ?? 0,
    hasFile: movie?.file != null,
    movieFileId: movie?.file?.id ?? 0,
    monitored: movie?.monitored ?? false,
    minimumAvailability: movie?.minimumAvailability ?? 'released',
    isAvailable: film.isAvailable,
    folderName: movie ? `${movie.rootFolderPath}/${folder}` : '',
    runtime: film.runtime,
    cleanTitle: film.title.toLowerCase().replace(/[^a-z0-9]/g, ''),
    imdbId: `tt${String(film.tmdbId).padStart(7, '0')}`,
    tmdbId: film.tmdbId,
    titleSlug: String(film.tmdbId),
    rootFolderPath: movie?.rootFolderPath ?? null,
    folder: movie ? null : folder,
    remotePoster: movie ? null : `${POSTERS}poster.jpg`,
    certification: film.certification,
    genres: film.genres,
    keywords: ['silent'],
    tags: movie?.tags ?? [],
    added: movie?.added ?? '0001-01-01T00:00:00Z',
    lastSearchTime: movie?.lastSearched ?? null,
    ratings: {
      imdb: { votes: 1204, value: 7.1, type: 'user' },
      tmdb: { votes: 311, value: 7.3, type: 'user' },
      rottenTomatoes: { votes: 0, value: 88, type: 'critic' },
    },
    movieFile: movie?.file ? fileResource(movie, movie.file) : null,
    collection: movie ? { title: `${film.title} Collection`, tmdbId: film.tmdbId + 9_000_000 } : null,
    popularity: 21.4,
    statistics: {
      movieFileCount: movie?.file ? 1 : 0,
      sizeOnDisk: size,
      releaseGroups: movie?.file ? ['DEMO'] : [],
    },
  });
}

export function fileResource(movie: RadarrStoredMovie, file: RadarrStoredFile): Fields {
  const { film } = movie;
  const name = `${film.title} (${film.year}) Bluray-1080p.mkv`;
  return {
    id: file.id,
    movieId: movie.id,
    relativePath: name,
    path: file.path ?? `${movie.rootFolderPath}/${film.title} (${film.year})/${name}`,
    size: file.size,
    dateAdded: file.dateAdded,
    sceneName: releaseNameOf(film),
    releaseGroup: 'DEMO',
    edition: '',
    languages: [ENGLISH],
    quality: qualityModel(BLURAY),
    customFormats: [{ id: 2, name: 'x265' }],
    customFormatScore: 10,
    indexerFlags: 0,
    mediaInfo: MEDIA_INFO,
    originalFilePath: `${releaseNameOf(film)}/film.mkv`,
    qualityCutoffNotMet: file.cutoffUnmet,
  };
}
