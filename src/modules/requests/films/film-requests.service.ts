import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx } from '../../../core/database/database.js';
import type { ClaimedJob, SavedRequest } from '../jobs/dispatches.repository.js';
import { keepAsAsked, type ApprovalWrite, type DecisionOverride } from '../kinds/approval.js';
import type { DeliveryOutcome } from '../kinds/delivery-outcome.js';
import type { AskedTitle, RequestKind, StatusReading, TitleState } from '../kinds/request-kind.js';
import { savedStateOf, statusNow } from '../kinds/request-status.js';
import type { PricedSelection, Submission } from '../kinds/submission.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { FilmDeliveryService } from './film-delivery.service.js';
import type { FilmSelection } from './film-selection.service.js';
import { FilmSubmissionService } from './film-submission.service.js';
import { LiveFilmsService, type FilmPlace } from './live-films.service.js';

/** Requests for films. */
@Injectable()
export class FilmRequestsService implements RequestKind<FilmSelection> {
  readonly mediaType = 'movie';

  constructor(
    private readonly submissions: FilmSubmissionService,
    private readonly delivery: FilmDeliveryService,
    private readonly live: LiveFilmsService,
  ) {}

  submit(caller: Caller, film: FilmSelection): Promise<Submission> {
    return this.submissions.submit(caller, film);
  }

  preview(caller: Caller, film: FilmSelection): Promise<PricedSelection> {
    return this.submissions.preview(caller, film);
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
      return (one) => statusNow(savedStateOf(one), states(placeOf(one)));
    };
  }

  async titleIn(instanceId: string, { tmdbId }: AskedTitle, requests: readonly SavedRequest[]): Promise<TitleState> {
    const [saved = null] = requests;
    const place = { instanceId, tmdbId };
    const states = await this.live.read([place]);
    return { saved, now: statusNow(saved && savedStateOf(saved), states(place)), match: null };
  }
}

function placeOf({ request }: SavedRequest): FilmPlace {
  return { instanceId: request.instanceId, tmdbId: request.tmdbId };
}
