import { Injectable } from '@nestjs/common';
import { detailed } from '../cache/download-queue.js';
import { unreadRecords, type LibraryDigest } from '../cache/library-kind.js';
import { type AlbumEntry, albumProjection, sameAlbum, sameAlbumState, albumQueue } from './album-projection.js';
import type { LidarrClient } from '../../../clients/lidarr/lidarr.client.js';
import { LIDARR_PICTURES } from '../../../clients/lidarr/lidarr-album.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { InstanceClientsService } from '../../instances/instances.public.js';
import { CreatorCache } from '../cache/creator-cache.js';
import type { RecentAlbum } from './album-titles.js';
import { AlbumProgressed } from '../library.events.js';

const ALBUMS_TTL_MS = 15_000;

type AlbumDigest = LibraryDigest<string, AlbumEntry>;

export interface AlbumName {
  /** Id of its release group, in lower case. */
  readonly foreignAlbumId: string;
  /** The manager's own id of the record that an earlier delivery was bound to; null for none. */
  readonly recordId: number | null;
}

@Injectable()
export class AlbumCacheService extends CreatorCache<LidarrClient, AlbumEntry, RecentAlbum> {
  private readonly byRecord = new WeakMap<AlbumDigest, ReadonlyMap<number, AlbumEntry>>();

  constructor(clients: InstanceClientsService, clock: Clock, random: Random, @InjectLog() log: Log, meter: Meter) {
    super(
      {
        titles: 'albums',
        titlesTtlMs: ALBUMS_TTL_MS,
        creators: 'artists',
        connect: (instanceId) => clients.connect('music_manager', instanceId),
        digest: async (manager) => {
          const read = await manager.albums();
          return { ...albumProjection(read, LIDARR_PICTURES), ...unreadRecords(read.unreadable) };
        },
        queue: async (manager) => albumQueue(await manager.queue()),
        detailedQueue: async (manager) => detailed(await manager.detailedQueue(), albumQueue),
        recordsOf: ({ recordId }) => (recordId === null ? [] : [recordId]),
        sameState: sameAlbumState,
        sameEntry: sameAlbum,
        progressed: (instanceId, foreignAlbumId) => new AlbumProgressed(instanceId, foreignAlbumId),
      },
      clock,
      random,
      log,
      meter,
    );
  }

  /** The album as the library has it: by its release group, else by the record that an earlier delivery was bound to. */
  find(digest: AlbumDigest, { foreignAlbumId, recordId }: AlbumName): AlbumEntry | undefined {
    return digest.get(foreignAlbumId) ?? (recordId === null ? undefined : this.withRecord(digest, recordId));
  }

  private withRecord(digest: AlbumDigest, recordId: number): AlbumEntry | undefined {
    let known = this.byRecord.get(digest);
    if (!known) {
      known = new Map(
        [...digest.values()].flatMap((entry) => (entry.recordId === null ? [] : [[entry.recordId, entry]])),
      );
      this.byRecord.set(digest, known);
    }
    return known.get(recordId);
  }
}
