import type { ServarrRootFolder } from '../servarr/servarr-fixed-answers.js';
import type { ServarrStoredRow } from '../servarr/servarr-queue.js';
import type { LidarrCatalogArtist, LidarrGroup } from './lidarr-catalog.js';

/** An artist in the fake's library. */
export interface LidarrStoredArtist {
  readonly id: number;
  readonly who: LidarrCatalogArtist;
  monitored: boolean;
  /** What becomes of albums to come: `all` and `new`: they are monitored; `none`: they aren't. */
  monitorNewItems: string;
  qualityProfileId: number;
  metadataProfileId: number;
  readonly rootFolderPath: string;
  readonly tags: readonly number[];
  readonly added: string;
}

/** An album in the fake's library. */
export interface LidarrStoredAlbum {
  readonly id: number;
  /** Another one after a merge of groups. */
  group: LidarrGroup;
  readonly artist: LidarrStoredArtist;
  monitored: boolean;
  /** Which of the group's releases is monitored, by its place. */
  release: number;
  /** Are its tracks known? They come some time after an addition. */
  tracksKnown: boolean;
  /** By the number of the track. */
  readonly files: Map<number, LidarrStoredFile>;
  /** When it was last searched for; null for never. */
  lastSearched: string | null;
}

export interface LidarrStoredFile {
  readonly id: number;
  readonly size: number;
  readonly dateAdded: string;
  /** The profile would have a better one. */
  readonly cutoffUnmet: boolean;
}

/** A row of the fake's download queue. */
export interface LidarrStoredRow extends ServarrStoredRow {
  /** Null for a download that Lidarr can't match with an album. */
  readonly album: LidarrStoredAlbum | null;
  /** What Lidarr says of how it goes; as its status has it where nothing is set. */
  readonly tracked: LidarrTracked;
}

/** What Lidarr says of a row beside its status. */
export interface LidarrTracked {
  readonly trackedDownloadStatus?: string;
  readonly trackedDownloadState?: string;
  /** Messages for the administrator. */
  readonly messages?: readonly string[];
  readonly errorMessage?: string;
}

/** Something that has happened to an album. */
export interface LidarrStoredHappening {
  readonly id: number;
  readonly album: LidarrStoredAlbum;
  readonly eventType: string;
  readonly downloadId: string;
  readonly date: string;
}

export interface LidarrStoredFolder extends ServarrRootFolder {
  readonly defaultQualityProfileId: number;
  readonly defaultMetadataProfileId: number;
}

/** The tracks of the monitored release, by their numbers; none as long as they are unknown. */
export function tracksOf({ group, release, tracksKnown }: LidarrStoredAlbum): readonly number[] {
  const count = tracksKnown ? (group.releases[release]?.tracks ?? 0) : 0;
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** The files of the monitored release's tracks. */
export const filesOf = (album: LidarrStoredAlbum): readonly LidarrStoredFile[] =>
  tracksOf(album).flatMap((track) => album.files.get(track) ?? []);
