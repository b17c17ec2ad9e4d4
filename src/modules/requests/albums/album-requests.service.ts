import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { utcDay } from '../../../core/time/utc-day.js';
import type { FoundAlbum } from '../../library/library.public.js';
import type { ClaimedJob, SavedRequest } from '../jobs/dispatches.repository.js';
import { keepAsAsked, type ApprovalWrite, type DecisionOverride } from '../kinds/approval.js';
import type { DeliveryOutcome } from '../kinds/delivery-outcome.js';
import type { AskedTitle, RequestKind, StatusReading, TitleState } from '../kinds/request-kind.js';
import { keptRecord, savedStateOf, statusNow, type StatusNow } from '../kinds/request-status.js';
import type { PricedSelection, Submission } from '../kinds/submission.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { AlbumDeliveryService } from './album-delivery.service.js';
import type { AlbumSelection } from './album-selection.js';
import { AlbumSubmissionService } from './album-submission.service.js';
import { LiveAlbumsService, type AlbumPlace } from './live-albums.service.js';

/** Requests for albums. */
@Injectable()
export class AlbumRequestsService implements RequestKind<AlbumSelection> {
  readonly mediaType = 'music';

  constructor(
    private readonly submissions: AlbumSubmissionService,
    private readonly delivery: AlbumDeliveryService,
    private readonly live: LiveAlbumsService,
    private readonly clock: Clock,
  ) {}

  submit(caller: Caller, album: AlbumSelection): Promise<Submission> {
    return this.submissions.submit(caller, album);
  }

  preview(caller: Caller, album: AlbumSelection): Promise<PricedSelection> {
    return this.submissions.preview(caller, album);
  }

  approve(_request: RequestRow, _override: DecisionOverride, write: ApprovalWrite): Promise<readonly number[]> {
    return write(keepAsAsked);
  }

  deliver(job: ClaimedJob, signal: AbortSignal): Promise<DeliveryOutcome> {
    return this.delivery.deliver(job, signal);
  }

  async statuses(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<StatusReading> {
    const places = await this.live.within(tx, caller, requests.map(placeOf));
    return async () => {
      const states = await this.live.read(places);
      return (one) => this.now(one.request.key, one, states(placeOf(one)));
    };
  }

  async titleIn(instanceId: string, asked: AskedTitle, requests: readonly SavedRequest[]): Promise<TitleState> {
    const { key } = asked;
    const [saved = null] = requests;
    const recordId = asked.recordId ?? keptRecord(requests);
    const place = { instanceId, foreignAlbumId: key, recordId };
    const states = await this.live.read([place]);
    return { saved, now: this.now(key, saved, states(place)), match: null };
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
}

function placeOf({ request, deliveries: [job] }: SavedRequest): AlbumPlace {
  return { instanceId: request.instanceId, foreignAlbumId: request.key, recordId: job.recordId };
}
