import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import {
  ASKS_METADATA,
  giveCommand,
  readFile,
  readWhole,
  type ServarrAddress,
  ServarrClient,
  type ServarrCommand,
  type ServarrFile,
  WHOLE_LIBRARY,
} from '../servarr/servarr.client.js';
import { rowBy, type RowsRead } from '../servarr/rows-read.js';
import { isAlreadyThere, MOST_FOUND, readRecord, sayServarr } from '../servarr/servarr-transport.js';
import {
  lookupSchema,
  seasonsUnknownTo,
  seriesSchema,
  type SonarrLookup,
  type SonarrSeries,
  wholeSeriesSchema,
  withSeasonsMonitored,
} from './sonarr-series.js';
import {
  episodeSchema,
  queueDetails,
  queueRowSchema,
  type SonarrEpisode,
  type SonarrQueueRow,
} from './sonarr-episode.js';

interface NewSeries {
  readonly tvdbId: number;
  readonly title: string;
  readonly year: number;
  readonly qualityProfileId: number;
  readonly rootFolderPath: string;
  /** Which seasons to watch; their episodes follow them. A season that is not named isn't watched. */
  readonly seasons: readonly { readonly seasonNumber: number; readonly monitored: boolean }[];
  /** Shall Sonarr look for what has aired in these seasons as soon as it knows their episodes? */
  readonly searchForMissingEpisodes: boolean;
}

/** Sonarr, API v3. Every method throws UpstreamError where Sonarr can't be read or refuses; null is an affirmed absence. */
export class SonarrClient extends ServarrClient<SonarrQueueRow> {
  constructor(address: ServarrAddress) {
    const historyNames = { filter: 'seriesIds', member: 'seriesId', withEpisodes: true } as const;
    super({ ...address, system: 'sonarr', api: 'v3' }, queueRowSchema, historyNames, queueDetails);
  }

  /** The whole library, with counts per season, and with its unreadable rows: a series that may be one of them is unknown. */
  series(signal?: AbortSignal): Promise<RowsRead<SonarrSeries>> {
    const call = { operation: 'series.list', method: 'GET', path: ['series'], signal, ...WHOLE_LIBRARY } as const;
    return this.transport.rows(call, rowBy(seriesSchema, { catalogId: 'tvdbId' }));
  }

  seriesById(id: number, signal?: AbortSignal): Promise<SonarrSeries | null> {
    return readRecord(this.transport, readSeries(id, signal), seriesSchema);
  }

  /** The same, with all that Sonarr says of it; for those who judge it. */
  wholeSeries(id: number, signal?: AbortSignal): Promise<Readonly<Record<string, unknown>> | null> {
    return readWhole(this.transport, readSeries(id, signal));
  }

  /** The file with this id of Sonarr's own. It may hold several episodes. */
  episodeFile(id: number, signal?: AbortSignal): Promise<ServarrFile | null> {
    return readFile(this.transport, { resource: 'episodefile', title: 'seriesId' }, id, signal);
  }

  seriesByTvdbId(tvdbId: number, signal?: AbortSignal): Promise<SonarrSeries | null> {
    const call = { operation: 'series.find', method: 'GET', path: ['series'], query: { tvdbId }, signal } as const;
    return this.transport.findRow(call, seriesSchema, 'tvdbId', tvdbId);
  }

  /** Best first, by words or `tvdb:880201`, with the unreadable rows: without them another could seem to be the only one. */
  lookup(term: string, signal?: AbortSignal): Promise<RowsRead<SonarrLookup>> {
    return this.transport.rows(lookUp(term, signal), rowBy(lookupSchema, { catalogId: 'tvdbId' }), MOST_FOUND);
  }

  /** The series as Sonarr's metadata knows it; null when they know no series of this id. */
  lookupByTvdbId(tvdbId: number, signal?: AbortSignal): Promise<SonarrLookup | null> {
    return this.transport.findRow(lookUp(`tvdb:${tvdbId}`, signal), lookupSchema, 'tvdbId', tvdbId);
  }

