import { asFields, type Fields } from '../servarr/servarr-fields.js';
import { validationFailure } from '../servarr/servarr-fixed-answers.js';
import type { ServarrRowGiven } from '../servarr/servarr-queue.js';
import { ServarrStore } from '../servarr/servarr-store.js';
import { applyMonitorOption } from './sonarr-monitoring.js';
import { queueTitleOf, type SonarrStoredPart, type SonarrStoredRow } from './sonarr-queue.js';
import { editableFields } from './sonarr-record.js';
import { showOf, type SonarrShow, type SonarrShowGiven } from './sonarr-show.js';
import { hasAired, type SonarrStoredEpisode, type SonarrStoredSeries } from './sonarr-stored.js';

const EPISODE_BYTES = 1_500_000_000;

/** What the fake remembers: the series that lookups know, its own library, its download queue. */
export class SonarrLibrary extends ServarrStore {
  readonly catalog = new Map<number, SonarrShow>();
  series: readonly SonarrStoredSeries[] = [];
  queue: readonly SonarrStoredRow[] = [];

  /** @param now epoch milliseconds */
  constructor(now: () => number) {
    super(now, [{ id: 6, name: 'HD-1080p' }], [{ id: 1, path: '/tv', accessible: true }]);
  }

  know(given: SonarrShowGiven): SonarrShow {
    const show = showOf(given);
    this.catalog.set(show.tvdbId, show);
    return show;
  }

  find(tvdbId: number): SonarrStoredSeries | undefined {
    return this.series.find(({ show }) => show.tvdbId === tvdbId);
  }

  /** The library series of this id; a script that names another one is wrong. */
  wanted(tvdbId: number): SonarrStoredSeries {
    const series = this.find(tvdbId);
    if (!series) throw new Error(`the fake's library has no series ${tvdbId}`);
    return series;
  }

  /** The episodes of a season, as parts of a download; a script that names an empty season is wrong. */
  wantedSeason(tvdbId: number, seasonNumber: number): readonly SonarrStoredPart[] {
    const series = this.wanted(tvdbId);
    const episodes = series.episodes.filter((episode) => episode.seasonNumber === seasonNumber);
    if (episodes.length === 0) throw new Error(`series ${tvdbId} has no episodes of season ${seasonNumber}`);
    return episodes.map((episode) => ({ series, episode }));
  }

  /** One episode; a script that names another one is wrong. */
  wantedEpisode(tvdbId: number, seasonNumber: number, episodeNumber: number): SonarrStoredPart {
    const season = this.wantedSeason(tvdbId, seasonNumber);
    const part = season.find(({ episode }) => episode.episodeNumber === episodeNumber);
    if (!part) throw new Error(`series ${tvdbId} has no episode ${episodeNumber} of season ${seasonNumber}`);
    return part;
  }

  /** Puts a series into the library, with what the fields say of it. Its episodes aren't known yet. */
  store(show: SonarrShow, fields: Fields): SonarrStoredSeries {
    const known = [...show.seasons.keys()].map((seasonNumber) => ({ seasonNumber, monitored: seasonNumber > 0 }));
    const series: SonarrStoredSeries = {
      id: this.nextId(),
      show,
      ...this.placeOf(fields),
      ...editableFields({ monitored: true, seasonFolder: true, seasons: known, ...fields }),
      added: this.moment(),
      episodes: [],
      addOptions: asFields(fields.addOptions),
    };
    this.series = [...this.series, series];
    return series;
  }

  /** A whole record in place of the present one. A season whose flag changes takes its episodes along. */
  replace(series: SonarrStoredSeries, body: Fields): void {
    const before = new Map(series.seasons.map(({ seasonNumber, monitored }) => [seasonNumber, monitored]));
    Object.assign(series, editableFields(body), { qualityProfileId: Number(body.qualityProfileId) });
    for (const { seasonNumber, monitored } of series.seasons) {
      if (before.get(seasonNumber) === monitored) continue;
      for (const episode of series.episodes) {
        if (episode.seasonNumber === seasonNumber) episode.monitored = monitored;
      }
    }
  }

  /** Seasons and episodes that the metadata know and the library lacks come in; episodes follow their season. */
  refresh(series: SonarrStoredSeries): void {
    const isKnown = (number: number): boolean => series.seasons.some(({ seasonNumber }) => seasonNumber === number);
    for (const seasonNumber of series.show.seasons.keys()) {
      if (isKnown(seasonNumber)) continue;
      const monitored = seasonNumber > 0 && series.monitored && series.monitorNewItems === 'all';
      series.seasons = [...series.seasons, { seasonNumber, monitored }];
    }
    series.episodes = [...series.show.seasons].flatMap(([seasonNumber, airings]) =>
      airings.map((airsAt, index) => this.refreshed(series, seasonNumber, index + 1, airsAt)),
    );
  }

