import { Injectable } from '@nestjs/common';
import type { LidarrLookup, NewAlbum } from '../../../clients/lidarr/lidarr-lookup.js';
import type { LidarrClient } from '../../../clients/lidarr/lidarr.client.js';
import { AlbumLibraryService } from '../../library/library.public.js';
import { DeliveryGateService } from '../delivery/delivery-gate.service.js';
import { DeliveryStepsService } from '../delivery/delivery-steps.service.js';
import type { ClaimedJob } from '../jobs/dispatches.repository.js';
import { attention, DeliveryStop, retryLater, type DeliveryOutcome } from '../kinds/delivery-outcome.js';
import { lookupWords } from './album-lookup.js';
import { placeAlbum } from './place-album.js';

/** A claimed job, with the manager of its library. */
export interface AlbumWork {
  readonly job: ClaimedJob;
  readonly manager: LidarrClient;
  readonly signal: AbortSignal;
}

/** An addition, and the artist to turn on before it; null when there is none. */
interface Addition {
  readonly album: NewAlbum;
  readonly artistId: number | null;
}

/** Adds albums to libraries. Source: doc 2 section 4, Requests rule 5. */
@Injectable()
export class AlbumAdditionService {
  constructor(
    private readonly gate: DeliveryGateService,
    private readonly library: AlbumLibraryService,
    private readonly steps: DeliveryStepsService,
  ) {}

  /**
   * Adds the album, monitored, with its search, in one call. An artist who is there and off is turned on before: nothing of
   * him would be downloaded. Nothing else of him is monitored.
   *
   * @throws DeliveryStop when the manager doesn't know the album, or has no place that keeps it
   * @throws UpstreamError for which `isAlbumAlreadyThere` holds when somebody else has added it
   */
  async add(work: AlbumWork): Promise<DeliveryOutcome> {
    const { job } = work;
    const addition = await this.prepare(work);
    this.steps.passed('looked_up', job.requestId);
    await this.gate.start(job, { mutation: 'add', searchMark: null });
    this.steps.passed('started', job.requestId);
    try {
      return { state: 'complete', status: 'requested', recordId: await this.send(work, addition) };
    } finally {
      if (job.instanceId) this.library.changed(job.instanceId);
    }
  }

  private async send({ job, manager, signal }: AlbumWork, { album, artistId }: Addition): Promise<number> {
    if (artistId !== null) {
      await manager.monitorArtist(artistId, signal);
      this.steps.passed('artist_monitored', job.requestId);
      await this.gate.recheck(job);
    }
    const { id } = await manager.addAlbum(album, signal);
    this.steps.passed('album_added', job.requestId);
    return id;
  }

  private async prepare(work: AlbumWork): Promise<Addition> {
    const { manager, signal } = work;
    const { artist: who, ...found } = await this.lookUp(work);
    const [artist, roots, qualityProfiles, metadataProfiles] = await Promise.all([
      manager.artistByForeignId(who.foreignArtistId, signal),
      manager.rootFolders(signal),
      manager.qualityProfiles(signal),
      manager.metadataProfiles(signal),
    ]);
    const { albumType, secondaryTypes, record } = found;
    const place = placeAlbum({ roots, qualityProfiles, metadataProfiles, artist, albumType, secondaryTypes });
    if ('mend' in place) throw new DeliveryStop(attention('library_unavailable', place.mend));
    return {
      album: { record, ...place, searchForNewAlbum: true },
      artistId: artist?.monitored === false ? artist.id : null,
    };
  }

  /** The album by its exact id; words are tried only where the id finds nothing. */
  private async lookUp({ job, manager, signal }: AlbumWork): Promise<LookedUp> {
    const lookups = [
      { isExact: true, look: () => manager.lookupByForeignId(job.key, signal) },
      ...lookupWords(job).map((words) => ({ isExact: false, look: () => manager.lookup(words, signal) })),
    ];
    const isWanted = (foreignId: string): boolean => foreignId.toLowerCase() === job.key;
    let isUnreadable = false;
    for (const { isExact, look } of lookups) {
      const { rows, unreadable } = await look();
      const found = rows.find((row) => isWanted(row.foreignAlbumId));
      if (found?.artist) return { ...found, artist: found.artist };
      // What the lookup by the id finds is the album, though it names none.
      const mayBe = unreadable.some(({ foreignId }) => (foreignId === null ? isExact : isWanted(foreignId)));
      isUnreadable ||= found !== undefined || mayBe;
    }
    throw new DeliveryStop(isUnreadable ? UNREADABLE : UNRESOLVED);
  }
}

/** A result of a lookup that can be added. */
type LookedUp = LidarrLookup & { readonly artist: NonNullable<LidarrLookup['artist']> };

const UNRESOLVED = attention('metadata_unresolved', 'The library manager does not know this album.');

const UNREADABLE = retryLater(
  'service_unavailable',
  'The library manager said nothing about this album that could be read.',
);
