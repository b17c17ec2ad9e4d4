import { Injectable } from '@nestjs/common';
import type { BookAddition, ChaptarrLookup } from '../../../clients/chaptarr/chaptarr-addition.js';
import { Deadline } from '../../../clients/http/deadline.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceClientsService } from '../../instances/instances.public.js';
import { DeliveryTraceService } from '../delivery/delivery-trace.service.js';
import { attention, type DeliveryOutcome, DeliveryStop } from '../kinds/delivery-outcome.js';
import type { KindDelivery } from '../kinds/request-kind.js';
import { AuthorImportStalled } from '../requests.events.js';
import { sayDelivery } from '../saved/delivery-sentences.js';
import type { ClaimedJob } from '../saved/dispatches.repository.js';
import { BookChangesService } from './book-changes.service.js';
import { bookKey, isBookId } from './book-selection.js';
import { type BegunDelivery, judgeAuthorImport, judgeRefusal, planBookDelivery } from './plan-book-delivery.js';
import { AMBIGUOUS, type BookWork, lookUp, seeBook, type SeenBook, UNKNOWN_TITLE, UNREAD_TITLE } from './seen-book.js';

const LOOK_MS = 5 * 60_000;

/** How long one such look may take, and with it delay the deliveries that become due: as long as a library is read. */
const LONGEST_LOOK_MS = 60_000;

const STALLED_MS = 24 * 60 * 60_000;

/**
 * Delivers one format. May be interrupted and repeated at any point: the library ends with one watched record of the
 * format, and nothing else of the author is watched because of it. One delivery at a time for a library, since an
 * addition may bring its author's works.
 */
@Injectable()
export class BookDeliveryService implements KindDelivery {
  constructor(
    private readonly clients: InstanceClientsService,
    private readonly changes: BookChangesService,
    private readonly clock: Clock,
    private readonly trace: DeliveryTraceService,
  ) {}

  async deliver(job: ClaimedJob, signal: AbortSignal): Promise<DeliveryOutcome> {
    if (job.format === '') throw new Error(`the job of book request ${job.requestId} has no format`);
    await this.changes.recheck(job);
    this.trace.reached('access_rechecked', job.requestId);
    const manager = await this.clients.connect('book_manager', job.instanceId ?? '');
    const work: BookWork = { job, format: job.format, manager, signal };
    const { mutation, searchMark } = job;
    const begun = { mutation, searches: searchMark ?? 0 };
    return (await this.deliverFormat(work, begun)) ?? (await this.deliverFormat(work, NOTHING_BEGUN)) ?? NOT_FOUND;
  }

  /** @returns null when the manager has the title already, though the library did not show it: it is read again */
  private async deliverFormat(work: BookWork, begun: BegunDelivery): Promise<DeliveryOutcome | null> {
    const { job, format } = work;
    const seen = await this.see(work);
    this.trace.reached('library_read', job.requestId);
    const records = seen.book?.[format] ?? null;
    if (records?.recordIds[0] !== undefined)
      await this.bind(job, records.recordIds[0], seen.book?.foreignBookId ?? null);
    this.trace.reached('bound', job.requestId);
    const plan = planBookDelivery(records, begun);
    switch (plan.kind) {
      case 'done':
        return { state: 'complete', status: plan.status };
      case 'monitor_and_search':
        await this.changes.monitorAndSearch(work, plan.recordId, seen.authorId);
        return REQUESTED;
      case 'search':
        await this.changes.search(work, plan.recordId, begun.searches);
        return REQUESTED;
      case 'add':
        return this.add(work, seen);
    }
  }

  /** A manager that can't be read in time, or lacks the title at the moment, says nothing about an import: it is looked at again. */
  private async see(work: BookWork): Promise<SeenBook> {
    const { job, signal } = work;
    if (!isWaiting(job)) return seeBook(work);
    const limit = new Deadline(this.clock, LONGEST_LOOK_MS, signal);
    try {
      return await seeBook({ ...work, signal: limit.signal });
    } catch (fault) {
      if (isUnfoundTitle(fault)) throw new DeliveryStop(this.wait(job));
      if (fault instanceof UpstreamError && !signal.aborted)
        throw new DeliveryStop({ ...this.wait(job), unread: true });
      throw fault;
    } finally {
      limit.end();
    }
  }

