import { optional, rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { KnownAlbum } from '../albums/album-availability.js';
import type { RecentArrival } from '../albums/album-lists.service.js';
import type { LibraryAlbum } from '../albums/album-titles.js';
import type { CountedCreator } from '../digests/creators.js';
import { pictureAddress } from '../digests/pictures.js';

/** An album of a library. A text is empty where it is unknown. */
export interface MusicTitleView {
  /** The manager's own id; 0 where it can't be read. */
  readonly record_id: number;
  readonly foreign_artist_id?: string;
  /** `album`, `ep`, `single`, … */
  readonly release_type?: string;
  readonly status: KnownAlbum['status'];
  /** False when the status can't be read: it is shown as unavailable then. */
  readonly status_known: boolean;
  readonly title: string;
  readonly artist: string;
  /** 0 where it is unknown. */
  readonly year: number;
  /** Id of its release group. */
  readonly foreign_album_id: string;
  /** Path below this server, or the https address of a copy. */
  readonly cover: string;
  readonly monitored: boolean;
  /** Is the whole album on disk? */
  readonly downloaded: boolean;
}

/** GET /api/requests/music-library. */
export interface MusicLibraryView {
  readonly titles: readonly MusicTitleView[];
}

/** GET /api/requests/music-recent. */
export interface MusicRecentView {
  readonly items: readonly RecentAlbumView[];
}

/** An album whose newest file came recently. */
export interface RecentAlbumView {
  /** The manager's own id. */
  readonly album_id: number;
  readonly foreign_album_id: string;
  readonly title: string;
  readonly artist: string;
  readonly cover: string;
  readonly imported_at: Rfc3339;
}

/** An artist of a library. */
export interface LibraryArtistView {
  readonly foreign_artist_id: string;
  readonly name: string;
  /** Path below this server, or the https address of a copy. */
  readonly image: string;
  readonly album_count: number;
  /** Albums with something on disk. */
  readonly available_count: number;
  /** When the artist came into the library. */
  readonly added?: Rfc3339;
}

/** GET /api/requests/music-artists. */
export interface MusicArtistsView {
  /** At most 200. */
  readonly artists: readonly LibraryArtistView[];
  /** How many there are. */
  readonly total: number;
}

/** GET /api/requests/music-artist. */
export interface LibraryArtistPageView {
  readonly artist: LibraryArtistView;
  /** The newest year first. */
  readonly titles: readonly MusicTitleView[];
}

/** An album, with pictures of this library. */
export function musicTitle(album: LibraryAlbum, instanceId: string): MusicTitleView {
  return {
    record_id: album.recordId ?? 0,
    // Written out: a list has thousands of albums, and `optional` costs as much as the rest of an album.
    ...(album.foreignArtistId === '' ? {} : { foreign_artist_id: album.foreignArtistId }),
    ...(album.releaseType === '' ? {} : { release_type: album.releaseType }),
    status: album.status,
    status_known: album.statusKnown,
    title: album.title,
    artist: album.artist,
    year: album.year ?? 0,
    foreign_album_id: album.foreignAlbumId,
    cover: pictureAddress(album.cover, instanceId),
    monitored: album.monitored,
    downloaded: album.downloaded,
  };
}

/** A recent arrival, with pictures of this library. */
export function recentAlbum({ album, artist, importedAt }: RecentArrival, instanceId: string): RecentAlbumView {
  return {
    album_id: album.recordId ?? 0,
    foreign_album_id: album.foreignAlbumId,
    title: album.title,
    artist,
    cover: pictureAddress(album.cover, instanceId),
    imported_at: rfc3339(importedAt),
  };
}

/** An artist, with pictures of this library. */
export function libraryArtist(artist: CountedCreator, instanceId: string): LibraryArtistView {
  return {
    foreign_artist_id: artist.foreignId,
    name: artist.name,
    image: pictureAddress(artist.image, instanceId),
    album_count: artist.titleCount,
    available_count: artist.availableCount,
    ...optional('added', artist.addedAt, rfc3339),
  };
}
