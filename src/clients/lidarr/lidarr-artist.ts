import { countOf, fieldsOf, momentOf, readBy, recordIdOf, textOf } from '../servarr/plain-values.js';
import { type LidarrPicture, posterOf } from './lidarr-picture.js';

/** An artist in a Lidarr library, as far as we read it. Times are epoch milliseconds; null means Lidarr has none. */
export interface LidarrArtist {
  /** Lidarr's own id. */
  readonly id: number;
  /** MusicBrainz's id. */
  readonly foreignArtistId: string;
  /** Empty where Lidarr reports none. */
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

/** An artist, as {@link readArtist} reads him. */
export const artistSchema = readBy(readArtist);
