import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { QuotaService } from '../../quotas/quotas.public.js';
import { DispatchesRepository } from '../saved/dispatches.repository.js';
import { type BookFormat, type DispatchRow, type JobKey, OPEN_STATES } from '../saved/job-rows.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import type { RequestRow, SubscriberRow } from '../saved/rows.js';
import { choiceOf, formatsIn, type RequestSubject, sharedKey } from '../saved/work.js';
import { CANCELLED_JOB } from './job-changes.js';
import {
  type AcceptedSelection,
  RequestTransitionsService,
  type WrittenRequest,
} from './request-transitions.service.js';

export interface Leaver {
  readonly userId: number;
  readonly formats?: readonly BookFormat[] | undefined;
  /** Shown to the account; `Cancelled` when left out. */
  readonly reason?: string;
  /** The account is removed: it owns nothing that others wait for, even if a format of it was delivered. */
  readonly removed?: boolean;
}

export interface Left {
  readonly refunded: readonly number[];
  /** The request that shows the account what became of its wish: one of its own when others wait on. */
  readonly requestId: number;
}

interface JoinedRequest extends Pick<RequestSubject, 'key' | 'instanceId'> {
  readonly requestId: number;
  readonly isFirstWish: boolean;
}

interface LeftByAll extends Pick<Left, 'refunded'> {
  readonly requestIds: readonly number[];
}

/** Each account has its own formats and pays for them. In the caller's transaction; the caller publishes refunds after the commit. */
@Injectable()
export class SharedRequestsService {
  constructor(
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly transitions: RequestTransitionsService,
    private readonly allowances: QuotaService,
  ) {}

  /** The open jobs for these formats of a work in a library, of all accounts. At most one for each. */
  covering(
    tx: ReadTx,
    work: Pick<RequestSubject, 'instanceId' | 'key'>,
    formats: readonly BookFormat[],
  ): Promise<readonly DispatchRow[]> {
    return this.dispatches.holding(
      tx,
      formats.map((format) => sharedKey(work, format)),
    );
  }

  /** Its owner is its first subscriber. @throws QuotaExceeded and rolls back; UniqueViolation when a job for one of the formats is open */
  async add(
    tx: WriteTx,
    caller: Caller,
    selection: Omit<AcceptedSelection, 'formats' | 'jobKey' | 'openKeys'> & { readonly formats: readonly BookFormat[] },
    now: number,
  ): Promise<WrittenRequest> {
    const jobKey = (format: string): string => sharedKey(selection.input, format);
    const bookFormat = choiceOf(selection.formats);
    const input = { ...selection.input, bookFormat };
    const openKeys = { pending: null, accepted: null };
    const written = await this.transitions.add(tx, caller, { ...selection, input, openKeys, jobKey }, now);
    await this.saved.subscribe(tx, subscription(written.requestId, caller, bookFormat, now));
    return written;
  }

  /**
   * For the formats that it did not wait for yet.
   * @returns whether a unit was spent.
   * @throws QuotaExceeded and rolls back
   * @param isFirstWish the account has never asked for this work here: nothing of it has to be looked up.
   * @param jobs all of this request
   */
  async join(
    tx: WriteTx,
    caller: Caller,
    { requestId, key, instanceId, isFirstWish }: JoinedRequest,
    jobs: readonly DispatchRow[],
    now: number,
  ): Promise<boolean> {
    const formats = jobs.flatMap(({ format }) => (format === '' ? [] : [format]));
    const own = isFirstWish ? undefined : await this.saved.subscriber(tx, requestId, caller.userId);
    const bookFormat = choiceOf([...formatsIn(own?.bookFormat ?? ''), ...formats]);
    if (own) await this.saved.changeSubscriber(tx, own, bookFormat);
    else await this.saved.subscribe(tx, subscription(requestId, caller, bookFormat, now));
    const units = formats.map((kind) => ({ kind, key, work: '' as const }));
    const selection = { instanceId, units };
    const spent = isFirstWish
      ? await this.allowances.chargeNew(tx, requestId, caller, selection, now)
      : await this.allowances.charge(tx, requestId, caller, selection, now);
    // A change to the library has begun for these: nobody is refunded any more, whenever they have joined.
    for (const { format, deliveryStartedAt } of jobs)
      if (format !== '' && deliveryStartedAt !== null)
        await this.allowances.markStarted(tx, requestId, now, { kind: format });
    return spent;
  }

