import type { AlbumRow } from '../../src/modules/library/albums/album-projection.js';

/** A record of a music manager: a monitored album of ten tracks without a file. */
export const albumRow = (over: Partial<AlbumRow> = {}): AlbumRow => ({
  id: 21,
  foreignAlbumId: `7c9d2e10-0000-4aaa-8bbb-00000000${String(over.id ?? 21).padStart(4, '0')}`,
  title: 'Long Wave',
  artistId: 3,
  monitored: true,
  albumType: 'Album',
  releaseDate: null,
  statistics: { trackFileCount: 0, trackCount: 10, totalTrackCount: 10, sizeOnDisk: 0 },
  monitoredReleaseTracks: null,
  cover: null,
  ...over,
});

/** Which covers the tests show. */
export const SHOWN_ALBUM_COVERS = { path: /^\/MediaCover\/Albums\/\d+\/[\w.-]+$/, hosts: new Set(['cdn.example']) };
