import { Injectable } from '@nestjs/common';
import type { BookAddition } from '../../../clients/chaptarr/chaptarr-addition.js';
import type { ChaptarrAuthorPlace } from '../../../clients/chaptarr/chaptarr-author.js';
import type { ChaptarrLookup } from '../../../clients/chaptarr/chaptarr-lookup.js';
import type { ChaptarrProfile } from '../../../clients/chaptarr/chaptarr-places.js';
import type { ChaptarrRecord } from '../../../clients/chaptarr/chaptarr-values.js';
import type { RowsRead } from '../../../clients/servarr/rows-read.js';
import { BookLibraryService } from '../../library/library.public.js';
import { DeliveryStepsService } from '../delivery/delivery-steps.service.js';
import { isNotMade, wasAnswered } from '../delivery/judge-delivery-fault.js';
import { jobSubject, WriteRetryQueue } from '../delivery/write-retry-queue.js';
import type { LibraryMutation } from '../jobs/dispatch-row.entity.js';
import { attention, DeliveryStop, retryLater } from '../kinds/delivery-outcome.js';
import { additionOf, authorWithPlaces, placesOf, type BookPlaces } from './book-addition.js';
import { BookGateService } from './book-gate.service.js';
import { chooseFolder, chooseProfile, type Chosen } from './choose-places.js';
import type { BookWork } from './seen-book.js';

/** An author, as far as a title of theirs in a format can be imported. */
interface PlacedAuthor {
  /** What is sent of the author. */
  readonly record: ChaptarrRecord;
  /** Has it to be sent before anything else? */
  readonly isToChange: boolean;
}

/** Adds titles to libraries, and turns on those that a library already has. */
@Injectable()
export class BookChangesService {
  constructor(
    private readonly gate: BookGateService,
    private readonly library: BookLibraryService,
    private readonly writes: WriteRetryQueue,
    private readonly steps: DeliveryStepsService,
  ) {}

  /**
   * Adds the title with its search, and gives its author the places of the format first. Forgets an addition that was
   * certainly not made.
   *
   * @param authorId Chaptarr's own id of the author; null when the library lacks the author
   * @throws DeliveryStop when something is missing, or the requesters have lost access
   */
  async add(work: BookWork, found: ChaptarrLookup, authorId: number | null): Promise<BookAddition> {
    const { job, format, manager, signal } = work;
    const placed = await this.placed(work, authorId);
    const body = additionOf(found, format, placed.record);
    if (!body) throw new DeliveryStop(NO_EDITION);
    return this.make(
      work,
      'add',
      async () => {
        await this.place(work, placed);
        const addition = await manager.addBook(body, format, signal);
        if (addition.outcome === 'added') this.steps.passed('book_added', job.requestId);
        else if (addition.outcome !== 'queued') await this.gate.retract(job);
        return addition;
      },
      IN_ADDITION,
    );
  }

  /** Watches a record and searches for it. Its author gets the places of the format first. */
  async monitorAndSearch(work: BookWork, recordId: number, authorId: number | null): Promise<void> {
    const { job, manager, signal } = work;
    const placed = authorId === null ? null : await this.placed(work, authorId);
    await this.make(work, 'monitor_and_search', async () => {
      if (placed) await this.place(work, placed);
      await manager.setBooksMonitored([recordId], true, signal);
      this.steps.passed('row_monitored', job.requestId);
      await this.gate.recheck(job);
      await this.send(work, recordId, 0);
    });
  }

  /** Sends a search that is still owed. @param sent how often it was about to be sent before */
  async search(work: BookWork, recordId: number, sent: number): Promise<void> {
    await this.make(work, 'monitor_and_search', () => this.send(work, recordId, sent), sent);
  }

  /**
   * Notes the search, sends it, and settles it. A search that an error answers was not taken; only where no answer came
   * it may have been.
   */
  private async send({ job, manager, signal }: BookWork, recordId: number, sent: number): Promise<void> {
    await this.gate.note(job, { searchMark: sent + 1 });
    this.steps.passed('search_noted', job.requestId);
    try {
      await manager.searchBooks([recordId], signal);
    } catch (fault) {
      if (isNotMade(fault) || wasAnswered(fault)) await this.gate.note(job, { searchMark: sent });
      throw fault;
    }
    this.steps.passed('search_sent', job.requestId);
    await this.writes.make(jobSubject(job), () => this.gate.note(job, { mutation: 'searched', searchMark: null }));
    this.steps.passed('search_settled', job.requestId);
  }

  private async make<T>(
    { job }: BookWork,
    mutation: LibraryMutation,
    change: () => Promise<T>,
    searchMark = 0,
  ): Promise<T> {
    await this.gate.start(job, { mutation, searchMark });
    this.steps.passed('started', job.requestId);
    try {
      return await change();
    } catch (fault) {
      if (mutation === 'add' && isNotMade(fault)) await this.gate.retract(job);
      throw fault;
    } finally {
      if (job.instanceId) this.library.changed(job.instanceId);
    }
  }

  /** Chooses places for what the author has none for. */
  private async placed({ format, manager, signal }: BookWork, authorId: number | null): Promise<PlacedAuthor> {
    const author = authorId === null ? null : await manager.authorById(authorId, signal);
    const own = author?.places[format] ?? NO_PLACES;
    const complete = placesOf(own);
    const places = complete ?? (await choosePlaces(own, { format, manager, signal }));
    return {
      record: authorWithPlaces(author, format, places),
      isToChange: author !== null && (complete === null || author.monitored === false),
    };
  }

  private async place({ job, manager, signal }: BookWork, { record, isToChange }: PlacedAuthor): Promise<void> {
    if (!isToChange) return;
    await manager.updateAuthor(record, signal);
    this.steps.passed('author_placed', job.requestId);
    await this.gate.recheck(job);
  }
}

/** @throws DeliveryStop when an administrator has to mend the manager's profiles or folders first */
async function choosePlaces(
  own: ChaptarrAuthorPlace,
  { format, manager, signal }: Omit<BookWork, 'job'>,
): Promise<BookPlaces> {
  const [quality, metadata, folders] = await Promise.all([
    manager.formatProfiles(signal),
    manager.metadataProfiles(signal),
    manager.formatFolders(signal),
  ]);
  const profile = (read: RowsRead<ChaptarrProfile>, what: string): number =>
    settled(chooseProfile(all(read), format, what)).id;
  return {
    qualityProfileId: own.qualityProfileId ?? profile(quality, 'quality profile'),
    metadataProfileId: own.metadataProfileId ?? profile(metadata, 'metadata profile'),
    rootFolderPath: own.rootFolderPath ?? settled(chooseFolder(all(folders), format)).path,
  };
}

/** What can't be read could be the one that fits. */
function all<T>({ rows, unreadable }: RowsRead<T>): readonly T[] {
  if (unreadable.length === 0) return rows;
  throw new DeliveryStop(UNREADABLE_PLACE);
}

function settled<T>(choice: Chosen<T>): T {
  if ('chosen' in choice) return choice.chosen;
  throw new DeliveryStop(attention('book_configuration', choice.mend));
}

/** The search is part of the addition: until it is answered, it may have been sent once. */
const IN_ADDITION = 1;

const NO_PLACES: ChaptarrAuthorPlace = { qualityProfileId: null, metadataProfileId: null, rootFolderPath: null };

const UNREADABLE_PLACE = retryLater(
  'service_unavailable',
  'The book manager lists a profile or folder that can not be read.',
);

const NO_EDITION = attention('editions_unavailable', 'The book manager knows no edition of this title in this format.');
