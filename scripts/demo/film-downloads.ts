import type { RadarrFake } from '../../test/fakes/radarr/radarr-fake.js';
import { DOWNLOAD_MS, FOUND_AFTER_MS } from './download-pace.js';

interface Download {
  /** Epoch milliseconds. */
  readonly searchedAt: number;
  /** True once it is in the queue. */
  started: boolean;
}

/** Makes the downloads of the simulated film library move: what is searched for is found, comes in, and is imported. */
export class FilmDownloads {
  /** By the TMDB id of the film, from its search to its import. */
  private readonly underWay = new Map<number, Download>();
  private searchesSeen = 0;

  constructor(private readonly radarr: RadarrFake) {}

  /** Brings every download to where it is at a moment, in epoch milliseconds. */
  moveTo(now: number): void {
    this.noticeSearches(now);
    for (const [tmdbId, download] of this.underWay) {
      const fraction = (now - download.searchedAt - FOUND_AFTER_MS) / DOWNLOAD_MS;
      const isWanted = this.radarr.movie(tmdbId) !== undefined;
      if (isWanted && fraction >= 0) this.advance(tmdbId, download, Math.min(fraction, 1));
      if (!isWanted || fraction >= 1) this.underWay.delete(tmdbId);
    }
  }

  private noticeSearches(now: number): void {
    for (const { movieId } of this.radarr.searches.slice(this.searchesSeen)) {
      const movie = this.radarr.movies.find(({ id }) => id === movieId);
      if (!movie || movie.file || this.underWay.has(movie.film.tmdbId)) continue;
      this.underWay.set(movie.film.tmdbId, { searchedAt: now, started: false });
    }
    this.searchesSeen = this.radarr.searches.length;
  }

  private advance(tmdbId: number, download: Download, fraction: number): void {
    if (!download.started) this.radarr.startDownload(tmdbId);
    download.started = true;
    if (fraction < 1) this.radarr.advanceDownload(tmdbId, fraction);
    else this.radarr.finishDownload(tmdbId);
  }
}
