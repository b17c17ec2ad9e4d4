import { UNKNOWN_TITLE, type UnknownTitle, type Circumstances } from '../cache/library-kind.js';
import { downloadProgress, UNREADABLE_ROWS, type DownloadQueue } from '../cache/download-queue.js';
import type { AlbumEntry } from './album-projection.js';

export interface KnownAlbum {
  readonly known: true;
  readonly status: 'available' | 'partial' | 'downloading' | 'requested' | 'unavailable';
  /** 0 to 1: the share of tracks that have a file, or of bytes that arrived when downloading; otherwise 0. */
  readonly progress: number;
  /** When it came out or will, in epoch milliseconds; null where the library doesn't know, or has no record. */
  readonly releasedAt: number | null;
}

export type AlbumAvailability = KnownAlbum | UnknownTitle;

export const UNKNOWN_ALBUM = UNKNOWN_TITLE;

const ABSENT: KnownAlbum = { known: true, status: 'unavailable', progress: 0, releasedAt: null };

/**
 * Judges the status of an album. The first test that is true decides:
 *
 * | test | status | progress |
 * |---|---|---|
 * | files ≥ tracks that count > 0 | available | 1 |
 * | a record of the album can't be read | unknown | |
 * | files > 0 | partial | files / tracks |
 * | there is no record, but one that could be it can't be read | unknown | |
 * | there is no record | unavailable | 0 |
 * | the queue can't be read | unknown | |
 * | has a healthy row in the queue | downloading | share of bytes that arrived |
 * | a row of the queue could be of any album | unknown | |
 * | is monitored | requested | 0 |
 * | otherwise | unavailable | 0 |
 *
 * Source: doc 4 section 4.4; doc 2 section 3, music album rows.
 */
export function judgeAlbum(album: AlbumEntry | undefined, { queue, hasUnplaced }: Circumstances): AlbumAvailability {
  if (!album) return hasUnplaced ? UNKNOWN_ALBUM : ABSENT;
  const { files, tracks, releasedAt } = album;
  if (files >= tracks && tracks > 0) return { known: true, status: 'available', progress: 1, releasedAt };
  if (album.isUnreadable) return UNKNOWN_ALBUM;
  if (files > 0) return { known: true, status: 'partial', progress: tracks > 0 ? files / tracks : 0, releasedAt };
  return queue ? judgeByQueue(album, queue) : UNKNOWN_ALBUM;
}

function judgeByQueue({ recordId, monitored, releasedAt }: AlbumEntry, queue: DownloadQueue): AlbumAvailability {
  const rows = recordId === null ? undefined : queue.get(recordId);
  const healthy = (rows ?? []).filter(({ isStuck }) => !isStuck);
  if (healthy.length > 0) {
    return { known: true, status: 'downloading', progress: downloadProgress(healthy), releasedAt };
  }
  if (queue.has(UNREADABLE_ROWS)) return UNKNOWN_ALBUM;
  return { known: true, status: monitored ? 'requested' : 'unavailable', progress: 0, releasedAt };
}
