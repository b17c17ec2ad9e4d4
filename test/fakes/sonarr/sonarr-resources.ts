import { withoutNulls, type Fields } from '../servarr/servarr-fields.js';
import { ENGLISH, imagesOf, MEDIA_INFO, qualityModel } from '../servarr/servarr-fixed-answers.js';
import { WEB } from './sonarr-fixed-answers.js';
import { releaseNameOf, type SonarrShow } from './sonarr-show.js';
import { airings, seasonStatistics, seriesStatistics } from './sonarr-statistics.js';
import type { SonarrStoredEpisode, SonarrStoredSeries } from './sonarr-stored.js';

const POSTERS = 'https://artworks.thetvdb.com/banners/demo/';

/** What Sonarr writes of a series wherever it comes from. */
function showFields(show: SonarrShow): Fields {
  const aired = [...show.seasons.values()].flat().filter((moment) => moment !== null);
  const dayOf = (moment: number): string | null =>
    Number.isFinite(moment) ? `${new Date(moment).toISOString().slice(0, 10)}T00:00:00Z` : null;
  return {
    title: show.title,
    alternateTitles: [],
    sortTitle: show.title.toLowerCase(),
    status: show.status,
    ended: show.status === 'ended',
    overview: `The story of ${show.title}.`,
    network: 'Demo Net',
    airTime: '21:00',
    originalLanguage: ENGLISH,
    year: show.year,
    useSceneNumbering: false,
    runtime: 45,
    tvdbId: show.tvdbId,
    tvRageId: 0,
    tvMazeId: show.tvdbId + 7_000_000,
    tmdbId: show.tmdbId,
    firstAired: dayOf(Math.min(...aired)),
    lastAired: dayOf(Math.max(...aired)),
    cleanTitle: show.title.toLowerCase().replace(/[^a-z0-9]/g, ''),
    imdbId: `tt${String(show.tvdbId).padStart(7, '0')}`,
    titleSlug: show.title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    certification: show.certification,
    genres: show.genres,
    ratings: { votes: 210, value: 8.1 },
  };
}

/** A series of the library. */
export function seriesResource(series: SonarrStoredSeries, now: number): Fields {
  const { show, episodes } = series;
  return withoutNulls({
    ...showFields(show),
    ...airings(episodes, now),
    id: series.id,
    images: imagesOf(series.id, POSTERS, ['poster']),
    seasons: series.seasons.map(({ seasonNumber, monitored }) => {
      const own = episodes.filter((episode) => episode.seasonNumber === seasonNumber);
      return withoutNulls({ seasonNumber, monitored, statistics: seasonStatistics(own, now) });
    }),
    path: `${series.rootFolderPath}/${show.title}`,
    qualityProfileId: series.qualityProfileId,
    seasonFolder: series.seasonFolder,
    monitored: series.monitored,
    monitorNewItems: series.monitorNewItems,
    seriesType: series.seriesType,
    rootFolderPath: series.rootFolderPath,
    tags: series.tags,
    added: series.added,
    addOptions: series.addOptions,
    statistics: seriesStatistics(episodes, now),
    languageProfileId: 1,
  });
}

/** @param libraryId id of the series in the library, 0 when it isn't there */
export function lookupResource(show: SonarrShow, libraryId: number): Fields {
  return withoutNulls({
    ...showFields(show),
    id: libraryId,
    images: imagesOf(libraryId, POSTERS, ['poster']),
    seasons: [...show.seasons.keys()].map((seasonNumber) => ({ seasonNumber, monitored: seasonNumber > 0 })),
    qualityProfileId: 0,
    seasonFolder: true,
    monitored: true,
    monitorNewItems: 'all',
    seriesType: 'standard',
    tags: [],
    added: '0001-01-01T00:00:00Z',
    languageProfileId: 0,
    folder: show.title,
    remotePoster: `${POSTERS}poster.jpg`,
  });
}

export function episodeResource(series: SonarrStoredSeries, episode: SonarrStoredEpisode): Fields {
  const airs = episode.airsAt === null ? null : new Date(episode.airsAt).toISOString();
  return withoutNulls({
    id: episode.id,
    seriesId: series.id,
    tvdbId: series.show.tvdbId * 1_000 + episode.seasonNumber * 100 + episode.episodeNumber,
    episodeFileId: episode.file?.id ?? 0,
    seasonNumber: episode.seasonNumber,
    episodeNumber: episode.episodeNumber,
    title: `Episode ${episode.episodeNumber}`,
    airDate: airs?.slice(0, 10),
    airDateUtc: airs,
    lastSearchTime: episode.lastSearched,
    runtime: 45,
    overview: '',
    hasFile: episode.file !== null,
    monitored: episode.monitored,
    unverifiedSceneNumbering: false,
    finaleType: finaleOf(series.show, episode),
  });
}

/** The file of an episode, which may be that of others, too. */
export function episodeFileResource(series: SonarrStoredSeries, episode: SonarrStoredEpisode): Fields {
  const { show } = series;
  const [season, number] = [episode.seasonNumber, episode.episodeNumber].map((one) => String(one).padStart(2, '0'));
  const relativePath = `Season ${season}/${show.title} - S${season}E${number} WEBDL-1080p.mkv`;
  return {
    id: episode.file?.id,
    seriesId: series.id,
    seasonNumber: episode.seasonNumber,
    relativePath,
    path: `${series.rootFolderPath}/${show.title}/${relativePath}`,
    size: episode.file?.size,
    dateAdded: episode.file?.dateAdded,
    sceneName: releaseNameOf(show, episode.seasonNumber, episode.episodeNumber),
    releaseGroup: 'DEMO',
    languages: [ENGLISH],
    quality: qualityModel(WEB),
    customFormats: [],
    customFormatScore: 0,
    indexerFlags: 0,
    releaseType: 'singleEpisode',
    mediaInfo: MEDIA_INFO,
    qualityCutoffNotMet: episode.file?.cutoffUnmet,
  };
}

/** The last episode of a season, and of a series that ended. */
function finaleOf(show: SonarrShow, { seasonNumber, episodeNumber }: SonarrStoredEpisode): string | null {
  if (seasonNumber === 0 || episodeNumber !== show.seasons.get(seasonNumber)?.length) return null;
  return show.status === 'ended' && seasonNumber === Math.max(...show.seasons.keys()) ? 'series' : 'season';
}
