import { Injectable } from '@nestjs/common';
import { LIDARR_PICTURES } from '../../../clients/lidarr/lidarr-picture.js';
import type { LidarrArtist } from '../../../clients/lidarr/lidarr-artist.js';
import type { LidarrClient } from '../../../clients/lidarr/lidarr.client.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { AppError } from '../../../core/errors/app-error.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { libraryUnreadable } from '../../instances/instances.public.js';
import type { LibraryDigest } from '../cache/library-kind.js';
import { PAGE_WAITS_MS } from '../cache/reader-waits.js';
import {
  countCreators,
  listCreators,
  type CountedCreator,
  type Creator,
  type CreatorSort,
} from '../digests/creators.js';
import { KeptArrivals } from '../digests/kept-arrivals.js';
import { shownPicture } from '../digests/pictures.js';
import type { ArrivedFile } from '../digests/recent-arrivals.js';
import { newestYearFirst } from '../digests/titles-by-year.js';
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

/** How long artists and recent arrivals are fresh. Source: doc 4 section 2, music-recent and music-artists. */
const LISTS_TTL_MS = 60_000;

const MOST_LIBRARIES = 64;

type AlbumDigest = LibraryDigest<string, AlbumEntry>;

/** The artists of a library. */
interface Artists {
  readonly byRecord: ReadonlyMap<number, Creator>;
  /** The ids by MusicBrainz of artists who can't be read; null for one of whom not even that can be read. */
  readonly unread: ReadonlySet<string | null>;
}

/** A recent arrival, with the name of its artist; empty where it is unknown. */
export interface RecentArrival extends RecentAlbum {
  readonly artist: string;
}

/** An artist with all his albums. */
export interface ArtistAlbums {
  readonly artist: CountedCreator;
  readonly albums: readonly LibraryAlbum[];
}

/**
 * The lists of what a music library has. Source: doc 4 section 2; doc 2 section 4, Library digest rules.
 *
 * Every method throws 503 when the library can't be read, and AppError for an instance that doesn't exist and for faults
 * of our own storage. An unreadable library is never an empty list.
 */
@Injectable()
export class AlbumListsService {
  private readonly artistsRead: TtlCache<string, Artists>;
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
    this.recentRead = cache('library.recent-albums');
  }

  /** All albums, in the manager's order. Where the artists can't be read, their names are unknown. */
  albums(instanceId: string): Promise<readonly LibraryAlbum[]> {
    return this.inTime(instanceId, async () => {
      const show = await this.showing(instanceId);
      const artists = await this.artistsIfReadable(instanceId);
      return [...show.digest.values()].map((album) => show.album(album, artists));
    });
  }

  /** The albums whose newest files came last, at most so many. Names of artists are as in {@link albums}. */
  recent(instanceId: string, limit: number): Promise<readonly RecentArrival[]> {
    return this.inTime(instanceId, async () => {
      const recent = await this.recentRead.fetch(instanceId, () => this.readRecent(instanceId));
      const artists = await this.artistsIfReadable(instanceId);
      return recent.slice(0, limit).map((one) => ({ ...one, artist: artistOf(one.album, artists)?.name ?? '' }));
    });
  }

  /** The first 200 artists who have an album, and how many there are. */
  artists(instanceId: string, sort: CreatorSort): Promise<ReturnType<typeof listCreators>> {
    return this.inTime(instanceId, async () => {
      const digest = await this.digest(instanceId);
      return listCreators(counted(digest, await this.artistsOf(instanceId)), sort);
    });
  }

  /**
   * An artist with his albums, the newest year first; undefined when the library affirms that it has none with an album.
   *
   * @param foreignId id by MusicBrainz, compared without its case
   */
  artist(instanceId: string, foreignId: string): Promise<ArtistAlbums | undefined> {
    const key = foreignId.toLowerCase();
    return this.inTime(instanceId, async () => {
      const show = await this.showing(instanceId);
      const artists = await this.readArtists(instanceId);
      const artist = counted(show.digest, artists).find((one) => one.foreignId === key);
      if (!artist && (artists.unread.has(key) || artists.unread.has(null))) throw libraryUnreadable();
      if (!artist) return undefined;
      const his = [...show.digest.values()].filter(({ artistId }) => artistId === artist.recordId);
      const albums = his.map((album) => show.album(album, artists));
      return { artist, albums: newestYearFirst(albums, this.clock.now()) };
    });
  }

  /** Drops the lists of a changed library; a read under way doesn't restore them. */
  drop(instanceId: string): void {
    this.artistsRead.delete(instanceId);
    this.recentRead.delete(instanceId);
  }

  /** Forgets an instance that was replaced or removed. */
  forget(instanceId: string): void {
    this.drop(instanceId);
    this.arrivals.forget(instanceId);
  }

  private async inTime<V>(instanceId: string, read: () => Promise<V>): Promise<V> {
    this.liveCache.watched.note(instanceId);
    return this.liveCache.readers.inTime<V>(instanceId, PAGE_WAITS_MS, {
      read,
      remembered: () => {
        throw libraryUnreadable();
      },
    });
  }

  private async digest(instanceId: string): Promise<AlbumDigest> {
    return readable(await this.liveCache.digest(instanceId));
  }

  private async showing(instanceId: string) {
    const queue = await this.liveCache.queue(instanceId);
    const digest = await this.digest(instanceId);
    const circumstances = { queue, hasUnplaced: this.liveCache.hasUnplaced(digest) };
    const album = (entry: AlbumEntry, artists: Artists | undefined): LibraryAlbum =>
      libraryAlbum(entry, artistOf(entry, artists), judgeAlbum(entry, circumstances));
    return { digest, album };
  }

  private artistsOf(instanceId: string): Promise<Artists> {
    return this.artistsRead.fetch(instanceId, () => this.readArtists(instanceId));
  }

  private async artistsIfReadable(instanceId: string): Promise<Artists | undefined> {
    try {
      return await this.artistsOf(instanceId);
    } catch (fault) {
      if (fault instanceof AppError && fault.code === 'library_unreadable') return undefined;
      throw fault;
    }
  }

  private async readArtists(instanceId: string): Promise<Artists> {
    const read = await this.liveCache.beside('artists', instanceId, (manager) => manager.artists());
    const { rows, nonsense } = readable(read);
    return {
      byRecord: new Map(rows.map((artist) => [artist.id, creatorOf(artist)])),
      unread: new Set(nonsense.map(({ foreignId }) => foreignId?.toLowerCase() ?? null)),
    };
  }

  private async readRecent(instanceId: string): Promise<readonly RecentAlbum[]> {
    const albums = [...(await this.digest(instanceId)).values()];
    const files = await this.arrivals.of(instanceId, artistsWithFiles(albums), (artistId) =>
      this.filesOf(instanceId, artistId),
    );
    return recentAlbums(albums, files);
  }

  /** The files of an artist. One that can't be read could be the newest of all: then the list can't be, either. */
  private async filesOf(instanceId: string, artistId: number): Promise<readonly ArrivedFile[]> {
    const take = (manager: LidarrClient) => manager.trackFilesOfArtist(artistId);
    const { rows, nonsense } = readable(await this.liveCache.beside('recent files', instanceId, take));
    if (nonsense.length > 0) throw libraryUnreadable();
    return rows.map(({ albumId, dateAdded }) => ({ recordId: albumId, addedAt: dateAdded }));
  }
}

function readable<V>(read: V | null): V {
  if (read === null) throw libraryUnreadable();
  return read;
}

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