  private async add(work: BookWork, { book, hit, authorId, imports }: SeenBook): Promise<DeliveryOutcome | null> {
    const { job, format } = work;
    // Under the asked id the sibling would become a title of its own, beside the one that is meant.
    const filedAs = book && book.foreignBookId !== '' ? bookKey(book.foreignBookId) : job.key;
    const found = (filedAs === job.key ? hit : undefined) ?? (await lookUp(work, filedAs));
    if (!found) throw new DeliveryStop(UNKNOWN_TITLE);
    if (imports) {
      const state = judgeAuthorImport(imports, found.author?.foreignAuthorId ?? null, format, authorId !== null);
      if (state === 'waiting') {
        if (job.mutation !== 'import') await this.changes.note(job, IMPORTED);
        return this.wait(job);
      }
      if (state !== 'done' && isWaiting(job)) throw new DeliveryStop(UNFINISHED[state]);
    }
    return this.outcomeOf(work, found, authorId, await this.changes.add(work, found, authorId));
  }

  private async outcomeOf(
    work: BookWork,
    found: ChaptarrLookup,
    authorId: number | null,
    addition: BookAddition,
  ): Promise<DeliveryOutcome | null> {
    switch (addition.outcome) {
      case 'added': {
        const { id, foreignBookId, monitored } = addition.book;
        await this.bind(work.job, id, foreignBookId);
        // An addition for an author who is there may leave the record unwatched, and isn't searched for then.
        if (!monitored) await this.changes.monitorAndSearch(work, id, addition.book.authorId ?? authorId);
        return REQUESTED;
      }
      case 'queued':
        await this.changes.note(work.job, IMPORTED);
        return this.wait(work.job);
      case 'exists':
        return null;
      case 'ambiguous':
        throw new DeliveryStop(AMBIGUOUS);
      case 'refused':
        throw new DeliveryStop(judgeRefusal(addition));
    }
  }

  private async bind(job: ClaimedJob, recordId: number, foreignBookId: string | null): Promise<void> {
    const isCanonical = foreignBookId !== null && isBookId(foreignBookId) && bookKey(foreignBookId) !== job.key;
    const canonicalForeignId = isCanonical ? foreignBookId : null;
    if (recordId === job.recordId && canonicalForeignId === job.canonicalForeignId) return;
    await this.changes.note(job, { recordId, canonicalForeignId });
  }

  /** The manager imports the author: there is no end to the wait, but once it is long somebody hears of it. */
  private wait({ requestId, format, waitingSince }: ClaimedJob): AuthorWait {
    const isLong = waitingSince !== null && waitingSince + STALLED_MS <= this.clock.now();
    return isLong ? { ...AWAITED, overdue: new AuthorImportStalled(requestId, format) } : AWAITED;
  }
}

type AuthorWait = Extract<DeliveryOutcome, { state: 'waiting_library' }>;

const AWAITED: AuthorWait = {
  state: 'waiting_library',
  code: 'author_import',
  message: sayDelivery('delivery_author_imported'),
  lookAgainMs: LOOK_MS,
};

/** A retry by a person is none: it asks anew. */
const isWaiting = ({ mutation, waitingSince }: ClaimedJob): boolean => mutation === 'import' && waitingSince !== null;

/** The author is imported first, and nothing searches for the title by itself. */
const IMPORTED = { mutation: 'import', searchMark: 0 } as const;

const isUnfoundTitle = (fault: unknown): boolean =>
  fault instanceof DeliveryStop && (fault.outcome === UNKNOWN_TITLE || fault.outcome === UNREAD_TITLE);

const NOTHING_BEGUN: BegunDelivery = { mutation: null, searches: 0 };

const REQUESTED = { state: 'complete', status: 'requested' } as const;

const NOT_FOUND = attention('library_identity_unresolved', sayDelivery('delivery_book_hidden'));

const UNFINISHED = {
  failed: attention('import_failed', sayDelivery('delivery_import_failed')),
  cancelled: attention('import_cancelled', sayDelivery('delivery_import_cancelled')),
  abandoned: attention('import_abandoned', sayDelivery('delivery_import_abandoned')),
} as const;