  /**
   * Releases units whose delivery has not begun, and cancels formats that nobody wants. The request passes to the next,
   * and the leaver keeps one of their own that says so; without others it is withdrawn. A delivered format stays, and
   * one that a worker is delivering for this account alone: the worker finds out at its next step.
   */
  async leave(tx: WriteTx, requestId: number, leaver: Leaver, now: number): Promise<Left> {
    const request = await this.saved.byId(tx, requestId);
    const everybody = await this.saved.subscribersOf(tx, requestId);
    const own = everybody.find(({ userId }) => userId === leaver.userId);
    if (!request || !own) return { refunded: [], requestId };
    const others = everybody.filter((one) => one !== own);
    const wanted = new Set(others.flatMap(({ bookFormat }) => formatsIn(bookFormat)));
    const jobs = await this.dispatches.ofRequest(tx, requestId);
    const goes = givenUp(own, jobs, leaver, wanted);
    const kept = formatsIn(own.bookFormat).filter((format) => !goes.includes(format));
    const isGone = leaver.removed === true && jobs.some(({ state }) => OPEN_STATES.includes(state));
    if (goes.length === 0 && !isGone) return { refunded: [], requestId };
    if (kept.length === 0 && others.length === 0)
      return { refunded: await this.transitions.withdraw(tx, requestId, now), requestId };
    const unwanted = goes.filter((format) => !wanted.has(format)).map((format) => ({ requestId, format }));
    await this.dispatches.changeAll(tx, unwanted, CANCELLED_JOB);
    const refunded = await this.release(tx, requestId, leaver.userId, goes, now);
    const remaining = new Set([...wanted, ...kept]);
    if (choiceOf(remaining) !== request.bookFormat)
      await this.saved.change(tx, requestId, { bookFormat: choiceOf(remaining) });
    const [heir] = others;
    if (heir && request.userId === own.userId && (kept.length === 0 || isGone))
      await this.saved.change(tx, requestId, { userId: heir.userId, requesterName: heir.username });
    if (kept.length > 0) {
      await this.saved.changeSubscriber(tx, own, choiceOf(kept));
      return { refunded, requestId };
    }
    await this.saved.unsubscribe(tx, requestId, own.userId);
    return { refunded, requestId: await this.remember(tx, request, own, leaver.reason, now) };
  }

  /** Out of all formats at once, so that each account gets one event for everything it asked for. */
  async drop(
    tx: WriteTx,
    { requestId, format }: JobKey,
    userIds: readonly number[],
    now: number,
  ): Promise<readonly number[]> {
    if (format === '') return [];
    const refunded: number[] = [];
    for (const userId of userIds) {
      const left = await this.leave(tx, requestId, { userId, reason: NO_ACCESS }, now);
      refunded.push(...left.refunded);
    }
    return [...new Set(refunded)];
  }

