import {
  countOf,
  fieldsOf,
  type Fields,
  isKeptId,
  momentOf,
  objectsOf,
  readBy,
  recordIdOf,
  textOf,
  textsOf,
} from '../servarr/plain-values.js';
import { coverOf, type LidarrPicture } from './lidarr-picture.js';

/** An album in a Lidarr library, as far as we read it. Times are epoch milliseconds; null means Lidarr has none. */
export interface LidarrAlbum {
  /** Lidarr's own id. It stays when MusicBrainz merges release groups. */
  readonly id: number;
  /** Id of its release group. */
  readonly foreignAlbumId: string;
  /** Empty where Lidarr reports none. */
  readonly title: string;
  /** Lidarr's own id of its artist. */
  readonly artistId: number;
  /** Its artist, where the answer has him: a list of albums usually has not. */
  readonly artist: LidarrAlbumArtist | null;
  readonly monitored: boolean;
  /** `Album`, `EP`, `Single`, …; empty where Lidarr reports none. */
  readonly albumType: string;
  /** `Live`, `Compilation`, …; none for a studio album. */
  readonly secondaryTypes: readonly string[];
  /** First day of its release (midnight UTC). */
  readonly releaseDate: number | null;
  /** Null while Lidarr knows no track of it. */
  readonly statistics: LidarrAlbumStatistics | null;
  /** How many tracks the release has that is monitored; null where the answer names none. */
  readonly monitoredReleaseTracks: number | null;
  readonly cover: LidarrPicture | null;
  /** When Lidarr last searched for it. */
  readonly lastSearchedAt: number | null;
}

/** The artist of an album. */
export interface LidarrAlbumArtist {
  /** Lidarr's own id; null for one who is in no library. */
  readonly id: number | null;
  readonly foreignArtistId: string;
  /** Empty where Lidarr reports none. */
  readonly artistName: string;
  /** False too where Lidarr doesn't say. */
  readonly monitored: boolean;
}

/**
 * What Lidarr counts in the monitored release of an album.
 *
 * `trackCount` follows what is monitored: of an album that isn't, only tracks that have a file are in it, so that three of
 * ten look complete. `totalTrackCount` holds every track. The percentage that Lidarr derives from them is not read.
 */
export interface LidarrAlbumStatistics {
  /** Tracks that have a file. */
  readonly trackFileCount: number;
  /** Tracks that have a file or are of a monitored album; null where it is missing. */
  readonly trackCount: number | null;
  /** Tracks of the release, monitored or not. */
  readonly totalTrackCount: number;
  /** Bytes of all files; null where they are missing. */
  readonly sizeOnDisk: number | null;
}

/**
 * Reads an album by hand: a library has tens of thousands.
 *
 * @returns null where it can't be read: which one it is, whose, whether it is monitored or what of it is there is unknown
 */
function readAlbum(row: unknown): LidarrAlbum | null {
  const album = fieldsOf(row);
  if (!album) return null;
  const [id, artistId, foreignAlbumId] = [
    recordIdOf(album.id),
    recordIdOf(album.artistId),
    textOf(album.foreignAlbumId),
  ];
  const { monitored } = album;
  if (id === null || artistId === null || typeof monitored !== 'boolean') return null;
  if (foreignAlbumId === null || !isKeptId(foreignAlbumId)) return null;
  const statistics = readStatistics(album.statistics);
  if (statistics === undefined) return null;
  return {
    id,
    foreignAlbumId,
    title: textOf(album.title) ?? '',
    artistId,
    artist: readAlbumArtist(album.artist),
    monitored,
    albumType: textOf(album.albumType) ?? '',
    secondaryTypes: textsOf(album.secondaryTypes),
    releaseDate: momentOf(album.releaseDate),
    statistics,
    monitoredReleaseTracks: monitoredTracksIn(album.releases),
    cover: coverOf(album.images),
    lastSearchedAt: momentOf(album.lastSearchTime),
  };
}

/** An album, as {@link readAlbum} reads it. */
export const albumSchema = readBy(readAlbum);

/** The artist of an album; null where there is none who could be told from others. */
export function readAlbumArtist(value: unknown): LidarrAlbumArtist | null {
  const artist = fieldsOf(value);
  const foreignArtistId = textOf(artist?.foreignArtistId);
  if (!artist || foreignArtistId === null || !isKeptId(foreignArtistId)) return null;
  return {
    id: recordIdOf(artist.id),
    foreignArtistId,
    artistName: textOf(artist.artistName) ?? '',
    monitored: artist.monitored === true,
  };
}

/** Null where there are none, undefined where they can't be read. */
function readStatistics(value: unknown): LidarrAlbumStatistics | null | undefined {
  if (value === null || value === undefined) return null;
  const counts = fieldsOf(value);
  const [trackFileCount, totalTrackCount] = [countOf(counts?.trackFileCount), countOf(counts?.totalTrackCount)];
  if (!counts || trackFileCount === null || totalTrackCount === null) return undefined;
  const { trackCount, sizeOnDisk } = counts;
  return { trackFileCount, trackCount: countOf(trackCount), totalTrackCount, sizeOnDisk: countOf(sizeOnDisk) };
}

function monitoredTracksIn(releases: unknown): number | null {
  const isMonitored = ({ monitored }: Fields): boolean => monitored === true;
  return countOf(objectsOf(releases).find(isMonitored)?.trackCount);
}
