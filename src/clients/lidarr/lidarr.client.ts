import { z } from 'zod';
import {
  ASKS_METADATA,
  giveCommand,
  readFile,
  type ServarrAddress,
  ServarrClient,
  type ServarrCommand,
  type ServarrFile,
  WHOLE_LIBRARY,
} from '../servarr/servarr.client.js';
import { fieldsOf, momentOf, readBy, recordIdOf, textOf, type TrackedDownload } from '../servarr/plain-values.js';
import { servarrQueueRow, type ServarrQueueRow } from '../servarr/queue-page.js';
import {
  nameOf,
  type QueueDetails,
  queuedPicture,
  type QueuedTitle,
  UNJUDGED,
  wordOf,
} from '../servarr/queued-download.js';
import { rowBy, type RowsRead } from '../servarr/rows-read.js';
import { isAlreadyThere, MOST_FOUND, readRecord } from '../servarr/servarr-transport.js';
import {
  additionOf,
  albumSchema,
  artistSchema,
  type LidarrAlbum,
  type LidarrArtist,
  type LidarrLookup,
  lookupSchema,
  type NewAlbum,
} from './lidarr-album.js';
import {
  type LidarrMetadataProfile,
  type LidarrRootFolder,
  metadataProfilesSchema,
  rootFoldersSchema,
} from './lidarr-places.js';