  /** Ends a job that nobody waits for. When no other format is open or was delivered, the request is withdrawn. */
  async abandon(tx: WriteTx, { requestId, format }: JobKey, now: number): Promise<readonly number[]> {
    const jobs = format === '' ? [] : await this.dispatches.ofRequest(tx, requestId);
    const remaining = jobs.flatMap((job) =>
      job.format !== '' && job.format !== format && (job.state === 'complete' || OPEN_STATES.includes(job.state))
        ? [job.format]
        : [],
    );
    if (format === '' || remaining.length === 0) return this.transitions.withdraw(tx, requestId, now);
    await this.dispatches.change(tx, { requestId, format }, CANCELLED_JOB);
    for (const one of await this.saved.subscribersOf(tx, requestId)) {
      const kept = formatsIn(one.bookFormat).filter((each) => each !== format);
      if (kept.length > 0) await this.saved.changeSubscriber(tx, one, choiceOf(kept));
      else await this.saved.unsubscribe(tx, requestId, one.userId);
    }
    await this.saved.change(tx, requestId, { bookFormat: choiceOf(remaining) });
    return this.allowances.release(tx, requestId, { reason: 'cancelled', kind: format }, now);
  }

  async cancelForAll(
    tx: WriteTx,
    requestId: number,
    formats: readonly BookFormat[] | undefined,
    now: number,
  ): Promise<LeftByAll> {
    const jobs = await this.dispatches.ofRequest(tx, requestId);
    const stays = jobs.some(
      ({ format, state }) =>
        state === 'complete' || (format !== '' && OPEN_STATES.includes(state) && formats?.includes(format) === false),
    );
    const everybody = await this.saved.subscribersOf(tx, requestId);
    if (!stays || everybody.length === 0)
      return { refunded: await this.transitions.withdraw(tx, requestId, now), requestIds: [requestId] };
    const [refunded, requestIds] = [new Set<number>(), new Set([requestId])];
    for (const { userId } of everybody) {
      const left = await this.leave(tx, requestId, { userId, formats }, now);
      for (const account of left.refunded) refunded.add(account);
      requestIds.add(left.requestId);
    }
    return { refunded: [...refunded], requestIds: [...requestIds] };
  }

  private async release(
    tx: WriteTx,
    requestId: number,
    userId: number,
    formats: readonly BookFormat[],
    now: number,
  ): Promise<readonly number[]> {
    const refunded: number[] = [];
    for (const kind of formats)
      refunded.push(...(await this.allowances.release(tx, requestId, { reason: 'cancelled', kind, userId }, now)));
    return [...new Set(refunded)];
  }

  /** Keeps a request of the leaver's own, with jobs that have ended. */
  private async remember(
    tx: WriteTx,
    request: RequestRow,
    own: SubscriberRow,
    reason: string | undefined,
    now: number,
  ): Promise<number> {
    const { mediaType, key, tmdbId, foreignId, searchTerm, title, qualityProfileId, instanceId } = request;
    const { userId, username: requesterName, bookFormat, joinedAt: requestedAt } = own;
    const work = { mediaType, key, tmdbId, foreignId, searchTerm, title, qualityProfileId, instanceId };
    const wish = { ...work, userId, requesterName, bookFormat, requestedAt, status: 'denied' as const };
    const requestId = await this.saved.insert(tx, wish);
    for (const format of formatsIn(bookFormat))
      await this.dispatches.insert(tx, { requestId, format }, 'cancelled', now);
    await this.saved.cancel(tx, requestId, now, reason);
    await this.saved.subscribe(tx, { ...own, requestId });
    return requestId;
  }
}

const NO_ACCESS = 'You may no longer use this library.';

function givenUp(
  { bookFormat }: SubscriberRow,
  jobs: readonly DispatchRow[],
  { formats }: Leaver,
  wanted: ReadonlySet<BookFormat>,
): readonly BookFormat[] {
  return formatsIn(bookFormat).filter((format) => {
    const state = jobs.find((job) => job.format === format)?.state;
    if (state === undefined || !OPEN_STATES.includes(state) || formats?.includes(format) === false) return false;
    return state !== 'processing' || wanted.has(format);
  });
}

function subscription(
  requestId: number,
  { userId, username }: Caller,
  bookFormat: SubscriberRow['bookFormat'],
  joinedAt: number,
): SubscriberRow {
  return { requestId, userId, username, bookFormat, joinedAt };
}
