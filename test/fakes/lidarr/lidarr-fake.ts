import type { Delivery } from '../servarr/servarr-notifications.js';
import type { ServarrFakeOptions } from '../servarr/servarr-server.js';
import { LidarrApi, type LidarrList } from './lidarr-api.js';
import {
  SOMEBODY,
  type LidarrArtistGiven,
  type LidarrGroupGiven,
  type LidarrMetadataProfile,
} from './lidarr-catalog.js';
import { LidarrLibrary, type LidarrRowGiven } from './lidarr-library.js';
import { lidarrEvent, type LidarrEvent } from './lidarr-notifications.js';
import { type LidarrStoredAlbum, type LidarrStoredArtist, type LidarrStoredFolder, tracksOf } from './lidarr-stored.js';

type LidarrPlaceGiven = Partial<
  Pick<LidarrStoredArtist, 'monitorNewItems' | 'qualityProfileId' | 'metadataProfileId' | 'rootFolderPath' | 'tags'>
>;

/** What `given.artist` takes. */
type LidarrLibraryArtistGiven = LidarrArtistGiven &
  LidarrPlaceGiven & {
    readonly monitored?: boolean;
    /** His id in the library; the next one where nothing is said. */
    readonly id?: number;
  };

/** What `given.album` takes; an album unknown to the catalog is put there too. */
export type LidarrAlbumGiven = LidarrGroupGiven &
  LidarrPlaceGiven & {
    /** True where nothing is said. */
    readonly monitored?: boolean;
    /** Is its artist monitored, where he comes with it? True where nothing is said. */
    readonly artistMonitored?: boolean;
    /** Numbers of the tracks that have a file, or all of them. */
    readonly files?: 'all' | readonly number[];
    /** Its files are ones that the profile would have better. */
    readonly cutoffUnmet?: boolean;
    /** Its id in the library; the next one where nothing is said. */
    readonly id?: number;
  };

export interface LidarrFakeOptions extends ServarrFakeOptions {
  /** Has it one artist with three albums from the start, after its published examples? True where nothing is said. */
  readonly stocked?: boolean;
}

/** Lidarr, API v1, with a state: a catalog for lookups, a library, a download queue, commands, history. */
export class LidarrFake extends LidarrApi {
  /** Puts the state in place. */
  readonly given = {
    qualityProfiles: this.givenPlaces.qualityProfiles,
    /** These folders, in place of the one it has from the start. */
    rootFolders: (folders: readonly LidarrStoredFolder[]): void => void (this.library.folders = folders),
    /** These metadata profiles, in place of `Standard` (albums and EPs of the studio) and the built-in `None`. */
    metadataProfiles: (all: readonly LidarrMetadataProfile[]): void => void (this.library.metadataProfiles = all),
    /** Albums that a lookup finds, with their artists. */
    catalog: (groups: readonly LidarrGroupGiven[]): void => {
      for (const group of groups) this.library.know(group);
    },
    /** An artist in the library, monitored, his albums to come not, where nothing else is said. He has no album. */
    artist: (given: LidarrLibraryArtistGiven): LidarrStoredArtist =>
      this.library.storeArtist(given, { monitorNewItems: 'none', ...given }, given.id),
    /** An album in the library with its artist, monitored and without files where nothing else is said. */
    album: ({
      id,
      artistMonitored,
      monitored = true,
      files = [],
      cutoffUnmet,
      ...given
    }: LidarrAlbumGiven): LidarrStoredAlbum => {
      const group = this.library.catalog.get(given.foreignAlbumId) ?? this.library.know(given);
      const artist = this.library.storeArtist(group.artist, {
        monitorNewItems: 'none',
        ...given,
        monitored: artistMonitored,
      });
      const album = this.library.storeAlbum(group, artist, monitored, id);
      album.tracksKnown = true;
      this.library.importTracks(album, files === 'all' ? tracksOf(album) : files, cutoffUnmet);
      return album;
    },
    /** A row of the download queue; the id of its download is returned. Rows may share one. */
    queueRow: ({ of, ...given }: LidarrRowGiven = {}): string =>
      this.library.enqueue(of === undefined ? null : this.library.wanted(of), given).downloadId,
    /** A row of a list that is nonsense; it stands behind the others. Without a row the list is sound again. */
    unreadable: (list: LidarrList, ...rows: readonly unknown[]): void => void this.unreadable.set(list, rows),
  };

  constructor({ now = Date.now, stocked = true, ...options }: LidarrFakeOptions = {}) {
    super(new LidarrLibrary(now), { now, ...options });
    if (stocked) this.stock();
  }

  /** The library album of this group. */
  album(foreignAlbumId: string): LidarrStoredAlbum | undefined {
    return this.library.album(foreignAlbumId);
  }

  /** The library artist with this id of MusicBrainz. */
  artist(foreignArtistId: string): LidarrStoredArtist | undefined {
    return this.library.artist(foreignArtistId);
  }

