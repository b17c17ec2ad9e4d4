import { Injectable } from '@nestjs/common';
import { LIDARR_PICTURES, type LidarrArtist } from '../../../clients/lidarr/lidarr-album.js';
import type { LidarrClient } from '../../../clients/lidarr/lidarr.client.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { AppError } from '../../../core/errors/app-error.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { libraryUnreadable } from '../../instances/instances.public.js';
import type { CachedLibrary, LibraryDigest, Snapshot } from '../cache/library-kind.js';
import { PAGE_WAITS_MS } from '../cache/library-reader.js';
import {
  countCreators,
  listCreators,
  type CountedCreator,
  type Creator,
  type CreatorSort,
} from '../digests/creators.js';
import { KeptArrivals, type ArrivedFile, creatorsToRead, hasUnreadArrival } from '../digests/kept-arrivals.js';
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

const LISTS_TTL_MS = 60_000;

const MOST_LIBRARIES = 64;

const UNREADABLE = libraryUnreadable().code;

type AlbumDigest = LibraryDigest<string, AlbumEntry>;

interface Artists {
  readonly byRecord: ReadonlyMap<number, Creator>;
  /** The ids by MusicBrainz of artists who can't be read; null for one of whom not even that can be read. */
  readonly unread: ReadonlySet<string | null>;
}

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
export class AlbumListsService {
  private readonly artistsRead: TtlCache<string, Artists>;
  private readonly countedRead: TtlCache<string, readonly CountedCreator[]>;
  private readonly recentRead: TtlCache<string, readonly RecentAlbum[]>;
  private readonly arrivals = new KeptArrivals();

  constructor(
    private readonly liveCache: AlbumCacheService,
    private readonly clock: Clock,
    meter: Meter,
  ) {
    const cache = <V>(name: string): TtlCache<string, V> =>
      new TtlCache({ clock, ttlMs: LISTS_TTL_MS, maxEntries: MOST_LIBRARIES, meter: meter.cache(name) });
    this.artistsRead = cache('library.artists');
    this.countedRead = cache('library.counted-artists');
    this.recentRead = cache('library.recent-albums');
  }

  /** All albums, in the manager's order. Where the artists can't be read, their names are unknown. */
  async albums(instanceId: string): Promise<readonly LibraryAlbum[]> {
    const [showing, artists] = await Promise.all([this.showing(instanceId), this.artistsIfReadable(instanceId)]);
    return [...showing.digest.values()].map((album) => showing.album(album, artists));
  }

  /** The albums whose newest files came last, at most so many. Names of artists are as in {@link albums}. */
  async recent(instanceId: string, limit: number): Promise<readonly RecentArrival[]> {
    const [recent, artists] = await Promise.all([
      this.keepOrRead(this.recentRead, instanceId, () => this.readRecent(instanceId)),
      this.artistsIfReadable(instanceId),
    ]);
    return recent.slice(0, limit).map((one) => ({ ...one, artist: artistOf(one.album, artists)?.name ?? '' }));
  }

  /** The first 200 artists who have an album, and how many there are. It fails while one of them can't be read. */
  async artists(instanceId: string, sort: CreatorSort): Promise<ReturnType<typeof listCreators>> {
    const all = await this.keepOrRead(this.countedRead, instanceId, async () => {
      const [{ digest }, artists] = await Promise.all([this.snapshot(instanceId), this.artistsOf(instanceId)]);
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
      this.inTime(instanceId, () => this.readArtists(instanceId), neverRemembered),
    ]);
    const artist = counted(show.digest, artists).find((one) => one.foreignId === key);
    const mayBeThere = show.hasUnplaced || artists.unread.has(key) || artists.unread.has(null);
    if (!artist && mayBeThere) throw libraryUnreadable();
    if (!artist) return undefined;
    const his = [...show.digest.values()].filter(({ artistId }) => artistId === artist.recordId);
    const albums = his.map((album) => show.album(album, artists));
    return { artist, albums: newestYearFirst(albums, this.clock.now()) };
  }

  /** A read under way doesn't restore them. */
  drop(instanceId: string): void {
    for (const cache of [this.artistsRead, this.countedRead, this.recentRead]) cache.delete(instanceId);
  }

