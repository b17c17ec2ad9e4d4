import {
  countOf,
  type Fields,
  fieldsOf,
  isKeptId,
  momentOf,
  objectsOf,
  readBy,
  recordIdOf,
  textOf,
  textsOf,
} from '../servarr/plain-values.js';

interface LidarrPicture {
  /** Where Lidarr itself serves it: usually a path below `/MediaCover`; null where it doesn't. */
  readonly url: string | null;
  /** Where it was found; null where nobody says. */
  readonly remoteUrl: string | null;
}

/** Which pictures may be shown to members: paths of Lidarr's own art, and hosts of the copies that its metadata names. */
export const LIDARR_PICTURES = {
  path: /^\/MediaCover\/(?:Albums|Artist)\/[1-9]\d{0,17}\/[\w-]+(?:\.[\w-]+)*$/,
  hosts: new Set(['coverartarchive.org', 'images.lidarr.audio', 'imagecache.lidarr.audio', 'assets.fanart.tv']),
} as const;

const coverOf = (images: unknown): LidarrPicture | null => pictureIn(images, 'cover');

const posterOf = (images: unknown): LidarrPicture | null => pictureIn(images, 'poster');

function pictureIn(images: unknown, kind: string): LidarrPicture | null {
  const image = objectsOf(images).find(({ coverType }) => coverType === kind);
  if (!image) return null;
  const [url, remoteUrl] = [textOf(image.url), textOf(image.remoteUrl)];
  return url === null && remoteUrl === null ? null : { url, remoteUrl };
}

/** An album in a Lidarr library, as far as we read it. Times are epoch milliseconds; null means Lidarr has none. */
export interface LidarrAlbum {
  /** Lidarr's own id. It stays when MusicBrainz merges release groups. */
  readonly id: number;
  readonly foreignAlbumId: string;
  readonly title: string;
  readonly artistId: number;
  /** Its artist, where the answer has him: a list of albums usually has not. */
  readonly artist: LidarrAlbumArtist | null;
  readonly monitored: boolean;
  readonly albumType: string;
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

interface LidarrAlbumArtist {
  /** Lidarr's own id; null for one who is in no library. */
  readonly id: number | null;
  readonly foreignArtistId: string;
  readonly artistName: string;
  /** False too where Lidarr doesn't say. */
  readonly monitored: boolean;
}

/** `trackCount` follows what is monitored: of an unmonitored album it counts only tracks with a file, so three of ten look complete. */
interface LidarrAlbumStatistics {
  /** Tracks that have a file. */
  readonly trackFileCount: number;
  /** Tracks that have a file or are of a monitored album; null where it is missing. */
  readonly trackCount: number | null;
  /** Tracks of the release, monitored or not. */
  readonly totalTrackCount: number;
  /** Bytes of all files; null where they are missing. */
  readonly sizeOnDisk: number | null;
}

/** Reads an album by hand: a library has tens of thousands. Null where which one, whose, its watch or its files are unknown. */
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

export const albumSchema = readBy(readAlbum);

/** The artist of an album; null where there is none who could be told from others. */
function readAlbumArtist(value: unknown): LidarrAlbumArtist | null {
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

/** An artist in a Lidarr library, as far as we read it. Times are epoch milliseconds; null means Lidarr has none. */
export interface LidarrArtist {
  readonly id: number;
  readonly foreignArtistId: string;
  readonly artistName: string;
  /** Nothing of an artist who isn't monitored is ever downloaded, even where his albums are. */
  readonly monitored: boolean;
  /** What becomes of albums to come: `all`, `none`, `new`; tolerant of words to come. Empty where it is missing. */
  readonly monitorNewItems: string;
  readonly qualityProfileId: number | null;
  readonly metadataProfileId: number | null;
  /** When he came into the library. */
  readonly added: number | null;
  readonly poster: LidarrPicture | null;
  /** How many of his albums Lidarr counts and how many files they have; null where it doesn't count. */
  readonly statistics: { readonly albumCount: number | null; readonly trackFileCount: number | null } | null;
}

/** Reads an artist; null where it can't be read which one he is or whether he is monitored. */
function readArtist(row: unknown): LidarrArtist | null {
  const artist = fieldsOf(row);
  const [id, foreignArtistId] = [recordIdOf(artist?.id), textOf(artist?.foreignArtistId)];
  if (!artist || id === null || foreignArtistId === null || typeof artist.monitored !== 'boolean') return null;
  const counts = fieldsOf(artist.statistics);
  return {
    id,
    foreignArtistId,
    artistName: textOf(artist.artistName) ?? '',
    monitored: artist.monitored,
    monitorNewItems: textOf(artist.monitorNewItems) ?? '',
    qualityProfileId: recordIdOf(artist.qualityProfileId),
    metadataProfileId: recordIdOf(artist.metadataProfileId),
    added: momentOf(artist.added),
    poster: posterOf(artist.images),
    statistics: counts && { albumCount: countOf(counts.albumCount), trackFileCount: countOf(counts.trackFileCount) },
  };
}

export const artistSchema = readBy(readArtist);

/** An album that Lidarr's lookup knows, in its library or not. */
export interface LidarrLookup {
  /** Lidarr's own id when the album is in its library already, else null. */
  readonly libraryId: number | null;
  /** Id of its release group. It may be another one than was asked for. */
  readonly foreignAlbumId: string;
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

export const lookupSchema = readBy(readLookup);

export interface NewAlbum {
  /** The record of a lookup, its artist in it. */
  readonly record: Fields;
  readonly qualityProfileId: number;
  readonly metadataProfileId: number;
  readonly rootFolderPath: string;
  /** Shall Lidarr look for a release right after adding? */
  readonly searchForNewAlbum: boolean;
}

/** The lookup's record with its artist, both monitored. He carries no option of an addition, so that his other albums stay as they are. */
export function additionOf({ record, searchForNewAlbum, ...place }: NewAlbum): Fields {
  const { addOptions: _, ...artist } = fieldsOf(record.artist) ?? {};
  return {
    ...record,
    monitored: true,
    artist: { ...artist, ...place, monitored: true, monitorNewItems: 'none' },
    addOptions: { searchForNewAlbum },
  };
}
