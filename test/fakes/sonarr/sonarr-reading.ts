import type { FakeAnswer, FakeRequest } from '../fake-server.js';
import { found, withoutNulls, type Fields } from '../servarr/servarr-fields.js';
import { ENGLISH, qualityModel } from '../servarr/servarr-fixed-answers.js';
import { calendarSpan, historyPage, recordFilter, recordPage } from '../servarr/servarr-page.js';
import { WEB } from './sonarr-fixed-answers.js';
import type { SonarrLibrary } from './sonarr-library.js';
import type { SonarrStoredPart } from './sonarr-queue.js';
import { episodeFileResource, episodeResource, seriesResource } from './sonarr-resources.js';
import { releaseNameOf } from './sonarr-show.js';
import { hasAired } from './sonarr-stored.js';

type Query = FakeRequest['query'];

type Handler = (request: FakeRequest) => FakeAnswer;

/** What a library is browsed with beside its series and its queue: episodes, calendar, history and what is wanted. */
export function readingRoutes(library: SonarrLibrary): Readonly<Record<string, Handler>> {
  const all = (): readonly SonarrStoredPart[] =>
    library.series.flatMap((series) => series.episodes.map((episode) => ({ series, episode })));
  const row =
    (query: Query) =>
    ({ series, episode }: SonarrStoredPart): Fields =>
      withoutNulls({
        ...episodeResource(series, episode),
        series: query.includeSeries === 'true' ? seriesResource(series, library.now()) : null,
        episodeFile: query.includeEpisodeFile === 'true' && episode.file ? episodeFileResource(series, episode) : null,
      });
  const wanted = (query: Query, isMeant: (part: SonarrStoredPart) => boolean): Fields => {
    const isAsked = query.monitored !== 'false';
    const rows = all().filter(
      (part) =>
        (part.series.monitored && part.episode.monitored) === isAsked &&
        hasAired(part.episode, library.now()) &&
        isMeant(part),
    );
    return recordPage(rows, query, 'episodes.airDateUtc', row(query));
  };
  return {
    'GET episode': ({ query }) => {
      const { seriesId, seasonNumber } = query;
      if (seriesId === undefined) {
        return { status: 400, body: { message: 'seriesId or episodeIds must be provided' } };
      }
      const episodes = all().filter(
        ({ series, episode }) =>
          series.id === Number(seriesId) &&
          (seasonNumber === undefined || episode.seasonNumber === Number(seasonNumber)),
      );
      return { body: episodes.map(row(query)) };
    },
    // The document knows no flag of this route, and its record comes without the series.
    'GET episode/:id': ({ params }) =>
      found(
        all()
          .filter(({ episode }) => episode.id === Number(params.id))
          .map(row({}))[0],
      ),
    'GET calendar': ({ query }) => {
      const isAsked = calendarSpan(query, library.now());
      const episodes = all().filter(
        ({ series, episode: { monitored, airsAt } }) =>
          ((series.monitored && monitored) || query.unmonitored === 'true') && airsAt !== null && isAsked(airsAt),
      );
      return { body: episodes.map(row(query)) };
    },
    'GET history': ({ query }) => {
      const isAsked = recordFilter(query.seriesIds);
      const imported = all().filter(({ episode, series }) => episode.file !== null && isAsked(series.id));
      const rows = imported.map((part) => historyResource(part, query, library.now()));
      return { body: historyPage(rows, query) };
    },
    'GET episodefile/:id': ({ params }) => {
      const part = all().find(({ episode }) => episode.file?.id === Number(params.id));
      return found(part && episodeFileResource(part.series, part.episode));
    },
    'GET wanted/missing': ({ query }) => ({ body: wanted(query, ({ episode }) => episode.file === null) }),
    'GET wanted/cutoff': ({ query }) => ({ body: wanted(query, ({ episode }) => episode.file?.cutoffUnmet === true) }),
  };
}

function historyResource({ series, episode }: SonarrStoredPart, query: Query, now: number): Fields {
  const { id = 0, size = 0, dateAdded, cutoffUnmet } = episode.file ?? {};
  const name = releaseNameOf(series.show, episode.seasonNumber, episode.episodeNumber);
  return withoutNulls({
    id: 4_000 + episode.id,
    episodeId: episode.id,
    seriesId: series.id,
    sourceTitle: name,
    languages: [ENGLISH],
    quality: qualityModel(WEB),
    customFormats: [],
    customFormatScore: 0,
    qualityCutoffNotMet: cutoffUnmet,
    date: dateAdded,
    downloadId: id.toString(16).toUpperCase().padStart(40, 'E'),
    eventType: 'downloadFolderImported',
    data: { fileId: String(id), importedPath: `${series.rootFolderPath}/${name}.mkv`, size: String(size) },
    episode: query.includeEpisode === 'true' ? episodeResource(series, episode) : null,
    series: query.includeSeries === 'true' ? seriesResource(series, now) : null,
  });
}
