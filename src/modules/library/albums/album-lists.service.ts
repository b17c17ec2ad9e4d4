import { Injectable } from '@nestjs/common';
import { LIDARR_PICTURES, type LidarrArtist } from '../../../clients/lidarr/lidarr-album.js';
import type { LidarrClient } from '../../../clients/lidarr/lidarr.client.js';
import { Clock } from '../../../core/time/clock.js';
import { libraryUnreadable } from '../../instances/instances.public.js';
import type { Creators } from '../cache/creator-cache.js';
import { creatorIn, CreatorLists, readable } from '../cache/creator-lists.js';
import type { CachedLibrary, LibraryDigest } from '../cache/library-kind.js';
import {
  countCreators,
  listCreators,
  type CountedCreator,
  type Creator,
  type CreatorSort,
} from '../digests/creators.js';
import type { ArrivedFile } from '../digests/kept-arrivals.js';
import { shownPicture } from '../digests/pictures.js';
import { newestYearFirst } from '../digests/name-order.js';
import { judgeAlbum } from './album-availability.js';
import { AlbumCacheService } from './album-cache.service.js';
import type { AlbumEntry } from './album-projection.js';
import {
  artistsWithFiles,
  isHeld,
  libraryAlbum,
  recentAlbums,
  type LibraryAlbum,
  type RecentAlbum,
} from './album-titles.js';

/** The artist's name is empty where it is unknown. */
export interface RecentArrival extends RecentAlbum {
  readonly artist: string;
}

export interface ArtistAlbums {
  readonly artist: CountedCreator;
  readonly albums: readonly LibraryAlbum[];
}

/**
 * The lists of what a music library has. Every method waits up to ten seconds. It throws 503 when the library can't be read by
 * then, and AppError for an instance that doesn't exist and for faults of our own storage. An unreadable library is never an
 * empty list.
 */
@Injectable()
export class AlbumListsService extends CreatorLists<LidarrClient, AlbumEntry, RecentAlbum> {
  constructor(
    liveCache: AlbumCacheService,
    private readonly clock: Clock,
  ) {
    super(liveCache);
  }

  /** All albums, in the manager's order. Where the artists can't be read, their names are unknown. */
  async albums(instanceId: string): Promise<readonly LibraryAlbum[]> {
    const [showing, artists] = await Promise.all([this.showing(instanceId), this.creatorsIfReadable(instanceId)]);
    return [...showing.digest.values()].map((album) => showing.album(album, artists));
  }

  /** The albums whose newest files came last, at most so many. Names of artists are as in {@link albums}. */
  async recent(instanceId: string, limit: number): Promise<readonly RecentArrival[]> {
    const [recent, artists] = await Promise.all([
      this.newest(instanceId, limit, ARRIVALS),
      this.creatorsIfReadable(instanceId),
    ]);
    return recent.map((one) => ({ ...one, artist: creatorIn(artists, one.album.artistId)?.name ?? '' }));
  }

  /** The first 200 artists who have an album, and how many there are. It fails while one of them can't be read. */
  async artists(instanceId: string, sort: CreatorSort): Promise<ReturnType<typeof listCreators>> {
    const all = await this.keepOrRead(this.liveCache.counted, instanceId, async () => {
      const [{ digest }, artists] = await Promise.all([this.snapshot(instanceId), this.creatorsOf(instanceId)]);
      if (artists.unread.size > 0) throw libraryUnreadable();
      return counted(digest, artists);
    });
    return listCreators(all, sort);
  }

  /**
   * An artist with his albums, the newest year first; undefined when the library affirms that it has none with an album.
   * @param foreignId id by MusicBrainz, compared without its case
   */
  async artist(instanceId: string, foreignId: string): Promise<ArtistAlbums | undefined> {
    const key = foreignId.toLowerCase();
    const [show, artists] = await Promise.all([
      this.showing(instanceId),
      this.inTime(instanceId, () => this.readCreators(instanceId)),
    ]);
    const artist = counted(show.digest, artists).find((one) => one.foreignId === key);
    const mayBeThere = show.hasUnplaced || artists.unread.has(key) || artists.unread.has(null);
    if (!artist && mayBeThere) throw libraryUnreadable();
    if (!artist) return undefined;
    const his = [...show.digest.values()].filter(({ artistId }) => artistId === artist.recordId);
    const albums = his.map((album) => show.album(album, artists));
    return { artist, albums: newestYearFirst(albums, this.clock.now()) };
  }

  protected async readCreators(instanceId: string): Promise<Creators> {
    const read = await this.liveCache.reader.readBeside('artists', instanceId, (manager) => manager.artists());
    const { rows, unreadable } = readable(read);
    return {
      byRecord: new Map(rows.map((artist) => [artist.id, creatorOf(artist)])),
      unread: new Set(unreadable.map(({ foreignId }) => foreignId?.toLowerCase() ?? null)),
    };
  }

  protected async filesOf(instanceId: string, artistId: number): Promise<readonly ArrivedFile[]> {
    const take = (manager: LidarrClient) => manager.trackFilesOfArtist(artistId);
    const { rows, unreadable } = readable(await this.liveCache.reader.readBeside('recent files', instanceId, take));
    if (unreadable.length > 0) throw libraryUnreadable();
    return rows.map(({ albumId, dateAdded }) => ({ recordId: albumId, addedAt: dateAdded }));
  }

  private async showing(instanceId: string) {
    const read = async (): Promise<CachedLibrary<string, AlbumEntry>> => {
      const [queue] = await Promise.all([this.liveCache.queue(instanceId), this.liveCache.snapshot(instanceId)]);
      // An album that has left the queue drops what was read beside it: it is read again, and then shows the files.
      return { ...this.liveCache.inMemory(instanceId), snapshot: await this.snapshot(instanceId), queue };
    };
    const { snapshot, queue } = await this.inTime(instanceId, read, () => this.liveCache.inMemory(instanceId));
    const { digest, hasUnplaced } = readable(snapshot);
    const circumstances = { queue, hasUnplaced };
    const album = (entry: AlbumEntry, artists: Creators | null): LibraryAlbum =>
      libraryAlbum(entry, creatorIn(artists, entry.artistId), judgeAlbum(entry, circumstances));
    return { digest, hasUnplaced, album };
  }
}

const ARRIVALS = {
  withFiles: artistsWithFiles,
  /** A record that is only known by its release group has no title to show. */
  recordsOf: ({ recordId, artistId }: AlbumEntry) => (recordId === null || artistId === null ? [] : [recordId]),
  newestFirst: recentAlbums,
};

const counted = (digest: LibraryDigest<string, AlbumEntry>, { byRecord }: Creators): readonly CountedCreator[] =>
  countCreators(
    [...digest.values()].map((album) => ({ creatorId: album.artistId, isHeld: isHeld(album) })),
    byRecord.values(),
  );

const creatorOf = ({ id, foreignArtistId, artistName, poster, added }: LidarrArtist): Creator => ({
  recordId: id,
  foreignId: foreignArtistId.toLowerCase(),
  name: artistName,
  image: shownPicture(poster, LIDARR_PICTURES),
  addedAt: added,
});
