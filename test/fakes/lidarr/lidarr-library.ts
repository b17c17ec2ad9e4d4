import { asFields, asText, type Fields } from '../servarr/servarr-fields.js';
import { validationFailure } from '../servarr/servarr-fixed-answers.js';
import type { ServarrRowGiven } from '../servarr/servarr-queue.js';
import { ServarrStore } from '../servarr/servarr-store.js';
import {
  artistOf,
  groupOf,
  keeps,
  type LidarrArtistGiven,
  type LidarrGroup,
  type LidarrGroupGiven,
  type LidarrMetadataProfile,
} from './lidarr-catalog.js';
import {
  type LidarrStoredAlbum,
  type LidarrStoredArtist,
  type LidarrStoredFolder,
  type LidarrStoredHappening,
  type LidarrStoredRow,
  type LidarrTracked,
  tracksOf,
} from './lidarr-stored.js';

/** What `given.queueRow` takes; without an album it is a download that Lidarr can't match with one. */
export type LidarrRowGiven = ServarrRowGiven & LidarrTracked & { readonly of?: string };

const TRACK_BYTES = 30_500_000;

/** What the fake remembers: the albums that lookups know, its own library, its download queue. */
export class LidarrLibrary extends ServarrStore {
  /** By the id of their groups; a group that was merged is found by its old id, too. */
  readonly catalog = new Map<string, LidarrGroup>();
  artists: readonly LidarrStoredArtist[] = [];
  albums: readonly LidarrStoredAlbum[] = [];
  queue: readonly LidarrStoredRow[] = [];
  history: readonly LidarrStoredHappening[] = [];
  metadataProfiles: readonly LidarrMetadataProfile[] = [
    { id: 1, name: 'Standard', primary: ['Album', 'EP'], secondary: ['Studio'] },
    { id: 2, name: 'None', primary: [], secondary: [] },
  ];
  declare folders: readonly LidarrStoredFolder[];

  /** @param now epoch milliseconds */
  constructor(now: () => number) {
    const folder = {
      id: 1,
      path: '/music/',
      accessible: true,
      defaultQualityProfileId: 1,
      defaultMetadataProfileId: 1,
    };
    super(now, [{ id: 1, name: 'Lossless' }], [folder]);
  }

  know(given: LidarrGroupGiven): LidarrGroup {
    const known = [...this.catalog.values()].find(
      ({ artist }) => artist.foreignArtistId === given.artist?.foreignArtistId,
    );
    const group = groupOf(given, known?.artist);
    this.catalog.set(group.foreignAlbumId, group);
    return group;
  }

  album(foreignAlbumId: unknown): LidarrStoredAlbum | undefined {
    return this.albums.find(({ group }) => group.foreignAlbumId === foreignAlbumId);
  }

  /** The library album of this group; a script that names another one is wrong. */
  wanted(foreignAlbumId: string): LidarrStoredAlbum {
    const album = this.album(foreignAlbumId);
    if (!album) throw new Error(`the fake's library has no album ${foreignAlbumId}`);
    return album;
  }

  artist(foreignArtistId: unknown): LidarrStoredArtist | undefined {
    return this.artists.find(({ who }) => who.foreignArtistId === foreignArtistId);
  }

  /** Puts an artist into the library, with what the fields say of him, unless he is there: then he stays as he is. */
  storeArtist(given: LidarrArtistGiven, fields: Fields, id?: number): LidarrStoredArtist {
    const known = this.artist(given.foreignArtistId);
    if (known) return known;
    const artist: LidarrStoredArtist = {
      id: id ?? this.nextId(),
      who: artistOf(given),
      monitored: fields.monitored !== false,
      monitorNewItems: asText(fields.monitorNewItems, 'all'),
      ...this.placeOf(fields),
      metadataProfileId: Number(fields.metadataProfileId ?? this.metadataProfiles[0]?.id ?? 0),
      tags: Array.isArray(fields.tags) ? fields.tags.map(Number) : [],
      added: this.moment(),
    };
    this.artists = [...this.artists, artist];
    return artist;
  }

  storeAlbum(
    group: LidarrGroup,
    artist: LidarrStoredArtist,
    monitored: boolean,
    id = this.nextId(),
  ): LidarrStoredAlbum {
    const album = {
      id,
      group,
      artist,
      monitored,
      release: 0,
      tracksKnown: false,
      files: new Map(),
      lastSearched: null,
    };
    this.albums = [...this.albums, album];
    return album;
  }

  /** The other albums of the artist come, those that his profile keeps, and the tracks of all of them. */
  bringRest(artist: LidarrStoredArtist): void {
    const profile = this.metadataProfiles.find(({ id }) => id === artist.metadataProfileId);
    for (const group of new Set(this.catalog.values())) {
      const isHis = group.artist.foreignArtistId === artist.who.foreignArtistId;
      if (!isHis || this.album(group.foreignAlbumId) || !profile || !keeps(profile, group)) continue;
      this.storeAlbum(group, artist, artist.monitorNewItems !== 'none');
    }
    for (const album of this.albumsOf(artist)) album.tracksKnown = true;
  }

