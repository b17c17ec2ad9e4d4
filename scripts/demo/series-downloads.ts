import type { SonarrFake } from '../../test/fakes/sonarr/sonarr-fake.js';
import { DOWNLOAD_MS, FOUND_AFTER_MS } from './download-pace.js';

/** An episode that was searched for, and its download. */
interface Download {
  readonly tvdbId: number;
  readonly season: number;
  readonly episode: number;
  /** Epoch milliseconds. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** Its id in the queue; undefined until it is there. */
  downloadId?: string;
}

/**
 * Makes the downloads of the simulated TV library move. What is searched for comes in two halves, one after the other,
 * so that a season is held in part for a while.
 */
export class SeriesDownloads {
  /** By the manager's id of the episode, from its search to its import. */
  private readonly underWay = new Map<number, Download>();
  private searchesSeen = 0;

  constructor(private readonly sonarr: SonarrFake) {}

  /** Brings every download to where it is at a moment, in epoch milliseconds. */
  moveTo(now: number): void {
    for (const search of this.sonarr.searches.slice(this.searchesSeen)) this.find(search, now);
    this.searchesSeen = this.sonarr.searches.length;
    for (const [episodeId, download] of this.underWay) {
      const isWanted = this.sonarr.series(download.tvdbId) !== undefined;
      if (isWanted && now >= download.startsAt) this.advance(download, now);
      if (!isWanted || now >= download.endsAt) this.underWay.delete(episodeId);
    }
  }

  private find(search: SonarrFake['searches'][number], now: number): void {
    const series = this.sonarr.allSeries.find(({ id }) => id === search.seriesId);
    if (!series) return;
    const found = series.episodes.filter((episode) => {
      const isMeant = search.episodeIds?.includes(episode.id) ?? search.seasonNumber === episode.seasonNumber;
      const hasAired = episode.airsAt !== null && episode.airsAt <= now;
      return isMeant && hasAired && episode.file === null && !this.underWay.has(episode.id);
    });
    const half = DOWNLOAD_MS / 2;
    found.forEach(({ id, seasonNumber, episodeNumber }, place) => {
      const startsAt = now + FOUND_AFTER_MS + (place < found.length / 2 ? 0 : half);
      const { tvdbId } = series.show;
      const download = { tvdbId, season: seasonNumber, episode: episodeNumber, startsAt, endsAt: startsAt + half };
      this.underWay.set(id, download);
    });
  }

  private advance(download: Download, now: number): void {
    download.downloadId ??= this.sonarr.startDownload(download.tvdbId, download.season, download.episode);
    const fraction = (now - download.startsAt) / (download.endsAt - download.startsAt);
    if (fraction < 1) this.sonarr.advanceDownload(download.downloadId, fraction);
    else this.sonarr.finishDownload(download.downloadId);
  }
}