  /** Without seasons to come. Its episodes come later: see `beingAdded`. @throws UpstreamError for which `isSeriesAlreadyThere` holds */
  addSeries(series: NewSeries, signal?: AbortSignal): Promise<SonarrSeries> {
    const { searchForMissingEpisodes, ...fields } = series;
    const addOptions = { monitor: 'skip', searchForMissingEpisodes, searchForCutoffUnmetEpisodes: false };
    const json = { ...fields, monitored: true, monitorNewItems: 'none', seasonFolder: true, addOptions };
    const call = { operation: 'series.add', method: 'POST', path: ['series'], json, signal, ...ASKS_METADATA } as const;
    return this.transport.json(call, seriesSchema);
  }

  /**
   * Turns nothing off. Sonarr takes only whole records: one is read and sent back at once, which undoes a change made in between.
   * @throws UpstreamError `not_found`, before anything is changed, when the series is gone or lacks a season
   */
  async setSeasonsMonitored(id: number, seasonNumbers: readonly number[], signal?: AbortSignal): Promise<void> {
    const present = await readRecord(this.transport, readSeries(id, signal), wholeSeriesSchema);
    if (!present) throw missing(sayServarr('series_not_in_the_library'));
    const unknown = seasonsUnknownTo(present, seasonNumbers);
    if (unknown.length > 0) throw missing(sayServarr('series_has_no_season', { seasons: unknown.join(', ') }));
    const json = withSeasonsMonitored(present, seasonNumbers);
    if (!json) return;
    await this.transport.send({ operation: 'series.monitor', method: 'PUT', path: ['series', id], json, signal });
  }

  /** Unreadable ones spoil the list: a season could seem complete. Empty also while the series is added, and where the library lacks it. */
  episodes(seriesId: number, signal?: AbortSignal): Promise<readonly SonarrEpisode[]> {
    const call = { operation: 'episode.list', method: 'GET', path: ['episode'], query: { seriesId }, signal } as const;
    return this.transport.list(call, episodeSchema);
  }

  /** Turns the watch over episodes on or off. Their seasons stay as they are. */
  async setEpisodesMonitored(episodeIds: readonly number[], monitored: boolean, signal?: AbortSignal): Promise<void> {
    const json = { episodeIds, monitored };
    const path = ['episode', 'monitor'];
    await this.transport.send({ operation: 'episode.monitor', method: 'PUT', path, json, signal });
  }

  searchSeason(seriesId: number, seasonNumber: number, signal?: AbortSignal): Promise<ServarrCommand> {
    return giveCommand(this.transport, { name: 'SeasonSearch', seriesId, seasonNumber }, signal);
  }

  searchEpisodes(episodeIds: readonly number[], signal?: AbortSignal): Promise<ServarrCommand> {
    return giveCommand(this.transport, { name: 'EpisodeSearch', episodeIds }, signal);
  }

  /** Lets Sonarr ask its metadata for seasons and episodes that its library doesn't know yet. */
  refreshSeries(seriesId: number, signal?: AbortSignal): Promise<ServarrCommand> {
    return giveCommand(this.transport, { name: 'RefreshSeries', seriesIds: [seriesId] }, signal);
  }
}

const lookUp = (term: string, signal?: AbortSignal) => {
  const path = ['series', 'lookup'];
  return { operation: 'series.lookup', method: 'GET', path, query: { term }, signal, ...ASKS_METADATA } as const;
};

const readSeries = (id: number, signal?: AbortSignal) =>
  ({ operation: 'series.read', method: 'GET', path: ['series', id], signal }) as const;

const missing = (reason: Sentence): UpstreamError =>
  new UpstreamError({
    system: 'sonarr',
    operation: 'series.monitor',
    kind: 'not_found',
    definitelyNotSent: true,
    reason,
  });

/** Did Sonarr refuse to add a series because its library has it? */
export const isSeriesAlreadyThere = (error: unknown): boolean =>
  isAlreadyThere(error, 'series.add', 'SeriesExistsValidator');