  forget(instanceId: string): void {
    this.drop(instanceId);
    this.arrivals.forget(instanceId);
  }

  private inTime<V>(instanceId: string, read: () => Promise<V>, remembered: () => V): Promise<V> {
    this.liveCache.reader.watched.note(instanceId);
    return this.liveCache.reader.inTime<V>(instanceId, PAGE_WAITS_MS, { read, remembered });
  }

  private async keepOrRead<V>(cache: TtlCache<string, V>, instanceId: string, read: () => Promise<V>): Promise<V> {
    const warm = cache.get(instanceId);
    this.liveCache.reader.watched.note(instanceId);
    return warm ?? (await this.inTime(instanceId, () => cache.fetch(instanceId, read), neverRemembered));
  }

  private async snapshot(instanceId: string): Promise<Snapshot<string, AlbumEntry>> {
    return readable(await this.liveCache.snapshot(instanceId));
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
    const album = (entry: AlbumEntry, artists: Artists | undefined): LibraryAlbum =>
      libraryAlbum(entry, artistOf(entry, artists), judgeAlbum(entry, circumstances));
    return { digest, hasUnplaced, album };
  }

  private artistsOf(instanceId: string): Promise<Artists> {
    return this.artistsRead.fetch(instanceId, () => this.readArtists(instanceId));
  }

  /** They have a wait of their own: artists that hang don't take the albums down with them. */
  private async artistsIfReadable(instanceId: string): Promise<Artists | undefined> {
    const warm = this.artistsRead.get(instanceId);
    if (warm) return warm;
    try {
      return await this.inTime<Artists | undefined>(
        instanceId,
        () => this.artistsOf(instanceId),
        () => undefined,
      );
    } catch (fault) {
      if (fault instanceof AppError && fault.code === UNREADABLE) return undefined;
      throw fault;
    }
  }

  private async readArtists(instanceId: string): Promise<Artists> {
    const read = await this.liveCache.reader.readBeside('artists', instanceId, (manager) => manager.artists());
    const { rows, unreadable } = readable(read);
    return {
      byRecord: new Map(rows.map((artist) => [artist.id, creatorOf(artist)])),
      unread: new Set(unreadable.map(({ foreignId }) => foreignId?.toLowerCase() ?? null)),
    };
  }

  private async readRecent(instanceId: string): Promise<readonly RecentAlbum[]> {
    const { digest } = await this.snapshot(instanceId);
    const unread = this.liveCache.unread.creatorsIn(digest);
    const artists = readable(creatorsToRead(artistsWithFiles(digest.values()), unread));
    const files = await this.arrivals.of(instanceId, artists, (artistId) => this.filesOf(instanceId, artistId));
    if (unread.size > 0 && hasUnreadArrival(files, readableRecords(digest))) throw libraryUnreadable();
    return recentAlbums(digest.values(), files);
  }

  /** The files of an artist. One that can't be read could be the newest of all: then the list can't be, either. */
  private async filesOf(instanceId: string, artistId: number): Promise<readonly ArrivedFile[]> {
    const take = (manager: LidarrClient) => manager.trackFilesOfArtist(artistId);
    const { rows, unreadable } = readable(await this.liveCache.reader.readBeside('recent files', instanceId, take));
    if (unreadable.length > 0) throw libraryUnreadable();
    return rows.map(({ albumId, dateAdded }) => ({ recordId: albumId, addedAt: dateAdded }));
  }
}

const neverRemembered = (): never => {
  throw libraryUnreadable();
};

function readable<V>(read: V | null): V {
  if (read === null) throw libraryUnreadable();
  return read;
}

/** A record that is only known by its release group has no title to show. */
const readableRecords = (digest: AlbumDigest): ReadonlySet<number> =>
  new Set(
    [...digest.values()].flatMap(({ recordId, artistId }) =>
      recordId === null || artistId === null ? [] : [recordId],
    ),
  );

const artistOf = ({ artistId }: AlbumEntry, artists: Artists | undefined): Creator | undefined =>
  artistId === null ? undefined : artists?.byRecord.get(artistId);

const counted = (digest: AlbumDigest, { byRecord }: Artists): readonly CountedCreator[] =>
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
