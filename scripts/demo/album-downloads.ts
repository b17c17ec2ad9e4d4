import type { LidarrFake } from '../../test/fakes/lidarr/lidarr-fake.js';
import { DOWNLOAD_MS, FOUND_AFTER_MS } from './download-pace.js';

interface Download {
  /** Epoch milliseconds. */
  readonly searchedAt: number;
  /** Its id in the queue; undefined until it is there. */
  downloadId?: string;
}

/** Makes the downloads of the simulated music library move. What is searched for and not monitored is not found. */
export class AlbumDownloads {
  /** By the id of the album's release group, from its search to its import. */
  private readonly underWay = new Map<string, Download>();
  private searchesSeen = 0;

  constructor(private readonly lidarr: LidarrFake) {}

  /** Brings every download to where it is at a moment, in epoch milliseconds. */
  moveTo(now: number): void {
    this.noticeSearches(now);
    for (const [foreignAlbumId, download] of this.underWay) {
      const fraction = (now - download.searchedAt - FOUND_AFTER_MS) / DOWNLOAD_MS;
      const isWanted = this.lidarr.album(foreignAlbumId) !== undefined;
      if (isWanted && fraction >= 0) this.advance(foreignAlbumId, download, fraction);
      if (!isWanted || fraction >= 1) this.underWay.delete(foreignAlbumId);
    }
  }

  private noticeSearches(now: number): void {
    for (const { albumId, isWanted } of this.lidarr.searches.slice(this.searchesSeen)) {
      const album = this.lidarr.albums.find(({ id }) => id === albumId);
      if (!album || !isWanted || album.files.size > 0 || this.underWay.has(album.group.foreignAlbumId)) continue;
      this.underWay.set(album.group.foreignAlbumId, { searchedAt: now });
    }
    this.searchesSeen = this.lidarr.searches.length;
  }

  private advance(foreignAlbumId: string, download: Download, fraction: number): void {
    download.downloadId ??= this.lidarr.startDownload(foreignAlbumId);
    if (fraction < 1) this.lidarr.advanceDownload(download.downloadId, fraction);
    else this.lidarr.finishDownload(download.downloadId);
  }
}
