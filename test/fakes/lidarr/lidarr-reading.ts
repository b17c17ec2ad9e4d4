import type { FakeAnswer, FakeRequest } from '../fake-server.js';
import { found, type Fields } from '../servarr/servarr-fields.js';
import { qualityModel } from '../servarr/servarr-fixed-answers.js';
import { calendarSpan, historyPage, recordFilter, recordPage } from '../servarr/servarr-page.js';
import { queuePage, queueRowFields } from '../servarr/servarr-queue.js';
import { FLAC, metadataProfileResource, rootFolderResource } from './lidarr-fixed-answers.js';
import type { LidarrLibrary } from './lidarr-library.js';
import { albumResource, artistResource, trackFileResources, trackResources } from './lidarr-resources.js';
import {
  filesOf,
  type LidarrStoredAlbum,
  type LidarrStoredHappening,
  type LidarrStoredRow,
  tracksOf,
} from './lidarr-stored.js';

type Handler = (request: FakeRequest) => FakeAnswer;

/** What a library is read with beside its albums and artists. */
export function readingRoutes(library: LidarrLibrary): Readonly<Record<string, Handler>> {
  const listed = (album: LidarrStoredAlbum): Fields => albumResource(album, null);
  return {
    'GET rootfolder': () => ({ body: library.folders.map(rootFolderResource) }),
    'GET metadataprofile': () => ({ body: library.metadataProfiles.map(metadataProfileResource) }),
    'GET track': ({ query }) => ({ body: asked(library, query).flatMap(trackResources) }),
    'GET trackfile': ({ query }) => ({ body: asked(library, query).flatMap(trackFileResources) }),
    'GET trackfile/:id': ({ params }) =>
      found(library.albums.flatMap(trackFileResources).find(({ id }) => id === Number(params.id))),
    'GET queue': ({ query }) => {
      const unknownToo = query.includeUnknownArtistItems === 'true';
      const rows = library.queue.filter(({ album }) => album !== null || unknownToo);
      return { body: queuePage(rows, query, (row) => queueResource(row, query)) };
    },
    'GET history': ({ query }) => {
      const isAsked = recordFilter(query.albumId);
      const rows = library.history.filter(({ album }) => isAsked(album.id));
      return { body: historyPage(rows.map(historyResource), query) };
    },
    'GET calendar': ({ query }) => {
      const isAsked = calendarSpan(query, library.now());
      const albums = library.albums.filter(
        ({ monitored, group: { releaseDate } }) =>
          (monitored || query.unmonitored === 'true') && releaseDate !== null && isAsked(Date.parse(releaseDate)),
      );
      return { body: albums.map(listed) };
    },
    'GET wanted/missing': ({ query }) => {
      const isAsked = query.monitored !== 'false';
      const albums = library.albums.filter(
        (one) => one.monitored === isAsked && filesOf(one).length < tracksOf(one).length,
      );
      return { body: recordPage(albums, query, 'releaseDate', listed) };
    },
    'GET wanted/cutoff': ({ query }) => {
      const isAsked = query.monitored !== 'false';
      const albums = library.albums.filter(
        (one) => one.monitored === isAsked && filesOf(one).some(({ cutoffUnmet }) => cutoffUnmet),
      );
      return { body: recordPage(albums, query, 'releaseDate', listed) };
    },
  };
}

/** The albums that a question names, by an artist or by themselves; all where it names neither. */
function asked({ albums }: LidarrLibrary, { albumId, artistId }: FakeRequest['query']): readonly LidarrStoredAlbum[] {
  if (albumId === undefined && artistId === undefined) return albums;
  const ids = [albumId ?? []].flat().map(Number);
  return albums.filter((album) => ids.includes(album.id) || album.artist.id === Number(artistId));
}

/** A row as Lidarr writes it; `languages` are of films and series. */
function queueResource(row: LidarrStoredRow, query: FakeRequest['query']): Fields {
  const { album, tracked } = row;
  const { languages: _, ...fields } = queueRowFields(row, FLAC, '/downloads/lidarr');
  const { messages, trackedDownloadStatus, trackedDownloadState, errorMessage } = tracked;
  return {
    ...fields,
    artistId: album?.artist.id,
    albumId: album?.id,
    trackedDownloadStatus: trackedDownloadStatus ?? fields.trackedDownloadStatus,
    trackedDownloadState: trackedDownloadState ?? fields.trackedDownloadState,
    statusMessages: messages
      ? messages.map((message) => ({ title: row.title, messages: [message] }))
      : fields.statusMessages,
    errorMessage,
    trackFileCount: album ? tracksOf(album).length : 0,
    trackHasFileCount: album ? filesOf(album).length : 0,
    downloadForced: false,
    album: query.includeAlbum === 'true' && album ? albumResource(album, null) : null,
    artist: query.includeArtist === 'true' && album ? artistResource(album.artist, [album]) : null,
  };
}

const historyResource = ({ id, album, eventType, downloadId, date }: LidarrStoredHappening): Fields => ({
  id,
  albumId: album.id,
  artistId: album.artist.id,
  trackId: 0,
  sourceTitle: `${album.artist.who.artistName} - ${album.group.title} (2026) [FLAC]`,
  quality: qualityModel(FLAC),
  customFormats: [],
  customFormatScore: 0,
  qualityCutoffNotMet: false,
  date,
  downloadId,
  eventType,
  data: {},
});
