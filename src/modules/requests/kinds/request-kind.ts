import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import type { Share } from '../../../core/shares/fair-line.js';
import type { ArrivalReading } from '../../library/library.public.js';
import type { AllowanceQuote } from '../../quotas/quotas.public.js';
import type { TvMatch } from '../../series-matching/series-matching.public.js';
import type { ClaimedJob, SavedRequest } from '../saved/dispatches.repository.js';
import type { BookFormat } from '../saved/job-rows.js';
import type { RequestRow } from '../saved/rows.js';
import type { MediaType, Work } from '../saved/work.js';
import type { ApprovedChange, WrittenRequest } from '../transitions/request-transitions.service.js';
import type { DeliveryOutcome } from './delivery-outcome.js';
import type { LiveState, StatusNow } from './request-status.js';

export interface AskedTitle extends Work {
  readonly tmdbId: number;
  readonly instanceId: string | undefined;
  /** The library's record that an earlier delivery was bound to, where the requests themselves are not to be shown. */
  readonly recordId?: number | null;
}

export interface TitleState {
  readonly saved: SavedRequest | null;
  readonly now: StatusNow;
  readonly match: TvMatch | null;
}

/** Reads the libraries, after the transaction, and returns the current status of each request. */
export type StatusReading = () => Promise<(one: SavedRequest) => StatusNow>;

export interface KindDelivery {
  /**
   * @throws DeliveryStop when nobody who asked has access, or something has changed or is missing; LeaseLost;
   * UpstreamError when the manager failed: the started marker shows whether anything may have changed.
   * @param signal aborts the current call to the manager
   */
  deliver(job: ClaimedJob, signal: AbortSignal): Promise<DeliveryOutcome>;
}

/** How titles of one media type are requested, delivered and shown. */
export interface RequestKind<Title extends AskedTitle = AskedTitle> {
  readonly mediaType: MediaType;
  readonly delivery: KindDelivery;

  /** Resolves, prices, and saves request, charges and jobs in one transaction. @throws AppError; QuotaExceeded 429 */
  submit(caller: Caller, title: Title): Promise<Submission>;

  /** What {@link submit} would cost. Saves and reserves nothing. @throws AppError as it; 503 for unreadable allowances */
  preview(caller: Caller, title: Title): Promise<PricedSelection>;

  /** Left out by kinds whose requests are approved as they were asked for. */
  readonly amendments?: RequestAmendments;

  /** Prepares the reading of the status of these requests; the saved one for a library that the caller may not use. */
  statuses(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<StatusReading>;

  /** The caller has judged who may know it. @throws AppError for faults of our own storage; never for faults of the library */
  arrival(one: SavedRequest): Promise<ArrivalReading>;

  /** By what is read of the whole library anyway: no title costs a call. Left out by kinds that the provider doesn't know. */
  inDigest?(instanceId: string, tmdbIds: readonly number[]): Promise<ReadonlyMap<number, LiveState>>;

  /** Requested or not. @param requests the caller's for it in this library, newest first. @param share in whose name managers are asked */
  titleIn(instanceId: string, title: Title, requests: readonly SavedRequest[], share: Share): Promise<TitleState>;
}

export interface DecisionOverride {
  readonly qualityProfileId?: number | undefined;
  readonly seasonScope?: unknown;
  /** A book: the format that the administrator believes to approve. It can't be changed. Ignored for other titles. */
  readonly bookFormat?: BookFormat | 'both' | undefined;
}

export interface Amended {
  readonly change: ApprovedChange;
  readonly respent: readonly number[];
}

/** How requests of a kind are changed by their approval. `Plan` is what is read for it before anything is written. */
export interface RequestAmendments<Plan = unknown> {
  /** Reads what the change needs, outside of a transaction. @throws AppError when the change doesn't fit the request */
  plan(request: RequestRow, override: DecisionOverride): Promise<Plan>;

  /** The plan with what the library proves in time to hold, after a refusal; null where nothing more can be known. */
  prove(request: RequestRow, plan: Plan): Promise<Plan | null>;

  /** Changes a pending request and its charges, in the transaction of its approval. @throws AppError; QuotaExceeded */
  apply(tx: WriteTx, request: RequestRow, plan: Plan, at: number): Promise<Amended>;
}

export type Submission =
  | {
      readonly kind: 'owned';
      readonly title: string;
      readonly instanceId: string;
      readonly now?: StatusNow;
    }
  | ({ readonly kind: 'saved'; readonly instanceId: string } & WrittenRequest);

export interface PricedSelection {
  readonly quote: AllowanceQuote;
  readonly seasons?: readonly number[];
}

export class RequestKinds {
  private readonly byType: ReadonlyMap<MediaType, RequestKind>;

  constructor(kinds: readonly RequestKind[]) {
    this.byType = new Map(kinds.map((kind) => [kind.mediaType, kind]));
  }

  of(mediaType: MediaType): RequestKind {
    const kind = this.byType.get(mediaType);
    if (!kind) throw new Error(`titles of the media type ${mediaType} can not be requested`);
    return kind;
  }
}
