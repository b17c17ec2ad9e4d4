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

/** A title that somebody requests. Each kind adds what it needs to know. */
export interface AskedTitle extends Work {
  /** The metadata provider's id; 0 for titles that it has none for. */
  readonly tmdbId: number;
  /** The requested library; undefined for the caller's default. */
  readonly instanceId: string | undefined;
  /** The library's record that an earlier delivery was bound to, where the requests themselves are not to be shown. */
  readonly recordId?: number | null;
}

/** A title's status for one account in one library, with the request that it shows, if any. */
export interface TitleState {
  readonly saved: SavedRequest | null;
  readonly now: StatusNow;
  /** A series: its match in the library's catalog, if known. */
  readonly match: TvMatch | null;
}

/** Reads the libraries, after the transaction, and returns the current status of each request. */
export type StatusReading = () => Promise<(one: SavedRequest) => StatusNow>;

/** Delivers titles of one media type. */
export interface KindDelivery {
  /**
   * Works on a claimed job until its outcome is known.
   *
   * @param signal aborts the current call to the manager
   * @throws DeliveryStop with the outcome, when nobody who asked has access, or something has changed or is missing
   * @throws UpstreamError when the manager failed; the started marker shows whether anything may have changed
   * @throws LeaseLost when another worker may have the job
   */
  deliver(job: ClaimedJob, signal: AbortSignal): Promise<DeliveryOutcome>;
}

/**
 * How titles of one media type are requested, delivered and shown. The parts of the module that are the same for all
 * media types call the kind of the title at hand and know no more of it.
 */
export interface RequestKind<Title extends AskedTitle = AskedTitle> {
  readonly mediaType: MediaType;
  readonly delivery: KindDelivery;

  /**
   * Resolves and prices the title, and saves the request, its charges and its delivery jobs in one transaction.
   *
   * @throws AppError of the request
   * @throws QuotaExceeded 429 when the caller's allowance doesn't cover it
   */
  submit(caller: Caller, title: Title): Promise<Submission>;

  /**
   * The price of what {@link submit} would save at this moment. Saves nothing and reserves nothing.
   *
   * @throws AppError as a submission; 503 when allowances can't be read
   */
  preview(caller: Caller, title: Title): Promise<PricedSelection>;

  /** Left out by kinds whose requests are approved as they were asked for. */
  readonly amendments?: RequestAmendments;

  /**
   * Prepares the reading of the current status of these requests. For a library that the caller may no longer use, the
   * saved status is shown.
   */
  statuses(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<StatusReading>;

  /**
   * How far the title of a request has come in its library. The caller has judged who may know it.
   *
   * @throws AppError for faults of our own storage; never for faults of the library
   */
  arrival(one: SavedRequest): Promise<ArrivalReading>;

  /**
   * The live state of titles of the metadata provider, by what is read of the whole library anyway: no title costs a
   * call of its own. Left out by kinds that the provider doesn't know.
   */
  inDigest?(instanceId: string, tmdbIds: readonly number[]): Promise<ReadonlyMap<number, LiveState>>;

  /**
   * The status of a title in a library, requested or not.
   *
   * @param requests the caller's requests for the title in this library, newest first
   * @param share in whose name managers are asked
   */
  titleIn(instanceId: string, title: Title, requests: readonly SavedRequest[], share: Share): Promise<TitleState>;
}

/** What an administrator changes of a request; undefined keeps what is stored. */
export interface DecisionOverride {
  readonly qualityProfileId?: number | undefined;
  /** The seasons of a series as they were sent; not validated yet. Ignored for other titles. */
  readonly seasonScope?: unknown;
  /** A book: the format that the administrator believes to approve. It can't be changed. Ignored for other titles. */
  readonly bookFormat?: BookFormat | 'both' | undefined;
}

/** What an approval changes beside the decision. */
export interface Amended {
  readonly change: ApprovedChange;
  /** The accounts whose allowances have changed. */
  readonly respent: readonly number[];
}

/** How requests of a kind are changed by their approval. `Plan` is what is read for it before anything is written. */
export interface RequestAmendments<Plan = unknown> {
  /**
   * Reads what the change needs. Not inside a transaction.
   *
   * @throws AppError when the change doesn't fit the request
   */
  plan(request: RequestRow, override: DecisionOverride): Promise<Plan>;

  /**
   * The plan with what the library proves in time to hold, after an allowance has refused; null where nothing more can
   * be known.
   */
  prove(request: RequestRow, plan: Plan): Promise<Plan | null>;

  /**
   * Changes a pending request and its charges, in the transaction of its approval.
   *
   * @param at epoch milliseconds
   * @throws AppError when the change doesn't fit any more; QuotaExceeded
   */
  apply(tx: WriteTx, request: RequestRow, plan: Plan, at: number): Promise<Amended>;
}

/** The result of a submission. */
export type Submission =
  /** The library already holds all of it; nothing was saved and nothing spent. */
  | {
      readonly kind: 'owned';
      readonly title: string;
      readonly instanceId: string;
      /** A book: its status. */
      readonly now?: StatusNow;
    }
  /** An open request covers it: a new one, or one that existed before. */
  | ({ readonly kind: 'saved'; readonly instanceId: string } & WrittenRequest);

/** What a selection would cost. */
export interface PricedSelection {
  readonly quote: AllowanceQuote;
  /** A series: the provider's numbers of the selected seasons. Undefined for a film. */
  readonly seasons?: readonly number[];
}

/** The kinds of titles that can be requested, by media type. */
export class RequestKinds {
  private readonly byType: ReadonlyMap<MediaType, RequestKind>;

  constructor(kinds: readonly RequestKind[]) {
    this.byType = new Map(kinds.map((kind) => [kind.mediaType, kind]));
  }

  /** The kind of this media type. The routes refuse every media type that has none. */
  of(mediaType: MediaType): RequestKind {
    const kind = this.byType.get(mediaType);
    if (!kind) throw new Error(`titles of the media type ${mediaType} can not be requested`);
    return kind;
  }
}
