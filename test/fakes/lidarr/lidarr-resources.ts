import type { Fields } from '../servarr/servarr-fields.js';
import type { LidarrCatalogArtist, LidarrGroup } from './lidarr-catalog.js';
import { FLAC } from './lidarr-fixed-answers.js';
import {
  filesOf,
  type LidarrStoredAlbum,
  type LidarrStoredArtist,
  type LidarrStoredFile,
  tracksOf,
} from './lidarr-stored.js';
import { qualityModel } from '../servarr/servarr-fixed-answers.js';

const TRACK_MS = 241_000;
const MEDIA = [{ mediumNumber: 1, mediumName: '', mediumFormat: 'Digital Media' }];
const NEVER = '0001-01-01T00:00:00Z';

/**
 * What Lidarr counts in the monitored release. `trackCount` holds the tracks that have a file or are of a monitored album,
 * so that of one that isn't monitored the percentage is always 100.
 */
function counts(albums: readonly LidarrStoredAlbum[]): Fields {
  const sum = (of: (album: LidarrStoredAlbum) => number): number => albums.reduce((all, album) => all + of(album), 0);
  const trackFileCount = sum((album) => filesOf(album).length);
  const trackCount = sum((album) => (album.monitored ? tracksOf(album) : filesOf(album)).length);
  return {
    trackFileCount,
    trackCount,
    totalTrackCount: sum((album) => tracksOf(album).length),
    sizeOnDisk: sum((album) => filesOf(album).reduce((bytes, { size }) => bytes + size, 0)),
    percentOfTracks: trackCount === 0 ? 0 : (trackFileCount / trackCount) * 100,
  };
}

function artistFields({ artistName, foreignArtistId }: LidarrCatalogArtist, id: number): Fields {
  return {
    id,
    status: 'continuing',
    ended: false,
    artistName,
    foreignArtistId,
    mbId: foreignArtistId,
    tadbId: 0,
    discogsId: 0,
    overview: '',
    artistType: 'Group',
    disambiguation: 'demo band',
    links: [{ url: 'https://example.org/gm', name: 'bandcamp' }],
    images: [
      {
        coverType: 'poster',
        url: `/MediaCover/Artist/${id}/poster.jpg`,
        remoteUrl: 'https://images.example/poster.jpg',
        extension: '.jpg',
      },
    ],
    genres: ['Electronic'],
    cleanName: artistName.toLowerCase().replace(/[^a-z0-9]/g, ''),
    sortName: artistName.toLowerCase(),
    ratings: { votes: 2, value: 8 },
  };
}

/** An artist of the library, with what his albums have. */
export function artistResource(artist: LidarrStoredArtist, albums: readonly LidarrStoredAlbum[]): Fields {
  const { who, id, monitored, monitorNewItems, qualityProfileId, metadataProfileId, rootFolderPath, tags, added } =
    artist;
  return {
    ...artistFields(who, id),
    path: `${rootFolderPath}${who.artistName}`,
    qualityProfileId,
    metadataProfileId,
    monitored,
    monitorNewItems,
    rootFolderPath,
    tags,
    added,
    statistics: { albumCount: albums.length, ...counts(albums) },
  };
}

function groupFields(group: LidarrGroup, id: number, release: number): Fields {
  const duration = (group.releases[release]?.tracks ?? 0) * TRACK_MS;
  const cover = {
    coverType: 'cover',
    url: `/MediaCover/Albums/${id}/cover.jpg`,
    remoteUrl: `https://coverartarchive.org/release/demo-${id}/1.jpg`,
    extension: '.jpg',
  };
  return {
    id,
    title: group.title,
    disambiguation: '',
    overview: '',
    foreignAlbumId: group.foreignAlbumId,
    anyReleaseOk: true,
    profileId: 1,
    duration,
    albumType: group.albumType,
    secondaryTypes: group.secondaryTypes,
    mediumCount: 1,
    ratings: { votes: 1, value: 9 },
    releaseDate: group.releaseDate,
    releases: group.releases.map(({ foreignReleaseId, tracks }, index) => ({
      id: id * 10 + index,
      albumId: id,
      foreignReleaseId,
      title: group.title,
      status: 'Official',
      duration: tracks * TRACK_MS,
      trackCount: tracks,
      media: MEDIA,
      mediumCount: 1,
      disambiguation: '',
      country: ['[Worldwide]'],
      label: ['Demo Label'],
      format: 'Digital Media',
      monitored: index === release,
    })),
    genres: ['Electronic'],
    media: MEDIA,
    images: group.hasCover ? [cover] : [],
    links: [],
  };
}

