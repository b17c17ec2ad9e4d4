import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import type { Share } from '../../../core/shares/fair-line.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import type { ArrivalReading, BookAvailability } from '../../library/library.public.js';
import { bookUnit, failingClosed, QuotaExceeded, QuotaService } from '../../quotas/quotas.public.js';
import type {
  AskedTitle,
  PricedSelection,
  RequestKind,
  StatusReading,
  Submission,
  TitleState,
} from '../kinds/request-kind.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import type { BookFormat } from '../saved/job-rows.js';
import { formatsIn } from '../saved/work.js';
import type { WrittenRequest } from '../transitions/request-transitions.service.js';
import { BookDeliveryService } from './book-delivery.service.js';
import { alreadyRequested, newFormats } from './book-repeats.js';
import type { BookSelection } from './book-selection.js';
import { BookSharingService, type BookSubject, type WantedFormats } from './book-sharing.service.js';
import { bookInLibrary, bookStatus, formatsOfRequest, formatsOfTitle } from './book-status.js';
import { absentFormats, type BookInLibrary, heldFormats, LiveBooksService } from './live-books.service.js';
import { RecoveredBooksService } from './recovered-books.service.js';

interface ResolvedBook {
  readonly input: BookSubject;
  readonly earlier: readonly SavedRequest[];
}

const BOTH = formatsIn('both');

/** There is one open job for each book, library and format, for all who ask. */
@Injectable()
export class BookRequestsService implements RequestKind<BookSelection> {
  readonly mediaType = 'book';

  constructor(
    readonly delivery: BookDeliveryService,
    private readonly live: LiveBooksService,
    private readonly recovered: RecoveredBooksService,
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly sharing: BookSharingService,
    private readonly allowances: QuotaService,
  ) {}

  /**
   * One transaction, without the formats that the library is known to hold; nothing when it holds all.
   * @throws AppError 400 or 403 for the library; QuotaExceeded 429, unless the library proves in time that it holds
   * some of the formats
   */
  async submit(caller: Caller, book: BookSelection): Promise<Submission> {
    const asked = await this.resolve(caller, book);
    const cached = this.live.warm(this.inLibrary(asked));
    const missing = without(book.formats, heldFormats(cached, book.formats));
    if (missing.length === 0) return this.ownedAnswer(asked, book, cached);
    const gone = await this.deletedFormats(asked, missing);
    try {
      return await this.save(caller, asked, { formats: missing, gone });
    } catch (fault) {
      if (!(fault instanceof QuotaExceeded)) throw fault;
      const live = await this.live.glance(this.inLibrary(asked));
      const still = without(missing, heldFormats(live, missing));
      if (still.length === missing.length) throw fault;
      return still.length === 0
        ? this.ownedAnswer(asked, book, live)
        : this.save(caller, asked, { formats: still, gone });
    }
  }

  /** Of what {@link submit} would save. The library has 250 ms for proof. @throws AppError 400 or 403; 503 for unreadable allowances */
  async preview(caller: Caller, book: BookSelection): Promise<PricedSelection> {
    const asked = await this.resolve(caller, book);
    const live = await this.live.glance(this.inLibrary(asked));
    const missing = without(book.formats, heldFormats(live, book.formats));
    const { input } = asked;
    const quote = await failingClosed(() =>
      this.database.read(async (tx) => {
        await this.access.resolveDestination(tx, caller, 'book_manager', input.instanceId);
        const earlierFormats = alreadyRequested(await this.sharing.requestsOf(tx, input));
        const units = newFormats(missing, earlierFormats, absentFormats(live, missing)).map((one) =>
          bookUnit(input.key, one),
        );
        return this.allowances.preview(tx, caller, { instanceId: input.instanceId, units }, this.clock.now());
      }),
    );
    return { quote };
  }