  /** What the artist's profile excludes leaves the library. */
  dropExcluded(artist: LidarrStoredArtist): void {
    const profile = this.metadataProfiles.find(({ id }) => id === artist.metadataProfileId);
    for (const album of this.albumsOf(artist)) if (profile && !keeps(profile, album.group)) this.remove(album);
  }

  albumsOf(artist: LidarrStoredArtist): readonly LidarrStoredAlbum[] {
    return this.albums.filter((album) => album.artist === artist);
  }

  remove(album: LidarrStoredAlbum): void {
    this.albums = this.albums.filter((one) => one !== album);
    this.queue = this.queue.filter((row) => row.album !== album);
    this.history = this.history.filter((row) => row.album !== album);
  }

  importTracks(album: LidarrStoredAlbum, tracks: readonly number[], cutoffUnmet = false): void {
    for (const track of tracks) {
      album.files.set(track, { id: this.nextId(), size: TRACK_BYTES, dateAdded: this.moment(), cutoffUnmet });
    }
  }

  note(album: LidarrStoredAlbum, eventType: string, downloadId: string): void {
    this.history = [{ id: this.nextId(), album, eventType, downloadId, date: this.moment() }, ...this.history];
  }

  enqueue(album: LidarrStoredAlbum | null, given: LidarrRowGiven): LidarrStoredRow {
    const title = album
      ? `${album.artist.who.artistName} - ${album.group.title} (2026) [FLAC]`
      : 'Unknown.Release-DEMO';
    const bytes = TRACK_BYTES * (album ? tracksOf(album).length : 1);
    const row = { ...this.newRow(title, bytes, given), album, tracked: given };
    this.queue = [...this.queue, row];
    if (album) this.note(album, 'grabbed', row.downloadId);
    return row;
  }

  /** What the validators object to in an addition; empty when it may be made. Source: facts, "Add one album". */
  refusals(body: Fields): readonly Fields[] {
    const { foreignAlbumId } = body;
    const failures: Fields[] = [];
    const object = (property: string, validator: string, message: string, value: unknown): void =>
      void failures.push(validationFailure(property, validator, message, value));
    if (asText(foreignAlbumId, '') === '') {
      object('ForeignAlbumId', 'NotEmptyValidator', "'Foreign Album Id' must not be empty.", foreignAlbumId);
    } else if (this.album(foreignAlbumId)) {
      object('ForeignAlbumId', 'AlbumExistsValidator', 'This album has already been added.', foreignAlbumId);
    } else if (this.catalog.get(String(foreignAlbumId))?.foreignAlbumId !== foreignAlbumId) {
      object('ForeignAlbumId', 'NotEmptyValidator', 'An album with this ID was not found', foreignAlbumId);
    }
    if (typeof body.artist !== 'object' || body.artist === null) {
      object('Artist', 'NotNullValidator', "'Artist' must not be empty.", body.artist);
      return failures;
    }
    return [...failures, ...this.artistRefusals(asFields(body.artist))];
  }

  private artistRefusals(artist: Fields): readonly Fields[] {
    const { foreignArtistId, metadataProfileId, rootFolderPath } = artist;
    const failures: Fields[] = [];
    const object = (property: string, validator: string, message: string, value: unknown): void =>
      void failures.push(validationFailure(`Artist.${property}`, validator, message, value));
    if (asText(foreignArtistId, '') === '') {
      object('ForeignArtistId', 'NotEmptyValidator', "'Foreign Artist Id' must not be empty.", foreignArtistId);
    }
    if (!this.profiles.some(({ id }) => id === artist.qualityProfileId)) {
      const message = 'Quality Profile does not exist';
      object('QualityProfileId', 'QualityProfileExistsValidator', message, artist.qualityProfileId);
    }
    if (!this.metadataProfiles.some(({ id }) => id === metadataProfileId)) {
      object(
        'MetadataProfileId',
        'MetadataProfileExistsValidator',
        'Metadata profile does not exist',
        metadataProfileId,
      );
    }
    if (asText(artist.path, '') !== '') return failures;
    if (asText(rootFolderPath, '') === '') {
      object('RootFolderPath', 'NotEmptyValidator', "'Root Folder Path' must not be empty.", rootFolderPath);
    } else if (!this.folders.some(({ path }) => path === rootFolderPath)) {
      const message = `Root folder '${String(rootFolderPath)}' does not exist`;
      object('RootFolderPath', 'RootFolderExistsValidator', message, rootFolderPath);
    }
    return failures;
  }
}