interface LidarrTrackFile {
  readonly id: number;
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

const trackFileSchema = readBy(readTrackFile);

/** A row of Lidarr's download queue. A download of several albums is a row for each, with the sizes of the whole. */
interface LidarrQueueRow extends ServarrQueueRow, TrackedDownload {
  /** Null for a download that Lidarr can't match with an album, and for an unread row. */
  readonly albumId: number | null;
  /** Null for a download that Lidarr can't match with an artist. */
  readonly artistId: number | null;
  /** It can't be read for which album the row is: any album may be the one. */
  readonly unreadable: boolean;
}

const queueRowSchema = z.unknown().transform((row): LidarrQueueRow => {
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
const queueDetails: QueueDetails = {
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

/** What says of a row that can't be read which album it is about. */
const ALBUM_NAMES = { parentId: 'artistId', foreignId: 'foreignAlbumId' } as const;

/** API v1. Throws UpstreamError; null is an affirmed absence; long lists come with the rows that can't be read. */
export class LidarrClient extends ServarrClient<LidarrQueueRow> {
  constructor(address: ServarrAddress) {
    const historyNames = { filter: 'albumId', member: 'albumId' } as const;
    super({ ...address, system: 'lidarr', api: 'v1' }, queueRowSchema, historyNames, queueDetails);
  }

  /** The whole library, albums that nobody monitors included. Their artists are told by `artists`. */
  albums(signal?: AbortSignal): Promise<RowsRead<LidarrAlbum>> {
    const call = { operation: 'album.list', method: 'GET', path: ['album'], signal, ...WHOLE_LIBRARY } as const;
    return this.transport.rows(call, rowBy(albumSchema, ALBUM_NAMES));
  }

  albumById(id: number, signal?: AbortSignal): Promise<LidarrAlbum | null> {
    return readRecord(
      this.transport,
      { operation: 'album.read', method: 'GET', path: ['album', id], signal },
      albumSchema,
    );
  }

  /** The album of the library whose release group has this very id. */
  albumByForeignId(foreignAlbumId: string, signal?: AbortSignal): Promise<LidarrAlbum | null> {
    const query = { foreignAlbumId };
    const call = { operation: 'album.find', method: 'GET', path: ['album'], query, signal } as const;
    return this.transport.findRow(call, albumSchema, 'foreignAlbumId', foreignAlbumId);
  }

  artists(signal?: AbortSignal): Promise<RowsRead<LidarrArtist>> {
    const call = { operation: 'artist.list', method: 'GET', path: ['artist'], signal, ...WHOLE_LIBRARY } as const;
    return this.transport.rows(call, rowBy(artistSchema, { foreignId: 'foreignArtistId' }));
  }

  artistById(id: number, signal?: AbortSignal): Promise<LidarrArtist | null> {
    const call = { operation: 'artist.read', method: 'GET', path: ['artist', id], signal } as const;
    return readRecord(this.transport, call, artistSchema);
  }

  /** The artist of the library with this very id of MusicBrainz. */
  artistByForeignId(foreignArtistId: string, signal?: AbortSignal): Promise<LidarrArtist | null> {
    const query = { mbId: foreignArtistId };
    const call = { operation: 'artist.find', method: 'GET', path: ['artist'], query, signal } as const;
    return this.transport.findRow(call, artistSchema, 'foreignArtistId', foreignArtistId);
  }

  /** Best first, by words or a prefixed id. The caller judges what is found by `foreignAlbumId` alone. */
  lookup(term: string, signal?: AbortSignal): Promise<RowsRead<LidarrLookup>> {
    const call = { operation: 'album.lookup', method: 'GET', path: ['album', 'lookup'], query: { term } } as const;
    return this.transport.rows({ ...call, signal, ...ASKS_METADATA }, rowBy(lookupSchema, ALBUM_NAMES), MOST_FOUND);
  }

  /** {@link lookup} by the id of a release group. What is found may still bear another id: groups are merged. */
  lookupByForeignId(foreignAlbumId: string, signal?: AbortSignal): Promise<RowsRead<LidarrLookup>> {
    return this.lookup(`lidarr:${foreignAlbumId}`, signal);
  }

  /** All root folders with the profiles of who comes into them, in Lidarr's order. */
  override rootFolders(signal?: AbortSignal): Promise<readonly LidarrRootFolder[]> {
    const call = { operation: 'rootfolder.list', method: 'GET', path: ['rootfolder'], signal } as const;
    return this.transport.json(call, rootFoldersSchema);
  }

  /** All metadata profiles, the built-in `None` among them, in Lidarr's order. */
  metadataProfiles(signal?: AbortSignal): Promise<readonly LidarrMetadataProfile[]> {
    const call = { operation: 'metadataprofile.list', method: 'GET', path: ['metadataprofile'], signal } as const;
    return this.transport.json(call, metadataProfilesSchema);
  }

  trackFile(id: number, signal?: AbortSignal): Promise<ServarrFile | null> {
    return readFile(this.transport, { resource: 'trackfile', title: 'albumId' }, id, signal);
  }

  /** The files of an artist's tracks; none for an artist whom the library lacks. */
  trackFilesOfArtist(artistId: number, signal?: AbortSignal): Promise<RowsRead<LidarrTrackFile>> {
    const query = { artistId };
    const call = { operation: 'trackfile.list', method: 'GET', path: ['trackfile'], query, signal } as const;
    return this.transport.rows(call, rowBy(trackFileSchema, { parentId: 'artistId' }));
  }

  /** With its artist where the library lacks him; one who is there stays. @throws UpstreamError for which `isAlbumAlreadyThere` holds */
  addAlbum(album: NewAlbum, signal?: AbortSignal): Promise<LidarrAlbum> {
    const json = additionOf(album);
    const call = { operation: 'album.add', method: 'POST', path: ['album'], json, signal, ...ASKS_METADATA } as const;
    return this.transport.json(call, albumSchema);
  }

  /** Turns the watch over albums on or off. Their artists stay as they are. Albums that are gone are passed over. */
  async setAlbumsMonitored(albumIds: readonly number[], monitored: boolean, signal?: AbortSignal): Promise<void> {
    const json = { albumIds, monitored };
    await this.transport.send({ operation: 'album.monitor', method: 'PUT', path: ['album', 'monitor'], json, signal });
  }

  /** Watches an artist, and none of his albums to come. Only these flags are sent: a whole record would overwrite others' changes. */
  async monitorArtist(artistId: number, signal?: AbortSignal): Promise<void> {
    const json = { artistIds: [artistId], monitored: true, monitorNewItems: 'none' };
    await this.transport.send({ operation: 'artist.monitor', method: 'PUT', path: ['artist', 'editor'], json, signal });
  }

  searchAlbums(albumIds: readonly number[], signal?: AbortSignal): Promise<ServarrCommand> {
    return giveCommand(this.transport, { name: 'AlbumSearch', albumIds }, signal);
  }
}

/** Did Lidarr refuse to add an album because its library has it? */
export const isAlbumAlreadyThere = (error: unknown): boolean =>
  isAlreadyThere(error, 'album.add', 'AlbumExistsValidator');