/** An album of the library; its artist is in it where it is asked for by itself, and isn't in a list. */
export function albumResource(album: LidarrStoredAlbum, artist: Fields | null): Fields {
  return {
    ...groupFields(album.group, album.id, album.release),
    artistId: album.artist.id,
    monitored: album.monitored,
    artist,
    lastSearchTime: album.lastSearched,
    statistics: album.tracksKnown ? counts([album]) : null,
  };
}

/** An album that the library lacks. @param artist he, where the library has him */
export function lookupResource(group: LidarrGroup, artist: Fields | null): Fields {
  return {
    ...groupFields(group, 0, 0),
    artistId: 0,
    monitored: false,
    artist: artist ?? artistLookupResource(group.artist),
    remoteCover: group.hasCover ? 'https://images.example/cover.jpg' : null,
  };
}

/** An artist whom the library lacks. */
export const artistLookupResource = (who: LidarrCatalogArtist): Fields => ({
  ...artistFields(who, 0),
  qualityProfileId: 0,
  metadataProfileId: 0,
  monitored: false,
  monitorNewItems: 'none',
  tags: [],
  added: NEVER,
});

/** The tracks of an album's monitored release. */
export function trackResources(album: LidarrStoredAlbum): readonly Fields[] {
  return tracksOf(album).map((number) => ({
    id: album.id * 1_000 + number,
    artistId: album.artist.id,
    foreignTrackId: `aa000000-0000-4aaa-8bbb-${String(album.id * 1_000 + number).padStart(12, '0')}`,
    foreignRecordingId: `ab000000-0000-4aaa-8bbb-${String(album.id * 1_000 + number).padStart(12, '0')}`,
    trackFileId: album.files.get(number)?.id ?? 0,
    albumId: album.id,
    explicit: false,
    absoluteTrackNumber: number,
    trackNumber: String(number),
    title: `Track ${number}`,
    duration: TRACK_MS,
    mediumNumber: 1,
    hasFile: album.files.has(number),
    ratings: { votes: 0, value: 0 },
  }));
}

/** The files of an album. */
export const trackFileResources = (album: LidarrStoredAlbum): readonly Fields[] =>
  [...album.files].map(([number, file]) => trackFileResource(album, number, file));

function trackFileResource({ id, group, artist }: LidarrStoredAlbum, number: number, file: LidarrStoredFile): Fields {
  const name = `${String(number).padStart(2, '0')} - Track ${number}.flac`;
  return {
    id: file.id,
    artistId: artist.id,
    albumId: id,
    path: `${artist.rootFolderPath}${artist.who.artistName}/${group.title} (2026)/${name}`,
    size: file.size,
    dateAdded: file.dateAdded,
    sceneName: '',
    releaseGroup: '',
    quality: qualityModel(FLAC),
    qualityWeight: 21,
    customFormats: [],
    customFormatScore: 0,
    indexerFlags: 0,
    mediaInfo: {
      id: 0,
      audioChannels: 2,
      audioBitRate: '951 kbps',
      audioCodec: 'FLAC',
      audioBits: '16bit',
      audioSampleRate: '44.1kHz',
    },
    qualityCutoffNotMet: file.cutoffUnmet,
  };
}
