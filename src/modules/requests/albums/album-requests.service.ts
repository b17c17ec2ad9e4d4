import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { utcDay } from '../../../core/time/utc-day.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import type { ArrivalReading, FoundAlbum } from '../../library/library.public.js';
import { albumUnit } from '../../quotas/quotas.public.js';
import type { SavedRequest } from '../jobs/dispatches.repository.js';
import type { AskedTitle, RequestKind, StatusReading, TitleState } from '../kinds/request-kind.js';
import { keptRecord, savedStateOf, statusNow, type StatusNow } from '../kinds/request-status.js';
import type { PricedSelection, Submission } from '../kinds/submission.js';
import { WholeTitlesService, type WholeTitle } from '../kinds/whole-titles.service.js';
import { LIBRARY_KINDS } from '../saved/work.js';
import { AlbumDeliveryService } from './album-delivery.service.js';
import type { AlbumSelection } from './album-selection.js';
import { LiveAlbumsService, type AlbumPlace } from './live-albums.service.js';

/** Requests for albums. */
@Injectable()
export class AlbumRequestsService implements RequestKind<AlbumSelection> {
  readonly mediaType = 'music';

  constructor(
    readonly delivery: AlbumDeliveryService,
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly live: LiveAlbumsService,
    private readonly titles: WholeTitlesService,
    private readonly clock: Clock,
  ) {}

  async submit(caller: Caller, album: AlbumSelection): Promise<Submission> {
    return this.titles.submit(caller, await this.resolve(caller, album), this.live);
  }

  async preview(caller: Caller, album: AlbumSelection): Promise<PricedSelection> {
    return this.titles.preview(caller, await this.resolve(caller, album), this.live);
  }

  statuses(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<StatusReading> {
    return this.live.statuses(tx, caller, requests, placeOf, (one, live) => this.now(one.request.key, one, live));
  }

  arrival(one: SavedRequest): Promise<ArrivalReading> {
    return this.live.arrival(placeOf(one));
  }

  async titleIn(instanceId: string, asked: AskedTitle, requests: readonly SavedRequest[]): Promise<TitleState> {
    const { key } = asked;
    const [saved = null] = requests;
    const recordId = asked.recordId ?? keptRecord(requests);
    const found = await this.live.readOne({ instanceId, foreignAlbumId: key, recordId });
    return { saved, now: this.now(key, saved, found), match: null };
  }

  /** The status, with the id under which the library files the album and the day on which it comes out. */
  private now(key: string, saved: SavedRequest | null, { live, filedAs }: FoundAlbum): StatusNow {
    const comesOut = live.known && live.releasedAt !== null && live.releasedAt > this.clock.now();
    return {
      ...statusNow(saved && savedStateOf(saved), live),
      ...(filedAs === null || filedAs === key ? {} : { canonicalForeignId: filedAs }),
      ...(comesOut ? { comesOutOn: utcDay(live.releasedAt) } : {}),
    };
  }

  /** Nothing is asked of anybody but the library before the request is saved. */
  private async resolve(caller: Caller, album: AlbumSelection): Promise<WholeTitle> {
    const { mediaType, key, title, foreignId, searchTerm, catalogRef } = album;
    const { id: instanceId } = await this.database.readOne((tx) =>
      this.access.resolveDestination(tx, caller, LIBRARY_KINDS[mediaType], album.instanceId),
    );
    const catalog = { catalogProvider: catalogRef?.provider ?? null, catalogId: catalogRef?.id ?? null };
    const subject = { userId: caller.userId, mediaType, key, instanceId };
    return {
      input: { ...subject, title, foreignId, searchTerm, ...catalog, qualityProfileId: 0 },
      unit: albumUnit(key),
    };
  }
}

function placeOf({ request, deliveries: [job] }: SavedRequest): AlbumPlace {
  return { instanceId: request.instanceId, foreignAlbumId: request.key, recordId: job.recordId };
}
