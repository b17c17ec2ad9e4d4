import { Injectable } from '@nestjs/common';
import type { DownloadQueue } from '../cache/download-queue.js';
import type { Snapshot } from '../cache/library-kind.js';
import { PERSON_WAITS_MS } from '../cache/library-reader.js';
import { judgeAlbum, UNKNOWN_ALBUM, type AlbumAvailability } from './album-availability.js';
import type { AlbumEntry } from './album-projection.js';
import { AlbumCacheService, type AlbumName } from './album-cache.service.js';

export interface FoundAlbum {
  readonly live: AlbumAvailability;
  /** The release group under which the library files it; null where it has no record. */
  readonly filedAs: string | null;
}

export const UNREAD_ALBUM: FoundAlbum = { live: UNKNOWN_ALBUM, filedAs: null };

export type AlbumJudge = (album: AlbumName) => FoundAlbum;

/**
 * The status of albums right now, from short-lived caches: albums are at most 15 seconds old, the queue 10. Nothing of it is
 * stored. An album is found by its release group, else by the record that its delivery was bound to: MusicBrainz merges release
 * groups, and the record stays.
 *
 * Reads throw AppError for an instance that doesn't exist and for faults of our own storage, never for faults of the library.
 */
@Injectable()
export class AlbumLibraryService {
  constructor(private readonly liveCache: AlbumCacheService) {}

  /** Every album of a library that can't be read is unknown, never absent; so is one of a library that hangs, unless it is cached. */
  judge(instanceId: string, waitMs = PERSON_WAITS_MS): Promise<AlbumJudge> {
    this.liveCache.reader.watched.note(instanceId);
    const read = async (): Promise<AlbumJudge> => {
      // The queue comes first: an album that has left it is read again, and the digest then shows the files.
      const queue = await this.liveCache.queue(instanceId);
      return this.judgeOf(await this.liveCache.snapshot(instanceId), queue);
    };
    const remembered = (): AlbumJudge => {
      const { snapshot, queue } = this.liveCache.inMemory(instanceId);
      return this.judgeOf(snapshot, queue);
    };
    return this.liveCache.reader.inTime(instanceId, waitMs, { read, remembered });
  }

  /** Never waits and never asks the library, so that ownership can be proved before a charge without delay. */
  isWhole(instanceId: string, album: AlbumName): boolean {
    const { live } = this.judgeOf(this.liveCache.warmSnapshot(instanceId) ?? null, null)(album);
    return live.known && live.status === 'available';
  }

  /** Would a delivery change nothing: is all of it there, or are album and artist watched? False too where that is unknown. */
  async needsNothing(instanceId: string, album: AlbumName): Promise<boolean> {
    const snapshot = await this.liveCache.snapshot(instanceId);
    const { live } = this.judgeOf(snapshot, null)(album);
    if (live.known && live.status === 'available') return true;
    const entry = snapshot && this.liveCache.find(snapshot.digest, album);
    if (!entry?.monitored || entry.isUnreadable || entry.artistId === null) return false;
    const { artistId } = entry;
    const artist = await this.liveCache.reader.readBeside('artists', instanceId, (manager) =>
      manager.artistById(artistId),
    );
    return artist?.monitored === true;
  }

  /** Call it after an album may have been changed. No read under way restores the old state, and one that has just failed is repeated. */
  changed(instanceId: string): void {
    this.liveCache.invalidateAll(instanceId);
  }

  private judgeOf(snapshot: Snapshot<string, AlbumEntry> | null, queue: DownloadQueue | null): AlbumJudge {
    if (!snapshot) return () => UNREAD_ALBUM;
    const { digest, hasUnplaced } = snapshot;
    const circumstances = { queue, hasUnplaced };
    return (album) => {
      const entry = this.liveCache.find(digest, album);
      return { live: judgeAlbum(entry, circumstances), filedAs: entry?.foreignAlbumId ?? null };
    };
  }
}
