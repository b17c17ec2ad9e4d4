import type { Fields } from '../servarr/servarr-fields.js';
import { ENGLISH, imagesOf } from '../servarr/servarr-fixed-answers.js';
import { releaseNameOf, type SonarrShow } from './sonarr-show.js';
import type { SonarrStoredEpisode } from './sonarr-stored.js';

/** What happens to a series that Sonarr reports. */
export type SonarrEvent = 'Grab' | 'Download' | 'SeriesAdd' | 'SeriesDelete' | 'EpisodeFileDelete' | 'Rename';

/** An event about a series, as Sonarr would send it but for what is found in no answer of its library. */
export function sonarrEvent(
  eventType: SonarrEvent,
  show: SonarrShow,
  recordId: number,
  episodes: readonly SonarrStoredEpisode[],
): Fields {
  const { title, year, tvdbId, tmdbId } = show;
  const series = {
    id: recordId,
    title,
    titleSlug: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    path: `/tv/${title}`,
    tvdbId,
    tvMazeId: 0,
    tmdbId,
    imdbId: `tt${tvdbId}`,
    malIds: [],
    aniListIds: [],
    type: 'standard',
    year,
    genres: ['Drama'],
    images: imagesOf(recordId, 'https://artworks.thetvdb.com/banners/demo/', ['poster']),
    tags: [],
    originalLanguage: ENGLISH,
    originalCountry: 'us',
  };
  const parts = episodes.map((episode) => episodeOf(episode, recordId));
  return { series, ...detailsOf(eventType, show, parts), eventType };
}

function episodeOf({ id, episodeNumber, seasonNumber, airsAt }: SonarrStoredEpisode, seriesId: number): Fields {
  const moment = airsAt === null ? null : new Date(airsAt).toISOString();
  return {
    id,
    episodeNumber,
    seasonNumber,
    title: `Episode ${episodeNumber}`,
    overview: '',
    ...(moment !== null && { airDate: moment.slice(0, 10), airDateUtc: moment }),
    seriesId,
    tvdbId: 7_700_000 + id,
  };
}

function detailsOf(eventType: SonarrEvent, show: SonarrShow, episodes: readonly Fields[]): Fields {
  const release = { releaseTitle: releaseNameOf(show, 1), indexer: 'DemoTracker', releaseType: 'singleEpisode' };
  const client = { downloadClient: 'qbit-main', downloadClientType: 'qBittorrent' };
  switch (eventType) {
    case 'Grab':
      return { episodes, release, ...client };
    case 'Download':
      return { episodes, isUpgrade: false, release, ...client };
    case 'EpisodeFileDelete':
      return { episodes, deleteReason: 'manual' };
    case 'SeriesDelete':
      return { deletedFiles: false };
    case 'SeriesAdd':
      return {};
    case 'Rename':
      return { renamedEpisodeFiles: [] };
  }
}