  private resolve(caller: Caller, book: BookSelection): Promise<ResolvedBook> {
    return this.database.read(async (tx) => {
      const { id } = await this.access.resolveDestination(tx, caller, 'book_manager', book.instanceId);
      const { key, foreignId, title, searchTerm } = book;
      const subject = { userId: caller.userId, mediaType: 'book', key, instanceId: id } as const;
      const earlier = await this.sharing.requestsOf(tx, subject);
      return { input: { ...subject, foreignId, title, searchTerm }, earlier };
    });
  }

  /** The formats that were delivered for the account, and are gone as the library affirms in a quarter second. */
  private async deletedFormats(asked: ResolvedBook, formats: readonly BookFormat[]): Promise<readonly BookFormat[]> {
    const { delivered } = alreadyRequested(asked.earlier);
    const earlier = formats.filter((format) => delivered.has(format));
    if (earlier.length === 0) return [];
    return absentFormats(await this.live.glance(this.inLibrary(asked)), earlier);
  }

  /** A race that another process has won is lost once: then its request is there to be joined. */
  private async save(caller: Caller, asked: ResolvedBook, wanted: WantedFormats): Promise<Submission> {
    const { input } = asked;
    const write = (): Promise<WrittenRequest> =>
      this.database.write(async (tx) => {
        await this.access.resolveDestination(tx, caller, 'book_manager', input.instanceId);
        return this.sharing.save(tx, caller, input, wanted, this.clock.now());
      });
    const again = (fault: unknown): Promise<WrittenRequest> => {
      if (fault instanceof UniqueViolation) return write();
      throw fault;
    };
    return { kind: 'saved', instanceId: input.instanceId, ...(await write().catch(again)) };
  }

  private ownedAnswer(
    { input, earlier }: ResolvedBook,
    { formats }: BookSelection,
    live: BookAvailability,
  ): Submission {
    const asked = formatsOfTitle(earlier).filter(({ format }) => formats.includes(format));
    const { title, instanceId } = input;
    return { kind: 'owned', title, instanceId, now: bookStatus(asked, live, this.clock.now()) };
  }

  private inLibrary({ input, earlier }: ResolvedBook) {
    return bookInLibrary(input.instanceId, input.key, formatsOfTitle(earlier));
  }

  statuses(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<StatusReading> {
    return this.live.statuses(tx, caller, requests, requestedBook, (one, live) =>
      bookStatus(formatsOfRequest(one), live, this.clock.now()),
    );
  }

  arrival(one: SavedRequest): Promise<ArrivalReading> {
    return this.live.arrival(requestedBook(one), formatsIn(one.request.bookFormat));
  }

  async titleIn(
    instanceId: string,
    book: AskedTitle & Partial<BookSelection>,
    requests: readonly SavedRequest[],
    share: Share,
  ): Promise<TitleState> {
    const [saved = null] = requests;
    const formats = formatsOfTitle(requests);
    const live = await this.readTitle(bookInLibrary(instanceId, book.key, formats), book, share);
    return { saved, now: bookStatus(formats, live, this.clock.now()), match: null };
  }

  /** A book that the library doesn't have under its id may be there under another one: its lookup says which. */
  private async readTitle(
    book: BookInLibrary,
    { key, title, searchTerm }: Partial<BookSelection>,
    share: Share,
  ): Promise<BookAvailability> {
    const live = await this.live.readOne(book);
    const isSent = Boolean(title) || Boolean(searchTerm);
    if (!isSent || key === undefined || book.instanceId === null || absentFormats(live, BOTH).length < BOTH.length)
      return live;
    const sent = { key, title: title ?? '', searchTerm: searchTerm ?? null };
    const keys = await this.recovered.keysOf(book.instanceId, sent, share);
    return keys.length === 0 ? live : this.live.readOne({ ...book, identityKeys: keys });
  }
}

function requestedBook(one: SavedRequest): BookInLibrary {
  return bookInLibrary(one.request.instanceId, one.request.key, formatsOfRequest(one));
}

function without(formats: readonly BookFormat[], held: readonly BookFormat[]): readonly BookFormat[] {
  return formats.filter((format) => !held.includes(format));
}