  /** The other albums of an artist and the tracks of all of them are known now. */
  endAddition(foreignArtistId: string): void {
    this.library.bringRest(this.wantedArtist(foreignArtistId));
  }

  /** Lidarr asks its metadata for an artist: new albums come, those that his metadata profile excludes are gone. */
  refresh(foreignArtistId: string): void {
    this.refreshArtist(this.wantedArtist(foreignArtistId));
  }

  /**
   * MusicBrainz merges a group into another one: the album bears the other id from now on, its record stays. Lookups of the
   * old id find the album under its new one. A record of the other group goes.
   */
  mergeGroup(foreignAlbumId: string, into: string): void {
    const group = this.library.catalog.get(foreignAlbumId);
    if (!group) throw new Error(`the fake's catalog has no album ${foreignAlbumId}`);
    const [album, other] = [this.album(foreignAlbumId), this.album(into)];
    if (album && other) this.library.remove(other);
    group.foreignAlbumId = into;
    this.library.catalog.set(into, group);
  }

  /** Another release of the album is monitored, and its tracks are counted. @param release its place among the group's */
  switchRelease(foreignAlbumId: string, release: number): void {
    this.library.wanted(foreignAlbumId).release = release;
  }

  /** Tracks get a file each: those of the numbers, or all of the monitored release. */
  importTracks(foreignAlbumId: string, which: 'all' | readonly number[]): void {
    const album = this.library.wanted(foreignAlbumId);
    this.library.importTracks(album, which === 'all' ? tracksOf(album) : which);
    this.library.note(album, 'downloadImported', '');
  }

  /** All files of an album are deleted. */
  removeFiles(foreignAlbumId: string): void {
    this.library.wanted(foreignAlbumId).files.clear();
  }

  /** The download of one album or of several begins, at nothing; its id is returned. */
  startDownload(first: string, ...others: readonly string[]): string {
    const downloadId = this.given.queueRow({ of: first });
    for (const of of others) this.given.queueRow({ of, downloadId });
    return downloadId;
  }

  /** @param fraction how much of the download has come, 0 to 1 */
  advanceDownload(downloadId: string, fraction: number): void {
    for (const row of this.library.queue) {
      if (row.downloadId === downloadId) row.sizeLeft = Math.round(row.size * (1 - fraction));
    }
  }

  /** The download is imported: its albums have all their files and its rows are gone from the queue. */
  finishDownload(downloadId: string): void {
    const rows = this.library.queue.filter((row) => row.downloadId === downloadId);
    this.library.queue = this.library.queue.filter((row) => row.downloadId !== downloadId);
    for (const { album } of rows) {
      if (!album) continue;
      this.library.importTracks(album, tracksOf(album));
      this.library.note(album, 'downloadImported', downloadId);
    }
  }

  /** The album leaves the library, as if its owner had deleted it there. */
  removeAlbum(foreignAlbumId: string): void {
    this.library.remove(this.library.wanted(foreignAlbumId));
  }

  /**
   * Sends every webhook that subscribes to the event what happened to an album, whether or not it is in the library.
   *
   * @param foreignAlbumId the first that its catalog has where nothing is said
   */
  sendWebhook(event: LidarrEvent, foreignAlbumId?: string): Promise<readonly Delivery[]> {
    const [first] = this.library.catalog.values();
    const group = foreignAlbumId === undefined ? first : this.library.catalog.get(foreignAlbumId);
    if (!group) throw new Error(`the fake knows no album ${foreignAlbumId}`);
    const artist = this.artist(group.artist.foreignArtistId);
    return this.notifications.send(
      lidarrEvent(event, group, this.album(group.foreignAlbumId)?.id ?? 0, artist?.id ?? 0),
    );
  }

  private wantedArtist(foreignArtistId: string): LidarrStoredArtist {
    const artist = this.artist(foreignArtistId);
    if (!artist) throw new Error(`the fake's library has no artist ${foreignArtistId}`);
    return artist;
  }

  /** One artist with an album of which a track is here, one that nobody monitors and comes, and one that is out tomorrow. */
  private stock(): void {
    const group = (end: number): string => `7c9d2e10-0000-4aaa-8bbb-00000000b00${end}`;
    const releaseDate = new Date(this.library.now() + 24 * 3_600_000).toISOString();
    this.given.artist({ ...SOMEBODY, id: 3 });
    this.given.album({
      id: 21,
      foreignAlbumId: group(1),
      title: 'Long Wave',
      tracks: 2,
      files: [1],
      cutoffUnmet: true,
    });
    this.given.album({
      id: 22,
      foreignAlbumId: group(2),
      title: 'Short Wave',
      albumType: 'EP',
      tracks: 3,
      monitored: false,
    });
    this.given.album({ id: 23, foreignAlbumId: group(3), title: 'Third Wave', releaseDate });
    this.startDownload(group(2));
  }
}
