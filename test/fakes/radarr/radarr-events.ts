import { withoutNulls, type Fields } from '../servarr/servarr-fields.js';
import { ENGLISH, imagesOf } from '../servarr/servarr-fixed-answers.js';
import { releaseNameOf, type RadarrFilm } from './radarr-film.js';

/** What happens to a film that Radarr reports. */
export type RadarrEvent = 'Grab' | 'Download' | 'MovieAdded' | 'MovieDelete' | 'MovieFileDelete' | 'Rename';

/** An event about a film, as Radarr would send it but for what is found in no answer of its library. */
export function radarrEvent(eventType: RadarrEvent, film: RadarrFilm, recordId: number, more: Fields): Fields {
  const { title, year, tmdbId, physicalRelease, overview } = film;
  const releaseTitle = releaseNameOf(film);
  const movie = withoutNulls({
    id: recordId,
    title,
    year,
    releaseDate: physicalRelease?.slice(0, 10),
    folderPath: `/movies/${title} (${year})`,
    tmdbId,
    imdbId: `tt${tmdbId}`,
    overview,
    genres: ['Drama'],
    images: imagesOf(recordId, 'https://image.tmdb.org/t/p/original/demo-', ['poster']),
    tags: [],
    originalLanguage: ENGLISH,
  });
  return { movie, ...detailsOf(eventType, releaseTitle), ...more, eventType };
}

function detailsOf(eventType: RadarrEvent, releaseTitle: string): Fields {
  const client = { downloadClient: 'qbit-main', downloadClientType: 'qBittorrent' };
  switch (eventType) {
    case 'Grab':
      return { release: { releaseTitle, indexer: 'DemoTracker' }, ...client };
    case 'Download':
      return { isUpgrade: false, release: { releaseTitle, indexer: 'DemoTracker' }, ...client };
    case 'MovieAdded':
      return { addMethod: 'manual' };
    case 'MovieDelete':
      return { deletedFiles: true, movieFolderSize: 0 };
    case 'MovieFileDelete':
      return { deleteReason: 'manual' };
    case 'Rename':
      return { renamedMovieFiles: [] };
  }
}
