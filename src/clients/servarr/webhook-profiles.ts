/**
 * What a manager says has happened in it.
 *
 * | happening | meaning |
 * |---|---|
 * | grabbed | a release was sent to a download client |
 * | imported | files of a title came, or better ones in their place |
 * | added | a title came into the library |
 * | removed | a title has left it |
 * | file_removed | files of a title are gone |
 * | failed | a download or an import came to nothing |
 * | changed | files were named or tagged otherwise |
 */
export type ServarrHappening = 'grabbed' | 'imported' | 'added' | 'removed' | 'file_removed' | 'failed' | 'changed';

/** How one product of the family is configured to call a webhook, and what its calls mean. */
export interface WebhookProfile {
  /** Flags of a notification that are on, where the product has and supports them. */
  readonly on: readonly string[];
  /** Flags that are off, where the product has them. */
  readonly off: readonly string[];
  /** Flags without which a webhook would be in vain. */
  readonly required: readonly string[];
  /** Do we empty the list of headers of our own? */
  readonly clearsHeaders: boolean;
  /** By event, lower-case with everything but letters removed. Others are none of our business. */
  readonly events: Readonly<Record<string, ServarrHappening>>;
  /** What any other event means, but for tests and the manager's own health; left out where it is none of our business. */
  readonly others?: ServarrHappening;
}

export const RADARR_WEBHOOK: WebhookProfile = {
  on: ['onGrab', 'onDownload', 'onUpgrade', 'onMovieAdded', 'onMovieDelete', 'onMovieFileDelete'],
  off: ['onMovieFileDeleteForUpgrade'],
  required: [],
  clearsHeaders: true,
  events: {
    grab: 'grabbed',
    download: 'imported',
    movieadded: 'added',
    moviedelete: 'removed',
    moviefiledelete: 'file_removed',
  },
};

export const SONARR_WEBHOOK: WebhookProfile = {
  on: ['onGrab', 'onDownload', 'onUpgrade', 'onSeriesAdd', 'onSeriesDelete', 'onEpisodeFileDelete'],
  off: ['onEpisodeFileDeleteForUpgrade'],
  required: [],
  clearsHeaders: true,
  events: {
    grab: 'grabbed',
    download: 'imported',
    seriesadd: 'added',
    seriesdelete: 'removed',
    episodefiledelete: 'file_removed',
  },
};

/** Lidarr has no flag for files that were deleted. */
export const LIDARR_WEBHOOK: WebhookProfile = {
  on: [
    'onReleaseImport',
    'onGrab',
    'onUpgrade',
    'onArtistAdd',
    'onArtistDelete',
    'onAlbumDelete',
    'onDownloadFailure',
    'onImportFailure',
  ],
  off: [],
  required: ['onReleaseImport'],
  clearsHeaders: false,
  events: {
    grab: 'grabbed',
    download: 'imported',
    artistadd: 'added',
    artistdelete: 'removed',
    albumdelete: 'removed',
    downloadfailure: 'failed',
    importfailure: 'failed',
    rename: 'changed',
    retag: 'changed',
  },
  others: 'changed',
};

export const CHAPTARR_WEBHOOK: WebhookProfile = {
  on: [
    'onReleaseImport',
    'onGrab',
    'onUpgrade',
    'onAuthorAdded',
    'onBookAdded',
    'onBookDelete',
    'onAuthorDelete',
    'onBookFileDelete',
  ],
  off: ['onBookFileDeleteForUpgrade'],
  required: ['onReleaseImport'],
  clearsHeaders: false,
  events: {
    grab: 'grabbed',
    download: 'imported',
    releaseimport: 'imported',
    bookfileimport: 'imported',
    bookfileimported: 'imported',
    bookimport: 'imported',
    bookimported: 'imported',
    downloadimported: 'imported',
    downloadfolderimported: 'imported',
    bookadd: 'added',
    bookadded: 'added',
    authoradd: 'added',
    authoradded: 'added',
    bookdelete: 'removed',
    authordelete: 'removed',
    bookfiledelete: 'file_removed',
    rename: 'changed',
    retag: 'changed',
    bookretag: 'changed',
  },
};
