import type { Creator } from '../digests/creators.js';
import { byLetters, inTurn, type Order, yearOf } from '../digests/name-order.js';
import { creatorsWithFiles, type CreatorFiles, newestArrivals, type ArrivedFile } from '../digests/kept-arrivals.js';
import type { AlbumAvailability, KnownAlbum } from './album-availability.js';
import type { AlbumEntry } from './album-projection.js';

/** An album as lists show it. A text is empty where it is unknown. */
export interface LibraryAlbum {
  /** The manager's own id; null where it can't be read. */
  readonly recordId: number | null;
  readonly foreignAlbumId: string;
  readonly foreignArtistId: string;
  /** `album`, `ep`, `single`, … */
  readonly releaseType: string;
  /** Unavailable where it is unknown. */
  readonly status: KnownAlbum['status'];
  readonly statusKnown: boolean;
  readonly title: string;
  readonly artist: string;
  /** Null where it is unknown. */
  readonly year: number | null;
  /** See `shownPicture`. */
  readonly cover: string | null;
  readonly monitored: boolean;
  readonly downloaded: boolean;
}

export const isHeld = ({ files }: AlbumEntry): boolean => files > 0;

/**
 * Source: doc 4 section 2, MusicTitle.
 * @param artist undefined when the artists couldn't be read, or have none with the id that the album names
 */
export function libraryAlbum(
  album: AlbumEntry,
  artist: Creator | undefined,
  availability: AlbumAvailability,
): LibraryAlbum {
  const status = availability.known ? availability.status : 'unavailable';
  return {
    recordId: album.recordId,
    foreignAlbumId: album.foreignAlbumId,
    foreignArtistId: artist?.foreignId ?? '',
    releaseType: album.releaseType,
    status,
    statusKnown: availability.known,
    title: album.title,
    artist: artist?.name ?? '',
    year: yearOf(album.releasedAt),
    cover: album.cover,
    monitored: album.monitored,
    downloaded: status === 'available',
  };
}

export interface RecentAlbum {
  readonly album: AlbumEntry;
  /** When its newest file came, in epoch milliseconds. */
  readonly importedAt: number;
}

const NEWEST_FIRST: Order<RecentAlbum> = inTurn(
  (one, other) => other.importedAt - one.importedAt,
  (one, other) => byLetters(one.album.title, other.album.title),
  (one, other) => byLetters(one.album.foreignAlbumId, other.album.foreignAlbumId),
);

/** The newest file first. Source: doc 4 section 2, music-recent. */
export function recentAlbums(albums: Iterable<AlbumEntry>, files: Iterable<ArrivedFile>): readonly RecentAlbum[] {
  const newest = newestArrivals(files);
  const recent: RecentAlbum[] = [];
  for (const album of albums) {
    const importedAt = album.recordId === null ? undefined : newest.get(album.recordId);
    if (importedAt !== undefined) recent.push({ album, importedAt });
  }
  return recent.sort(NEWEST_FIRST);
}

export const artistsWithFiles = (albums: Iterable<AlbumEntry>): readonly CreatorFiles[] =>
  creatorsWithFiles(
    [...albums]
      .filter(isHeld)
      .map(({ artistId, files, sizeOnDisk }) => ({ creatorId: artistId, fileCount: files, sizeOnDisk })),
  );
