import { withoutNulls, type Fields } from '../servarr/servarr-fields.js';
import type { NotificationTraits } from '../servarr/servarr-notifications.js';
import type { LidarrGroup } from './lidarr-catalog.js';

/** What happens in it that Lidarr reports. */
export type LidarrEvent =
  | 'Grab'
  | 'Download'
  | 'DownloadFailure'
  | 'ImportFailure'
  | 'ArtistAdd'
  | 'ArtistDelete'
  | 'AlbumDelete'
  | 'Rename';

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

const RELEASE: Fields = {
  quality: 'FLAC',
  qualityVersion: 1,
  releaseGroup: '',
  indexer: 'DemoTracker',
  size: 61_000_000,
  customFormatScore: 0,
  customFormats: [],
};

/** An event about an album and its artist, by their ids in the library: 0 for what isn't there. */
export function lidarrEvent(eventType: LidarrEvent, group: LidarrGroup, albumId: number, artistId: number): Fields {
  return { ...bodyOf(eventType, artistOf(group, artistId), albumOf(group, albumId)), eventType };
}

function bodyOf(eventType: LidarrEvent, artist: Fields, album: Fields): Fields {
  const releaseTitle = `${String(artist.name)} - ${String(album.title)} (2026) [FLAC]`;
  const { downloadClientType: _, ...failedClient } = CLIENT;
  const imported = { artist, tracks: [TRACK], trackFiles: [TRACK_FILE], isUpgrade: false, ...CLIENT };
  switch (eventType) {
    case 'Grab':
      return { artist, albums: [album], release: { ...RELEASE, releaseTitle }, ...CLIENT };
    case 'Download':
      return { ...imported, album };
    case 'DownloadFailure':
      return { quality: 'FLAC', qualityVersion: 1, releaseTitle, ...failedClient };
    case 'ImportFailure':
      return imported;
    case 'ArtistAdd':
      return { artist };
    case 'ArtistDelete':
      return { artist, deletedFiles: false };
    case 'AlbumDelete':
      return { artist, album, deletedFiles: true };
    case 'Rename':
      return { artist, renamedTrackFiles: [TRACK_FILE] };
  }
}

const artistOf = ({ artist: { artistName, foreignArtistId } }: LidarrGroup, id: number): Fields => ({
  id,
  name: artistName,
  disambiguation: 'demo band',
  path: `/music/${artistName}`,
  mbId: foreignArtistId,
  type: 'Group',
  overview: '',
  genres: ['Electronic'],
  images: [],
  tags: [],
});

const albumOf = ({ foreignAlbumId, title, albumType, secondaryTypes, releaseDate }: LidarrGroup, id: number): Fields =>
  withoutNulls({
    id,
    mbId: foreignAlbumId,
    title,
    disambiguation: '',
    overview: '',
    albumType,
    secondaryAlbumTypes: secondaryTypes,
    releaseDate,
    genres: ['Electronic'],
    images: [],
  });
