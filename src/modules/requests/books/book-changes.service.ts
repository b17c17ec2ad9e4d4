import { Injectable } from '@nestjs/common';
import type { BookAddition, ChaptarrLookup } from '../../../clients/chaptarr/chaptarr-addition.js';
import type { ChaptarrAuthorDestination } from '../../../clients/chaptarr/chaptarr-author.js';
import type { ChaptarrProfile, ChaptarrRecord } from '../../../clients/chaptarr/chaptarr-values.js';
import type { RowsRead } from '../../../clients/servarr/rows-read.js';
import type { WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { BookLibraryService } from '../../library/library.public.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { DeliveryAccessService } from '../delivery/delivery-access.service.js';
import { type AccessCheck, DeliveryGateService } from '../delivery/delivery-gate.service.js';
import { DeliveryTraceService } from '../delivery/delivery-trace.service.js';
import { isNotMade, wasAnswered } from '../delivery/judge-delivery-fault.js';
import { jobSubject, WriteRetryQueue } from '../delivery/write-retry-queue.js';
import { attention, type DeliveryOutcome, DeliveryStop, retryLater } from '../kinds/delivery-outcome.js';
import { RequestUpdated } from '../requests.events.js';
import { type Place, sayDelivery } from '../saved/delivery-sentences.js';
import type { ClaimedJob, DispatchChange } from '../saved/dispatches.repository.js';
import type { LibraryMutation } from '../saved/job-rows.js';
import type { BegunJob } from '../transitions/job-changes.js';
import { SharedRequestsService } from '../transitions/shared-requests.service.js';
import { additionOf, authorWithDestination, type BookDestination, completeDestination } from './book-addition.js';
import { chooseFolder, chooseProfile, type Chosen } from './choose-destination.js';
import type { BookWork } from './seen-book.js';

interface PreparedAuthor {
  readonly record: ChaptarrRecord;
  readonly isToChange: boolean;
}

/** Adds and turns on titles, each behind the gate. Who may no longer use the library drops out; the delivery ends when nobody is left. */
@Injectable()
export class BookChangesService {
  constructor(
    private readonly library: BookLibraryService,
    private readonly writes: WriteRetryQueue,
    private readonly trace: DeliveryTraceService,
    private readonly gate: DeliveryGateService,
    private readonly access: DeliveryAccessService,
    private readonly shared: SharedRequestsService,
    private readonly clock: Clock,
    private readonly events: EventBus,
  ) {}

  recheck(job: ClaimedJob): Promise<void> {
    return this.withAudience(job, (access) => this.gate.recheck(job, { access }));
  }

  /** As {@link DeliveryGateService.start}: the charges of the delivered format alone become final. */
  private start(job: ClaimedJob, change: BegunJob): Promise<void> {
    const units = job.format === '' ? {} : { kind: job.format };
    return this.withAudience(job, (access) => this.gate.start(job, change, { units, access }));
  }

  note(job: ClaimedJob, learned: DispatchChange): Promise<void> {
    return this.gate.note(job, learned);
  }

  private async withAudience(job: ClaimedJob, pass: (access: AccessCheck) => Promise<void>): Promise<void> {
    let refunded: readonly number[] | null = null;
    try {
      await pass(async (tx) => {
        const verdict = await this.judgeAudience(tx, job);
        refunded = verdict.refunded;
        return verdict.refusal;
      });
    } finally {
      await this.publish(job, refunded);
    }
  }

  private async publish({ requestId }: ClaimedJob, refunded: readonly number[] | null): Promise<void> {
    if (refunded === null) return;
    await this.events.publish(new RequestUpdated(requestId));
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
  }

  private async judgeAudience(tx: WriteTx, job: ClaimedJob): Promise<AudienceVerdict> {
    const { allowed, refused } = await this.access.audience(tx, job);
    const [one] = refused;
    if (one === undefined) return allowed.length > 0 ? SERVED : NOBODY;
    if (allowed.length === 0)
      return { refusal: await this.access.refusal(tx, { userId: one, instanceId: job.instanceId }), refunded: null };
    return { refusal: null, refunded: await this.shared.drop(tx, job, refused, this.clock.now()) };
  }

  /**
   * Its author gets profiles and a folder for the format first. Forgets an addition that was certainly not made.
   * @param authorId Chaptarr's own id of the author; null when the library lacks the author
   */
  async add(work: BookWork, found: ChaptarrLookup, authorId: number | null): Promise<BookAddition> {
    const { job, format, manager, signal } = work;
    const author = await this.prepareAuthor(work, authorId);
    const body = additionOf(found, format, author.record);
    if (!body) throw new DeliveryStop(NO_EDITION);
    return this.make(
      work,
      'add',
      async () => {
        await this.sendAuthor(work, author);
        const addition = await manager.addBook(body, format, signal);
        if (addition.outcome === 'added') this.trace.reached('book_added', job.requestId);
        else if (addition.outcome !== 'queued') await this.gate.retract(job);
        return addition;
      },
      IN_ADDITION,
    );
  }

  /** Its author gets profiles and a folder for the format first. */
  async monitorAndSearch(work: BookWork, recordId: number, authorId: number | null): Promise<void> {
    const { job, manager, signal } = work;
    const author = authorId === null ? null : await this.prepareAuthor(work, authorId);
    await this.make(work, 'monitor_and_search', async () => {
      if (author) await this.sendAuthor(work, author);
      await manager.setBooksMonitored([recordId], true, signal);
      this.trace.reached('row_monitored', job.requestId);
      await this.recheck(job);
      await this.send(work, recordId, 0);
    });
  }

  /** @param sent how often the search was about to be sent before */
  async search(work: BookWork, recordId: number, sent: number): Promise<void> {
    await this.make(work, 'monitor_and_search', () => this.send(work, recordId, sent), sent);
  }

  /** Notes the search, sends it, and settles it. Only where no answer came it may have been taken. */
  private async send({ job, manager, signal }: BookWork, recordId: number, sent: number): Promise<void> {
    await this.note(job, { searchMark: sent + 1 });
    this.trace.reached('search_noted', job.requestId);
    try {
      await manager.searchBooks([recordId], signal);
    } catch (fault) {
      if (isNotMade(fault) || wasAnswered(fault)) await this.note(job, { searchMark: sent });
      throw fault;
    }
    this.trace.reached('search_sent', job.requestId);
    await this.writes.make(jobSubject(job), () => this.note(job, { mutation: 'searched', searchMark: null }));
    this.trace.reached('search_settled', job.requestId);
  }

  private async make<T>(
    { job }: BookWork,
    mutation: LibraryMutation,
    change: () => Promise<T>,
    searchMark = 0,
  ): Promise<T> {
    await this.start(job, { mutation, searchMark });
    this.trace.reached('started', job.requestId);
    try {
      return await change();
    } catch (fault) {
      if (mutation === 'add' && isNotMade(fault)) await this.gate.retract(job);
      throw fault;
    } finally {
      if (job.instanceId) this.library.changed(job.instanceId);
    }
  }

  private async prepareAuthor({ format, manager, signal }: BookWork, authorId: number | null): Promise<PreparedAuthor> {
    const author = authorId === null ? null : await manager.authorById(authorId, signal);
    const own = author?.places[format] ?? NO_DESTINATION;
    const complete = completeDestination(own);
    const destination = complete ?? (await chooseDestination(own, { format, manager, signal }));
    return {
      record: authorWithDestination(author, format, destination),
      isToChange: author !== null && (complete === null || author.monitored === false),
    };
  }

  private async sendAuthor({ job, manager, signal }: BookWork, { record, isToChange }: PreparedAuthor): Promise<void> {
    if (!isToChange) return;
    await manager.updateAuthor(record, signal);
    this.trace.reached('author_placed', job.requestId);
    await this.recheck(job);
  }
}

async function chooseDestination(
  own: ChaptarrAuthorDestination,
  { format, manager, signal }: Omit<BookWork, 'job'>,
): Promise<BookDestination> {
  const [quality, metadata, folders] = await Promise.all([
    manager.formatProfiles(signal),
    manager.metadataProfiles(signal),
    manager.formatFolders(signal),
  ]);
  const profile = (read: RowsRead<ChaptarrProfile>, what: Place): number =>
    requireChosen(chooseProfile(all(read), format, what)).id;
  return {
    qualityProfileId: own.qualityProfileId ?? profile(quality, 'place_quality_profile'),
    metadataProfileId: own.metadataProfileId ?? profile(metadata, 'place_metadata_profile'),
    rootFolderPath: own.rootFolderPath ?? requireChosen(chooseFolder(all(folders), format)).path,
  };
}

/** What can't be read could be the one that fits. */
function all<T>({ rows, unreadable }: RowsRead<T>): readonly T[] {
  if (unreadable.length === 0) return rows;
  throw new DeliveryStop(UNREADABLE_DESTINATION);
}

function requireChosen<T>(choice: Chosen<T>): T {
  if ('chosen' in choice) return choice.chosen;
  throw new DeliveryStop(attention('book_configuration', choice.problem));
}

/** The search is part of the addition: until it is answered, it may have been sent once. */
const IN_ADDITION = 1;

const NO_DESTINATION: ChaptarrAuthorDestination = {
  qualityProfileId: null,
  metadataProfileId: null,
  rootFolderPath: null,
};

const UNREADABLE_DESTINATION = retryLater('service_unavailable', sayDelivery('delivery_book_places_unreadable'));

const NO_EDITION = attention('editions_unavailable', sayDelivery('delivery_book_edition_unknown'));

interface AudienceVerdict {
  readonly refusal: DeliveryOutcome | null;
  /** The accounts that got a unit back; null when nobody dropped out. */
  readonly refunded: readonly number[] | null;
}

const SERVED: AudienceVerdict = { refusal: null, refunded: null };

/** The accounts of all who asked for the format have been removed: its job ends, the other format goes on. */
const NOBODY: AudienceVerdict = { refusal: { state: 'cancelled' }, refunded: null };