  /** The addition ends: the episodes are known, its options are applied and forgotten. */
  endAddition(series: SonarrStoredSeries): void {
    this.refresh(series);
    applyMonitorOption(series, this.now());
    series.addOptions = null;
  }

  /** Ids of the episodes that are monitored, have aired and have no file. */
  missing(series: SonarrStoredSeries): readonly number[] {
    if (!series.monitored) return [];
    return series.episodes.filter((one) => this.isMissing(one)).map(({ id }) => id);
  }

  /** A search for these episodes has run. */
  searched(episodes: readonly SonarrStoredEpisode[]): void {
    const moment = this.moment();
    for (const episode of episodes) episode.lastSearched = moment;
  }

  /** A search for what is missing has run: of a series, or of one of its seasons. */
  searchedMissing(series: SonarrStoredSeries, seasonNumber?: number): void {
    const isMeant = (one: SonarrStoredEpisode): boolean =>
      seasonNumber === undefined || one.seasonNumber === seasonNumber;
    this.searched(series.episodes.filter((one) => isMeant(one) && this.isMissing(one)));
  }

  /** Monitored, aired, and without a file. */
  private isMissing(episode: SonarrStoredEpisode): boolean {
    return episode.monitored && episode.file === null && hasAired(episode, this.now());
  }

  /** One file that holds these episodes. */
  importFile(episodes: readonly SonarrStoredEpisode[], cutoffUnmet = false): void {
    const file = { id: this.nextId(), size: EPISODE_BYTES, dateAdded: this.moment(), cutoffUnmet };
    for (const episode of episodes) episode.file = file;
  }

  /** The aired episodes of a download get a file each, and its rows leave the queue. */
  importDownload(downloadId: string): void {
    const rows = this.queue.filter((row) => row.downloadId === downloadId);
    const episodes = rows.flatMap((row) => (row.of ? [row.of.episode] : []));
    for (const episode of episodes) {
      if (episodes.length === 1 || hasAired(episode, this.now())) this.importFile([episode]);
    }
    this.queue = this.queue.filter((row) => row.downloadId !== downloadId);
  }

  remove(series: SonarrStoredSeries): void {
    this.series = this.series.filter((one) => one !== series);
    this.queue = this.queue.filter((row) => row.of?.series !== series);
  }

  /** One row per episode, all of one download, whose id is returned; one row for a download of unknown matter. */
  enqueue(parts: readonly SonarrStoredPart[], given: ServarrRowGiven): string {
    const row = this.newRow(queueTitleOf(parts), EPISODE_BYTES * Math.max(1, parts.length), given);
    const rows = (parts.length > 0 ? parts : [null]).map((of) => ({ ...row, id: this.nextId(), of }));
    this.queue = [...this.queue, ...rows];
    return row.downloadId;
  }

  /** What the validators object to in an addition; empty when it may be made. */
  refusals(body: Fields): readonly Fields[] {
    return [...this.seriesRefusals(body), ...this.placeRefusals(body)];
  }

  /** What the validators object to in a changed record. */
  changeRefusals(body: Fields): readonly Fields[] {
    return this.profileRefusals(body.qualityProfileId);
  }

  private seriesRefusals({ tvdbId }: Fields): readonly Fields[] {
    if (this.find(Number(tvdbId))) {
      return [validationFailure('TvdbId', 'SeriesExistsValidator', 'This series has already been added', tvdbId)];
    }
    if (this.catalog.has(Number(tvdbId))) return [];
    return [validationFailure('TvdbId', 'NotEmptyValidator', 'A series with this ID was not found', tvdbId)];
  }

  private refreshed(
    series: SonarrStoredSeries,
    seasonNumber: number,
    episodeNumber: number,
    airsAt: number | null,
  ): SonarrStoredEpisode {
    const present = series.episodes.find(
      (one) => one.seasonNumber === seasonNumber && one.episodeNumber === episodeNumber,
    );
    if (present) return present;
    const monitored = series.seasons.some((one) => one.seasonNumber === seasonNumber && one.monitored);
    return { id: this.nextId(), seasonNumber, episodeNumber, airsAt, monitored, file: null, lastSearched: null };
  }
}
