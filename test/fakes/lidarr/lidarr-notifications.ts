import type { Fields } from '../servarr/servarr-fields.js';
import type { NotificationTraits } from '../servarr/servarr-notifications.js';

/** What happens in it that Lidarr reports. */
export type LidarrEvent =
  'Grab' | 'Download' | 'DownloadFailure' | 'ImportFailure' | 'ArtistAdd' | 'ArtistDelete' | 'AlbumDelete' | 'Rename';

/** There is neither onDownload nor a flag for files that were deleted. */
export const LIDARR_NOTIFICATIONS: NotificationTraits = {
  appName: 'Lidarr',
  flags: {
    onGrab: false,
    onReleaseImport: false,
    onUpgrade: false,
    onRename: false,
    onArtistAdd: false,
    onArtistDelete: false,
    onAlbumDelete: false,
    onHealthIssue: false,
    onHealthRestored: false,
    onDownloadFailure: false,
    onImportFailure: false,
    onTrackRetag: false,
    onApplicationUpdate: false,
  },
  sentUnder: {
    Grab: 'onGrab',
    Download: 'onReleaseImport',
    DownloadFailure: 'onDownloadFailure',
    ImportFailure: 'onImportFailure',
    ArtistAdd: 'onArtistAdd',
    ArtistDelete: 'onArtistDelete',
    AlbumDelete: 'onAlbumDelete',
    Rename: 'onRename',
    Health: 'onHealthIssue',
  },
  headers: true,
  masksPassword: true,
  applicationUrl: '',
  testEvent: {
    artist: { id: 1, name: 'Test Name', path: 'C:\\testpath', mbId: 'aaaaa-aaa-aaaa-aaaaaa', tags: ['test-tag'] },
    albums: [{ id: 123, title: 'Test title' }],
    eventType: 'Test',
  },
};

const ARTIST: Fields = {
  id: 3,
  name: 'Glass Meridian',
  disambiguation: 'demo band',
  path: '/music/Glass Meridian',
  mbId: '1f0e5b7a-0000-4aaa-8bbb-00000000a001',
  type: 'Group',
  overview: '',
  genres: ['Electronic'],
  images: [],
  tags: [],
};

const ALBUM: Fields = {
  id: 21,
  mbId: '7c9d2e10-0000-4aaa-8bbb-00000000b001',
  title: 'Long Wave',
  disambiguation: '',
  overview: '',
  albumType: 'Album',
  secondaryAlbumTypes: [],
  releaseDate: '2026-04-17T00:00:00Z',
  genres: ['Electronic'],
  images: [],
};

const CLIENT: Fields = {
  downloadClient: 'qbit-main',
  downloadClientType: 'qBittorrent',
  downloadId: 'D1B2C3D4E5F60718293A4B5C6D7E8F9012345678',
};

const TRACK_FILE: Fields = {
  id: 61,
  path: '/music/Glass Meridian/Long Wave (2026)/01 - Antenna.flac',
  quality: 'FLAC',
  qualityVersion: 1,
  sceneName: '',
  size: 30_500_000,
  dateAdded: '2026-05-02T00:00:00Z',
};

const TRACK: Fields = { id: 71, title: 'Antenna', trackNumber: '1', quality: 'FLAC', qualityVersion: 1 };

const IMPORT: Fields = { artist: ARTIST, tracks: [TRACK], trackFiles: [TRACK_FILE], isUpgrade: false, ...CLIENT };

const RELEASE: Fields = {
  quality: 'FLAC',
  qualityVersion: 1,
  releaseGroup: '',
  releaseTitle: 'Glass Meridian - Long Wave (2026) [FLAC]',
  indexer: 'DemoTracker',
  size: 61_000_000,
  customFormatScore: 0,
  customFormats: [],
};

const { downloadClientType: _, ...FAILED_CLIENT } = CLIENT;

const BODIES: Readonly<Record<LidarrEvent, Fields>> = {
  Grab: { artist: ARTIST, albums: [ALBUM], release: RELEASE, ...CLIENT },
  Download: { ...IMPORT, album: ALBUM },
  DownloadFailure: { quality: 'FLAC', qualityVersion: 1, releaseTitle: RELEASE.releaseTitle, ...FAILED_CLIENT },
  ImportFailure: IMPORT,
  ArtistAdd: { artist: ARTIST },
  ArtistDelete: { artist: ARTIST, deletedFiles: false },
  AlbumDelete: { artist: ARTIST, album: ALBUM, deletedFiles: true },
  Rename: { artist: ARTIST, renamedTrackFiles: [TRACK_FILE] },
};

/** An event about the one album that it has. */
export const lidarrEvent = (eventType: LidarrEvent): Fields => ({ ...BODIES[eventType], eventType });
