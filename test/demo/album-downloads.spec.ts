import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AlbumDownloads } from '../../scripts/demo/album-downloads.js';
import { LidarrFake } from '../fakes/lidarr/lidarr-fake.js';

const ALBUM = '7c9d2e10-0000-4aaa-8bbb-00000000c001';

describe('the downloads of the simulated music library', () => {
  let lidarr: LidarrFake;
  let downloads: AlbumDownloads;

  beforeEach(async () => {
    lidarr = await new LidarrFake({ stocked: false }).start();
    downloads = new AlbumDownloads(lidarr);
  });

  afterEach(() => lidarr.stop());

  it('come in after a search, rising, and end with all tracks', async () => {
    search(lidarr.given.album({ foreignAlbumId: ALBUM, tracks: 3 }).id);
    downloads.moveTo(0);
    expect(await progress()).toBeNull();
    downloads.moveTo(14_000);
    expect(await progress()).toBeCloseTo(0.5);
    downloads.moveTo(26_999);
    expect(lidarr.album(ALBUM)?.files.size).toBe(0);
    downloads.moveTo(27_000);
    expect(lidarr.album(ALBUM)?.files.size).toBe(3);
    expect(await progress()).toBeNull();
  });

  it('are imported even when the machine slept through all of it', () => {
    search(lidarr.given.album({ foreignAlbumId: ALBUM, tracks: 3 }).id);
    downloads.moveTo(0);
    downloads.moveTo(600_000);
    expect(lidarr.album(ALBUM)?.files.size).toBe(3);
  });

  it.each([
    ['that nobody monitors', { monitored: false }, false],
    ['that has files', { files: 'all' as const }, true],
  ])('do not come for an album %s', async (_case, given, isWanted) => {
    search(lidarr.given.album({ foreignAlbumId: ALBUM, ...given }).id, isWanted);
    downloads.moveTo(0);
    downloads.moveTo(5_000);
    expect(await progress()).toBeNull();
  });

  it('end with an album that is taken out of the library', () => {
    search(lidarr.given.album({ foreignAlbumId: ALBUM }).id);
    downloads.moveTo(0);
    downloads.moveTo(5_000);
    lidarr.removeAlbum(ALBUM);
    expect(() => downloads.moveTo(600_000)).not.toThrow();
  });

  function search(albumId: number, isWanted = true): void {
    lidarr.searches.push({ albumId, via: 'command', isWanted });
  }

  /** As the queue reports it; null when the album is not in it exactly once. */
  async function progress(): Promise<number | null> {
    const answer = await fetch(`${lidarr.url}/api/v1/queue?apikey=${lidarr.apiKey}`);
    const { records } = (await answer.json()) as { records: readonly { size: number; sizeleft: number }[] };
    const [row] = records;
    return row && records.length === 1 ? 1 - row.sizeleft / row.size : null;
  }
});
