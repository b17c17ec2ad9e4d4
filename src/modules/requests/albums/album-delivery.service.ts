import { Injectable } from '@nestjs/common';
import { isAlbumAlreadyThere } from '../../../clients/lidarr/lidarr.client.js';
import { MusicManagersService } from '../../instances/instances.public.js';
import { AlbumLibraryService, isWholeAlbum } from '../../library/library.public.js';
import { DeliveryGateService } from '../delivery/delivery-gate.service.js';
import { DeliveryStepsService } from '../delivery/delivery-steps.service.js';
import { planWholeDelivery, type WholeRecord } from '../delivery/plan-whole-delivery.js';
import type { ClaimedJob } from '../jobs/dispatches.repository.js';
import { DeliveryStop, retryLater, type DeliveryOutcome } from '../kinds/delivery-outcome.js';
import type { KindDelivery } from '../kinds/request-kind.js';
import type { BegunJob } from '../transitions/job-changes.js';
import { AlbumAdditionService, type AlbumWork } from './album-addition.service.js';

/** A library's record of an album. */
interface AlbumRecord extends WholeRecord {
  readonly artistId: number;
  readonly monitored: boolean;
  /** Nothing of an artist who isn't monitored is ever downloaded. */
  readonly artistMonitored: boolean;
}

/**
 * Delivers one album to one library: reads the library's state, commits the started marker, and changes what is missing.
 * It may be interrupted at any point and repeated: the library ends with one record, it and its artist monitored and
 * nothing else, and its search was sent at least once.
 */
@Injectable()
export class AlbumDeliveryService implements KindDelivery {
  constructor(
    private readonly gate: DeliveryGateService,
    private readonly managers: MusicManagersService,
    private readonly library: AlbumLibraryService,
    private readonly additions: AlbumAdditionService,
    private readonly steps: DeliveryStepsService,
  ) {}

  async deliver(job: ClaimedJob, signal: AbortSignal): Promise<DeliveryOutcome> {
    await this.gate.recheck(job);
    this.steps.passed('access_rechecked', job.requestId);
    const work: AlbumWork = { job, manager: await this.managers.connect(job.instanceId ?? ''), signal };
    try {
      return await this.attempt(work, job);
    } catch (fault) {
      if (!isAlbumAlreadyThere(fault)) throw fault;
      // Somebody else added the album after we had read the library: it is treated like any existing album.
      return this.attempt(work, null);
    }
  }

  private async attempt(work: AlbumWork, earlier: BegunJob | null): Promise<DeliveryOutcome> {
    const plan = planWholeDelivery(await this.read(work), earlier);
    this.steps.passed('library_read', work.job.requestId);
    switch (plan.kind) {
      case 'done':
        return { state: 'complete', status: plan.status, recordId: plan.recordId };
      case 'add':
        return this.additions.add(work);
      case 'change':
        return this.turnOn(work, plan.record);
    }
  }

  private async read({ job, manager, signal }: AlbumWork): Promise<AlbumRecord | null> {
    const album = await manager.albumByForeignId(job.key, signal);
    if (!album) return null;
    const artist = await manager.artistById(album.artistId, signal);
    if (!artist) throw new DeliveryStop(ARTIST_GONE);
    const isOn = album.monitored && artist.monitored;
    return { ...album, isWhole: isWholeAlbum(album), isOn, artistMonitored: artist.monitored };
  }

  /** Turns on what is off, and searches, call by call. The delivery is judged again between two calls. */
  private async turnOn(
    { job, manager, signal }: AlbumWork,
    { id: albumId, artistId, monitored, artistMonitored, lastSearchedAt }: AlbumRecord,
  ): Promise<DeliveryOutcome> {
    await this.gate.start(job, { mutation: 'monitor_and_search', searchMark: lastSearchedAt });
    this.steps.passed('started', job.requestId);
    try {
      if (!artistMonitored) {
        await manager.monitorArtist(artistId, signal);
        this.steps.passed('artist_monitored', job.requestId);
        await this.gate.recheck(job);
      }
      if (!monitored) {
        await manager.setAlbumsMonitored([albumId], true, signal);
        this.steps.passed('album_monitored', job.requestId);
        await this.gate.recheck(job);
      }
      await manager.searchAlbums([albumId], signal);
      this.steps.passed('search_sent', job.requestId);
    } finally {
      if (job.instanceId) this.library.changed(job.instanceId);
    }
    return { state: 'complete', status: 'requested', recordId: albumId };
  }
}

const ARTIST_GONE = retryLater('service_unavailable', 'The library manager has the album, and not its artist.');
