import type { FakeAnswer, FakeRequest } from '../fake-server.js';
import { found, withoutNulls, type Fields } from '../servarr/servarr-fields.js';
import { ENGLISH, qualityModel } from '../servarr/servarr-fixed-answers.js';
import { calendarSpan, historyPage, recordFilter, recordPage } from '../servarr/servarr-page.js';
import {
  fileResource,
  movieResource,
  releaseNameOf,
  type RadarrStoredFile,
  type RadarrStoredMovie,
} from './radarr-film.js';
import { BLURAY } from './radarr-fixed-answers.js';
import type { RadarrLibrary, RadarrStoredHappening } from './radarr-library.js';

type Handler = (request: FakeRequest) => FakeAnswer;

/** What a library is browsed with beside its films and its queue: calendar, history and what is wanted. */
export function readingRoutes(library: RadarrLibrary): Readonly<Record<string, Handler>> {
  const film = (movie: RadarrStoredMovie): Fields => movieResource(movie.film, movie);
  return {
    'GET moviefile/:id': ({ params }) => {
      const movie = library.movies.find(({ file }) => file?.id === Number(params.id));
      return found(movie?.file ? fileResource(movie, movie.file) : undefined);
    },
    'GET calendar': ({ query }) => {
      const isAsked = calendarSpan(query, library.now());
      const films = library.movies.filter(
        (movie) => (movie.monitored || query.unmonitored === 'true') && releasesOf(movie).some(isAsked),
      );
      return { body: films.map(film) };
    },
    'GET history': ({ query }) => {
      const isAsked = recordFilter(query.movieIds);
      const imported = library.movies.flatMap((movie) => (movie.file ? [{ movie, file: movie.file }] : []));
      const rows = [
        ...library.happenings.map((one) => happeningResource(one)),
        ...imported.map((row) => historyResource(row, query.includeMovie === 'true')),
      ];
      const asked = rows.filter(({ movieId }) => isAsked(movieId));
      return { body: historyPage(asked, query) };
    },
    'GET wanted/missing': ({ query }) => {
      const isAsked = query.monitored !== 'false';
      const films = library.movies.filter(({ monitored, file }) => monitored === isAsked && file === null);
      return { body: recordPage(films, query, 'movieMetadata.digitalRelease', film) };
    },
    'GET wanted/cutoff': ({ query }) => {
      const isAsked = query.monitored !== 'false';
      const films = library.movies.filter(({ monitored, file }) => monitored === isAsked && file?.cutoffUnmet);
      return { body: recordPage(films, query, 'movieMetadata.digitalRelease', film) };
    },
  };
}

const releasesOf = ({ film: { inCinemas, digitalRelease, physicalRelease } }: RadarrStoredMovie): readonly number[] =>
  [inCinemas, digitalRelease, physicalRelease].flatMap((moment) => (moment === null ? [] : [Date.parse(moment)]));

/** What happened to a download, with the names of it that nobody else may be shown. */
const happeningResource = ({ movie, eventType, date }: RadarrStoredHappening): Fields => ({
  id: 9_500 + movie.id,
  movieId: movie.id,
  sourceTitle: releaseNameOf(movie.film),
  languages: [ENGLISH],
  quality: qualityModel(BLURAY),
  customFormats: [],
  customFormatScore: 10,
  qualityCutoffNotMet: false,
  date,
  downloadId: movie.id.toString(16).toUpperCase().padStart(40, 'D'),
  eventType,
  data: { indexer: 'DemoTracker', downloadClient: 'qbit-main' },
});

interface Import {
  readonly movie: RadarrStoredMovie;
  readonly file: RadarrStoredFile;
}

function historyResource({ movie, file }: Import, includeMovie: boolean): Fields {
  const name = releaseNameOf(movie.film);
  return withoutNulls({
    id: 9_000 + file.id,
    movieId: movie.id,
    sourceTitle: name,
    languages: [ENGLISH],
    quality: qualityModel(BLURAY),
    customFormats: [],
    customFormatScore: 10,
    qualityCutoffNotMet: file.cutoffUnmet,
    date: file.dateAdded,
    downloadId: file.id.toString(16).toUpperCase().padStart(40, 'E'),
    eventType: 'downloadFolderImported',
    data: { fileId: String(file.id), importedPath: `${movie.rootFolderPath}/${name}.mkv`, size: String(file.size) },
    movie: includeMovie ? movieResource(movie.film, movie) : null,
  });
}
