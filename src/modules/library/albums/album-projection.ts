import type { LidarrAlbum } from '../../../clients/lidarr/lidarr-album.js';
import { shownPicture, type ShownPictures } from '../digests/pictures.js';
import { trackedQueue, type DownloadQueue, type TrackedQueueRow } from '../cache/download-queue.js';
import type { TrackedRow } from '../cache/download-stage.js';

/** What is read of a record of a music manager: one album. */
export type AlbumRow = Omit<LidarrAlbum, 'artist' | 'secondaryTypes' | 'lastSearchedAt'>;

type TrackCounts = Pick<AlbumRow, 'monitored' | 'statistics' | 'monitoredReleaseTracks'>;

interface AlbumRows {
  readonly rows: Iterable<AlbumRow>;
  /** The records that can't be read, each with its release group where that much can be read. */
  readonly unreadable: Iterable<{ readonly id: number | null; readonly foreignId: string | null }>;
}

export interface AlbumEntry {
  /** The manager's own id of the record; null where even that can't be read. */
  readonly recordId: number | null;
  /** Id of its release group, in the form in which ids are compared. */
  readonly foreignAlbumId: string;
  /** Empty where the manager reports none. */
  readonly title: string;
  /** The manager's own id of the artist; null where it can't be read. */
  readonly artistId: number | null;
  readonly monitored: boolean;
  /** `album`, `ep`, `single`, …; empty where the manager reports none. */
  readonly releaseType: string;
  /** Tracks that have a file. */
  readonly files: number;
  /** Tracks that have to be there for the whole album; 0 while the manager knows none. */
  readonly tracks: number;
  /** Bytes of all files; null where they aren't counted. */
  readonly sizeOnDisk: number | null;
  /** When it came out or will, in epoch milliseconds; null where that is unknown. */
  readonly releasedAt: number | null;
  /** See `shownPicture`. */
  readonly cover: string | null;
  readonly isUnreadable: boolean;
}

export interface AlbumProjection {
  readonly titles: Map<string, AlbumEntry>;
  /** Are there records whose album can't be read? Then no album is known to be absent. */
  readonly hasUnplaced: boolean;
}

/** The id of a release group in the one form in which ids are compared; empty for what is none. */
const albumKey = (foreignId: string): string => foreignId.trim().toLowerCase();

/** What a record that can't be read could be, the album that it names or any, is unknown, never absent. The order doesn't matter. */
export function albumProjection({ rows, unreadable }: AlbumRows, pictures: ShownPictures): AlbumProjection {
  const doubtful = [...unreadable].map(({ id, foreignId }) => ({ id, key: albumKey(foreignId ?? '') }));
  const unreadableKeys = new Set(doubtful.map(({ key }) => key));
  const titles = new Map<string, AlbumEntry>();
  for (const row of rows) {
    const key = albumKey(row.foreignAlbumId);
    const entry = albumEntry(key, row, unreadableKeys.has(key), pictures);
    const known = titles.get(key);
    if (!known || isRather(entry, known)) titles.set(key, entry);
  }
  for (const { id, key } of doubtful) if (key !== '' && !titles.has(key)) titles.set(key, unreadableAlbum(key, id));
  return { titles, hasUnplaced: unreadableKeys.has('') };
}

/**
 * How many tracks make the album whole? Of an album that isn't monitored the manager counts only tracks with a file, so that
 * three of ten would look complete: there every track of the monitored release counts.
 */
function tracksThatCount({ monitored, statistics, monitoredReleaseTracks }: TrackCounts): number {
  const all = statistics?.totalTrackCount || monitoredReleaseTracks || 0;
  return monitored ? statistics?.trackCount || all : all;
}

export function isWholeAlbum(row: TrackCounts): boolean {
  const tracks = tracksThatCount(row);
  return tracks > 0 && (row.statistics?.trackFileCount ?? 0) >= tracks;
}

function albumEntry(key: string, row: AlbumRow, isUnreadable: boolean, pictures: ShownPictures): AlbumEntry {
  return {
    recordId: row.id,
    foreignAlbumId: key,
    title: row.title,
    artistId: row.artistId,
    monitored: row.monitored,
    releaseType: releaseTypeOf(row.albumType),
    files: row.statistics?.trackFileCount ?? 0,
    tracks: tracksThatCount(row),
    sizeOnDisk: row.statistics ? row.statistics.sizeOnDisk : 0,
    releasedAt: row.releaseDate,
    cover: shownPicture(row.cover, pictures),
    isUnreadable,
  };
}

const unreadableAlbum = (key: string, recordId: number | null): AlbumEntry => ({
  recordId,
  foreignAlbumId: key,
  title: '',
  artistId: null,
  monitored: false,
  releaseType: '',
  files: 0,
  tracks: 0,
  sizeOnDisk: null,
  releasedAt: null,
  cover: null,
  isUnreadable: true,
});

/** A manager has one record of an album. Should it have two, the one with more files counts, else the older one. */
const isRather = (one: AlbumEntry, other: AlbumEntry): boolean =>
  one.files > other.files || (one.files === other.files && (one.recordId ?? 0) < (other.recordId ?? 0));

/** One text for all albums of a type: a library has tens of thousands. */
const TYPES = new Map(['', 'album', 'ep', 'single', 'broadcast', 'other'].map((type) => [type, type]));

function releaseTypeOf(albumType: string): string {
  const type = albumType.toLowerCase();
  return TYPES.get(type) ?? type;
}

export const sameAlbumState = (one: AlbumEntry, other: AlbumEntry): boolean =>
  one.recordId === other.recordId &&
  one.monitored === other.monitored &&
  one.files === other.files &&
  one.tracks === other.tracks &&
  one.isUnreadable === other.isUnreadable;

export const sameAlbum = (one: AlbumEntry, other: AlbumEntry): boolean =>
  sameAlbumState(one, other) &&
  one.title === other.title &&
  one.artistId === other.artistId &&
  one.releaseType === other.releaseType &&
  one.sizeOnDisk === other.sizeOnDisk &&
  one.releasedAt === other.releasedAt &&
  one.cover === other.cover;

interface AlbumQueueRow extends TrackedQueueRow, TrackedRow {
  /** Null for a download that the manager can't match with an album. */
  readonly albumId: number | null;
}

export function albumQueue(rows: readonly AlbumQueueRow[]): DownloadQueue {
  return trackedQueue(
    rows,
    ({ albumId }) => albumId,
    (row) => row,
  );
}
