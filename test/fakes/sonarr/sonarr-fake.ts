import type { ServarrFakeOptions } from '../servarr/servarr-server.js';
import type { Delivery } from '../servarr/servarr-notifications.js';
import type { ServarrRowGiven } from '../servarr/servarr-queue.js';
import { SonarrApi } from './sonarr-api.js';
import { sonarrEvent, type SonarrEvent } from './sonarr-events.js';
import { SonarrLibrary } from './sonarr-library.js';
import type { SonarrAirings, SonarrShowGiven } from './sonarr-show.js';
import { hasAired, type SonarrStoredEpisode, type SonarrStoredSeries } from './sonarr-stored.js';

/** What `given.series` takes; a series unknown to the catalog is put there too. */
export type SonarrSeriesGiven = SonarrShowGiven &
  Partial<
    Pick<SonarrStoredSeries, 'monitored' | 'qualityProfileId' | 'rootFolderPath' | 'monitorNewItems' | 'tags'>
  > & {
    /** Numbers of the seasons that are monitored, with their episodes; all but the specials where nothing is said. */
    readonly monitoredSeasons?: readonly number[];
    /** By the number of the season: the episodes that have a file, or `aired` for all that have aired. */
    readonly files?: Readonly<Record<number, 'aired' | readonly number[]>>;
  };

/** What `given.queueRow` takes; without a series it is a download that Sonarr can't match with an episode. */
export type SonarrRowGiven = ServarrRowGiven & {
  readonly of?: { readonly tvdbId: number; readonly season: number; readonly episode: number };
};

/** Sonarr, API v3, with a state: a catalog for lookups, a library with episodes, a download queue, commands. */
export class SonarrFake extends SonarrApi {
  /** Puts the state in place. */
  readonly given = {
    ...this.givenPlaces,
    /** Series that a lookup finds. */
    catalog: (shows: readonly SonarrShowGiven[]): void => {
      for (const show of shows) this.library.know(show);
    },
    /** A series in the library with all its episodes, monitored and without files where nothing else is said. */
    series: ({ seasons, monitoredSeasons, files = {}, ...given }: SonarrSeriesGiven): SonarrStoredSeries => {
      const show = this.library.catalog.get(given.tvdbId) ?? this.library.know({ ...given, seasons });
      const isMonitored = (number: number): boolean => monitoredSeasons?.includes(number) ?? number > 0;
      const flags = [...show.seasons.keys()].map((number) => ({
        seasonNumber: number,
        monitored: isMonitored(number),
      }));
      const series = this.library.store(show, { ...given, seasons: flags });
      this.library.endAddition(series);
      for (const [season, which] of Object.entries(files)) this.importFiles(given.tvdbId, Number(season), which);
      return series;
    },
    /** A row of the download queue; the id of its download is returned. */
    queueRow: ({ of, ...given }: SonarrRowGiven = {}): string =>
      this.library.enqueue(of ? [this.library.wantedEpisode(of.tvdbId, of.season, of.episode)] : [], given),
  };

  constructor({ now = Date.now, ...options }: ServarrFakeOptions = {}) {
    super(new SonarrLibrary(now), { now, ...options });
  }

  /** The library series with this TVDB id. */
  series(tvdbId: number): SonarrStoredSeries | undefined {
    return this.library.find(tvdbId);
  }

  /** An episode of a library series, to be looked at or changed. */
  episode(tvdbId: number, season: number, episode: number): SonarrStoredEpisode {
    return this.library.wantedEpisode(tvdbId, season, episode).episode;
  }

  /** The episodes of a series that is being added are known now, and the options of the addition are carried out. */
  episodesAppear(tvdbId: number): void {
    this.endAddition(this.library.wanted(tvdbId));
  }

  /** Further episodes of a season, or a first one of a new season, are announced; a library series has them at once. */
  announceEpisodes(tvdbId: number, season: number, airings: SonarrAirings): void {
    this.publishEpisodes(tvdbId, season, airings);
    const series = this.series(tvdbId);
    if (series) this.refresh(series);
  }

  /** As `announceEpisodes`, but a library series has them from its next refresh on. */
  publishEpisodes(tvdbId: number, season: number, airings: SonarrAirings): void {
    const show = this.library.catalog.get(tvdbId);
    if (!show) throw new Error(`the fake's catalog has no series ${tvdbId}`);
    show.seasons.set(season, [...(show.seasons.get(season) ?? []), ...airings]);
  }

  /** Milliseconds by which a test must move its clock so that an episode has aired; 0 when it has. */
  untilAired(tvdbId: number, season: number, episode: number): number {
    const { airsAt } = this.episode(tvdbId, season, episode);
    if (airsAt === null) throw new Error(`nobody knows when episode ${episode} of season ${season} airs`);
    return Math.max(0, airsAt - this.library.now());
  }

  /** Episodes get a file each: those of the numbers, or all that have aired. The profile may want better ones. */
  importFiles(tvdbId: number, season: number, which: 'aired' | readonly number[], cutoffUnmet = false): void {
    const chosen =
      which === 'aired'
        ? this.library.wantedSeason(tvdbId, season).filter(({ episode }) => hasAired(episode, this.library.now()))
        : which.map((number) => this.library.wantedEpisode(tvdbId, season, number));
    for (const { episode } of chosen) this.library.importFile([episode], cutoffUnmet);
  }

  /** Episodes get one file that holds them all. */
  importSharedFile(tvdbId: number, season: number, episodes: readonly number[]): void {
    this.library.importFile(episodes.map((number) => this.episode(tvdbId, season, number)));
  }

  /** The file of an episode is deleted. */
  removeFile(tvdbId: number, season: number, episode: number): void {
    this.episode(tvdbId, season, episode).file = null;
  }

  /** A download begins, at nothing: of one episode, or without a number of a season pack. Its id is returned. */
  startDownload(tvdbId: number, season: number, episode?: number): string {
    const whole = this.library.wantedSeason(tvdbId, season);
    const parts = episode === undefined ? whole : [this.library.wantedEpisode(tvdbId, season, episode)];
    return this.library.enqueue(parts, {});
  }

  /** @param fraction how much of the download has come, 0 to 1 */
  advanceDownload(downloadId: string, fraction: number): void {
    for (const row of this.library.queue) {
      if (row.downloadId === downloadId) row.sizeLeft = Math.round(row.size * (1 - fraction));
    }
  }

  /** The download is imported: its aired episodes have files and its rows are gone from the queue. */
  finishDownload(downloadId: string): void {
    this.library.importDownload(downloadId);
  }

  /** Sends every webhook that subscribes to the event what happened to a series, with these episodes of a season. */
  sendWebhook(
    event: SonarrEvent,
    tvdbId: number,
    of?: { readonly season: number; readonly episodes: readonly number[] },
  ): Promise<readonly Delivery[]> {
    const show = this.library.catalog.get(tvdbId);
    if (!show) throw new Error(`the fake knows no series ${tvdbId}`);
    const episodes = of?.episodes.map((number) => this.episode(tvdbId, of.season, number)) ?? [];
    return this.notifications.send(sonarrEvent(event, show, this.series(tvdbId)?.id ?? 0, episodes));
  }

  /** The series leaves the library, as if its owner had deleted it there. */
  removeSeries(tvdbId: number): void {
    this.library.remove(this.library.wanted(tvdbId));
  }
}
