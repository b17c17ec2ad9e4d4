import { z } from 'zod';
import { servarrQueueRow, type ServarrQueueRow } from '../servarr/queue-page.js';
import {
  nameOf,
  type QueueDetails,
  queuedPicture,
  type QueuedTitle,
  UNJUDGED,
  wordOf,
} from '../servarr/queued-download.js';
import type { TrackedDownload } from '../servarr/tracked-download.js';
import { fieldsOf, momentOf, readBy, recordIdOf, textOf } from '../servarr/plain-values.js';

/** A file of a track in a Lidarr library. */
export interface LidarrTrackFile {
  /** Lidarr's own id. */
  readonly id: number;
  /** Lidarr's own id of its album. */
  readonly albumId: number;
  /** When it was imported, in epoch milliseconds; null where Lidarr has no date. */
  readonly dateAdded: number | null;
}

/** Reads a file; null where its album or its date can't be read. */
function readTrackFile(row: unknown): LidarrTrackFile | null {
  const file = fieldsOf(row);
  const [id, albumId] = [recordIdOf(file?.id), recordIdOf(file?.albumId)];
  if (!file || id === null || albumId === null) return null;
  const { dateAdded = null } = file;
  const isMoment = dateAdded === null || (typeof dateAdded === 'string' && !Number.isNaN(Date.parse(dateAdded)));
  return isMoment ? { id, albumId, dateAdded: momentOf(dateAdded) } : null;
}

/** A file, as {@link readTrackFile} reads it. */
export const trackFileSchema = readBy(readTrackFile);

/** A row of Lidarr's download queue. A download of several albums is a row for each, with the sizes of the whole. */
export interface LidarrQueueRow extends ServarrQueueRow, TrackedDownload {
  /** Null for a download that Lidarr can't match with an album, and for an unread row. */
  readonly albumId: number | null;
  /** Null for a download that Lidarr can't match with an artist. */
  readonly artistId: number | null;
  /** It can't be read for which album the row is: any album may be the one. */
  readonly unreadable: boolean;
}

export const queueRowSchema = z.unknown().transform((row): LidarrQueueRow => {
  const fields = fieldsOf(row) ?? {};
  const [albumId, artistId] = [recordIdOf(fields.albumId), recordIdOf(fields.artistId)];
  return {
    albumId,
    artistId,
    trackedStatus: textOf(fields.trackedDownloadStatus) ?? '',
    trackedState: textOf(fields.trackedDownloadState) ?? '',
    hasMessages: isSomething(fields.statusMessages) || isSomething(fields.errorMessage),
    unreadable: fields !== row || (albumId === null && ![undefined, null, 0].includes(fields.albumId as null)),
    ...servarrQueueRow(fields),
  };
});

/** What can't be read is something, too. */
const isSomething = (said: unknown): boolean =>
  Array.isArray(said) ? said.length > 0 : said !== undefined && said !== null && said !== '';

/** How rows say which album they are for. */
export const queueDetails: QueueDetails = {
  query: { includeArtist: true, includeAlbum: true, includeUnknownArtistItems: true },
  title: ({ album: written, artist }): QueuedTitle | null => {
    const album = fieldsOf(written);
    const recordId = recordIdOf(album?.id);
    if (!album || recordId === null) return null;
    const releasedAt = momentOf(album.releaseDate);
    return {
      recordId,
      name: nameOf(album.title),
      year: releasedAt === null ? null : new Date(releasedAt).getUTCFullYear(),
      creator: nameOf((fieldsOf(artist) ?? fieldsOf(album.artist))?.artistName) || null,
      format: null,
      catalogId: wordOf(album.foreignAlbumId)?.toLowerCase() ?? null,
      picture: queuedPicture(album.images, 'cover'),
      judged: UNJUDGED,
    };
  },
};
