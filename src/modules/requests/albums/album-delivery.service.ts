import type { LidarrLookup } from '../../../clients/lidarr/lidarr-album.js';
import type { NewAlbum } from '../../../clients/lidarr/lidarr-album.js';
import { Injectable } from '@nestjs/common';
import { isAlbumAlreadyThere, type LidarrClient } from '../../../clients/lidarr/lidarr.client.js';
import { InstanceClientsService } from '../../instances/instances.public.js';
import { AlbumLibraryService, isWholeAlbum } from '../../library/library.public.js';
import { DeliveryGateService } from '../delivery/delivery-gate.service.js';
import { DeliveryTraceService } from '../delivery/delivery-trace.service.js';
import { planWholeDelivery, type WholeRecord } from '../delivery/plan-whole-delivery.js';
import { attention, type DeliveryOutcome, DeliveryStop, retryLater } from '../kinds/delivery-outcome.js';
import type { KindDelivery } from '../kinds/request-kind.js';
import { sayDelivery } from '../saved/delivery-sentences.js';
import type { ClaimedJob } from '../saved/dispatches.repository.js';
import type { BegunJob } from '../transitions/job-changes.js';
import { chooseAlbumDestination, lookupWords } from './choose-album-destination.js';

interface AlbumWork {
  readonly job: ClaimedJob;
  readonly manager: LidarrClient;
  readonly signal: AbortSignal;
}

interface Addition {
  readonly album: NewAlbum;
  readonly artistId: number | null;
}

type LookedUp = LidarrLookup & { readonly artist: NonNullable<LidarrLookup['artist']> };

interface AlbumRecord extends WholeRecord {
  readonly artistId: number;
  readonly monitored: boolean;
  /** Nothing of an artist who isn't monitored is ever downloaded. */
  readonly artistMonitored: boolean;
}

/** May be interrupted and repeated at any point: the library ends with one record, it and its artist monitored, searched at least once. */
@Injectable()
export class AlbumDeliveryService implements KindDelivery {
  constructor(
    private readonly gate: DeliveryGateService,
    private readonly clients: InstanceClientsService,
    private readonly library: AlbumLibraryService,
    private readonly trace: DeliveryTraceService,
  ) {}

  async deliver(job: ClaimedJob, signal: AbortSignal): Promise<DeliveryOutcome> {
    await this.gate.recheck(job);
    this.trace.reached('access_rechecked', job.requestId);
    const work: AlbumWork = { job, manager: await this.clients.connect('music_manager', job.instanceId ?? ''), signal };
    try {
      return await this.attempt(work, job);
    } catch (fault) {
      if (!isAlbumAlreadyThere(fault)) throw fault;
      // Somebody else has added the album since we read the library.
      return this.attempt(work, null);
    }
  }

  private async attempt(work: AlbumWork, earlier: BegunJob | null): Promise<DeliveryOutcome> {
    const plan = planWholeDelivery(await this.read(work), earlier);
    this.trace.reached('library_read', work.job.requestId);
    switch (plan.kind) {
      case 'done':
        return { state: 'complete', status: plan.status, recordId: plan.recordId };
      case 'add':
        return this.add(work);
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

  /**
   * One call with its search. An artist who is there and off is turned on before: nothing of him would be downloaded.
   * @throws DeliveryStop for an unknown album, or when no profile keeps it
   * @throws UpstreamError for which `isAlbumAlreadyThere` holds when somebody else has added it
   */
  private async add(work: AlbumWork): Promise<DeliveryOutcome> {
    const { job } = work;
    const addition = await this.prepare(work);
    this.trace.reached('looked_up', job.requestId);
    await this.gate.start(job, { mutation: 'add', searchMark: null });
    this.trace.reached('started', job.requestId);
    try {
      return { state: 'complete', status: 'requested', recordId: await this.send(work, addition) };
    } finally {
      if (job.instanceId) this.library.changed(job.instanceId);
    }
  }

  private async send({ job, manager, signal }: AlbumWork, { album, artistId }: Addition): Promise<number> {
    if (artistId !== null) {
      await manager.monitorArtist(artistId, signal);
      this.trace.reached('artist_monitored', job.requestId);
      await this.gate.recheck(job);
    }
    const { id } = await manager.addAlbum(album, signal);
    this.trace.reached('album_added', job.requestId);
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
    const destination = chooseAlbumDestination({
      roots,
      qualityProfiles,
      metadataProfiles,
      artist,
      albumType,
      secondaryTypes,
    });
    if ('problem' in destination) throw new DeliveryStop(attention('library_unavailable', destination.problem));
    return {
      album: { record, ...destination, searchForNewAlbum: true },
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

  /** Call by call; the delivery is judged again between two. */
  private async turnOn(
    { job, manager, signal }: AlbumWork,
    { id: albumId, artistId, monitored, artistMonitored, lastSearchedAt }: AlbumRecord,
  ): Promise<DeliveryOutcome> {
    await this.gate.start(job, { mutation: 'monitor_and_search', searchMark: lastSearchedAt });
    this.trace.reached('started', job.requestId);
    try {
      if (!artistMonitored) {
        await manager.monitorArtist(artistId, signal);
        this.trace.reached('artist_monitored', job.requestId);
        await this.gate.recheck(job);
      }
      if (!monitored) {
        await manager.setAlbumsMonitored([albumId], true, signal);
        this.trace.reached('album_monitored', job.requestId);
        await this.gate.recheck(job);
      }
      await manager.searchAlbums([albumId], signal);
      this.trace.reached('search_sent', job.requestId);
    } finally {
      if (job.instanceId) this.library.changed(job.instanceId);
    }
    return { state: 'complete', status: 'requested', recordId: albumId };
  }
}

const ARTIST_GONE = retryLater('service_unavailable', sayDelivery('delivery_artist_missing'));

const UNRESOLVED = attention('metadata_unresolved', sayDelivery('delivery_album_unknown'));

const UNREADABLE = retryLater('service_unavailable', sayDelivery('delivery_album_unreadable'));
