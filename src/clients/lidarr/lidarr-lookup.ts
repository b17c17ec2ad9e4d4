import { fieldsOf, type Fields, momentOf, readBy, recordIdOf, textOf, textsOf } from '../servarr/plain-values.js';
import { type LidarrAlbumArtist, readAlbumArtist } from './lidarr-album.js';

/** An album that Lidarr's lookup knows, in its library or not. */
export interface LidarrLookup {
  /** Lidarr's own id when the album is in its library already, else null. */
  readonly libraryId: number | null;
  /** Id of its release group. It may be another one than was asked for. */
  readonly foreignAlbumId: string;
  /** Empty where Lidarr reports none. */
  readonly title: string;
  /** `Album`, `EP`, `Single`, …; empty where Lidarr reports none. */
  readonly albumType: string;
  /** `Live`, `Compilation`, …; none for a studio album. */
  readonly secondaryTypes: readonly string[];
  /** First day of its release (midnight UTC), in epoch milliseconds. */
  readonly releaseDate: number | null;
  /** Null where the answer has no artist who could be told from others; such an album can't be added. */
  readonly artist: LidarrAlbumArtist | null;
  /** The whole record as it came, to be posted back. */
  readonly record: Fields;
}

/** Reads a result of a lookup; null where it can't be read which album it is. */
function readLookup(row: unknown): LidarrLookup | null {
  const record = fieldsOf(row);
  const foreignAlbumId = textOf(record?.foreignAlbumId);
  if (!record || foreignAlbumId === null) return null;
  return {
    libraryId: recordIdOf(record.id),
    foreignAlbumId,
    title: textOf(record.title) ?? '',
    albumType: textOf(record.albumType) ?? '',
    secondaryTypes: textsOf(record.secondaryTypes),
    releaseDate: momentOf(record.releaseDate),
    artist: readAlbumArtist(record.artist),
    record,
  };
}

/** A result of a lookup, as {@link readLookup} reads it. */
export const lookupSchema = readBy(readLookup);

/** An album to be added. Source: doc 2 §4 Requests rule 5. */
export interface NewAlbum {
  /** The record of a lookup, its artist in it. */
  readonly record: Fields;
  readonly qualityProfileId: number;
  readonly metadataProfileId: number;
  readonly rootFolderPath: string;
  /** Shall Lidarr look for a release right after adding? */
  readonly searchForNewAlbum: boolean;
}

/**
 * What adds an album: the record of the lookup with the artist nested in it, both monitored, the artist's albums to come
 * not. The artist carries no option of an addition, so that his other albums stay as they are. Source: doc 2 §4 Requests
 * rule 5.
 */
export function additionOf({ record, searchForNewAlbum, ...place }: NewAlbum): Fields {
  const { addOptions: _, ...artist } = fieldsOf(record.artist) ?? {};
  return {
    ...record,
    monitored: true,
    artist: { ...artist, ...place, monitored: true, monitorNewItems: 'none' },
    addOptions: { searchForNewAlbum },
  };
}
