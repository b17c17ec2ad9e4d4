import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import type { BookAvailability } from '../../library/library.public.js';
import {
  type AllowanceQuote,
  bookUnit,
  failingClosed,
  QuotaExceeded,
  QuotaService,
} from '../../quotas/quotas.public.js';
import type { Submission } from '../kinds/request-kind.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import type { BookFormat } from '../saved/job-rows.js';
import type { WrittenRequest } from '../transitions/request-transitions.service.js';
import { alreadyRequested, newFormats } from './book-repeats.js';
import type { BookSelection } from './book-selection.js';
import { BookSharingService, type BookSubject, type WantedFormats } from './book-sharing.service.js';
import { bookInLibrary, bookStatus, formatsOfTitle } from './book-status.js';
import { absentFormats, heldFormats, LiveBooksService } from './live-books.service.js';

/** A book that somebody asks for, with what the account has asked of it before. */
interface ResolvedBook {
  readonly input: BookSubject;
  readonly earlier: readonly SavedRequest[];
}

/**
 * Prices and saves requests for books. A request is durable before it is acknowledged, and there is one open job for each
 * book, library and format, for all who ask. Source: doc 4 section 1.12, book.
 */
@Injectable()
export class BookSubmissionService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly access: InstanceAccessService,
    private readonly live: LiveBooksService,
    private readonly sharing: BookSharingService,
    private readonly allowances: QuotaService,
  ) {}

  /**
   * Saves the request, its charges and its delivery jobs in one transaction. Formats that the library is known to hold are
   * left out; when it holds all of them, nothing is saved and nothing charged.
   *
   * @throws AppError 400 or 403 when the library is unknown or not available to the caller
   * @throws QuotaExceeded 429 when the caller's allowance doesn't cover it, unless the library proves in time that it
   *   holds some of the formats. Source: doc 4 section 1.18
   */
  async submit(caller: Caller, book: BookSelection): Promise<Submission> {
    const asked = await this.resolve(caller, book);
    const cached = this.live.cached(this.inLibrary(asked));
    const missing = without(book.formats, heldFormats(cached, book.formats));
    if (missing.length === 0) return this.owned(asked, book, cached);
    const gone = await this.gone(asked, missing);
    try {
      return await this.saved(caller, asked, { formats: missing, gone });
    } catch (fault) {
      if (!(fault instanceof QuotaExceeded)) throw fault;
      const live = await this.live.glance(this.inLibrary(asked));
      const still = without(missing, heldFormats(live, missing));
      if (still.length === missing.length) throw fault;
      return still.length === 0 ? this.owned(asked, book, live) : this.saved(caller, asked, { formats: still, gone });
    }
  }

  /**
   * The price of what {@link submit} would save at this moment. Saves nothing and reserves nothing. What the library
   * holds, or the account has asked for already, costs nothing; the library has a quarter of a second to say so.
   *
   * @throws AppError 400 or 403 as a submission; 503 when allowances can't be read
   */
  async preview(caller: Caller, book: BookSelection): Promise<AllowanceQuote> {
    const asked = await this.resolve(caller, book);
    const live = await this.live.glance(this.inLibrary(asked));
    const missing = without(book.formats, heldFormats(live, book.formats));
    const { input } = asked;
    return failingClosed(() =>
      this.database.read(async (tx) => {
        await this.access.resolveDestination(tx, caller, 'book_manager', input.instanceId);
        const earlierFormats = alreadyRequested(await this.sharing.requestsOf(tx, input));
        const units = newFormats(missing, earlierFormats, absentFormats(live, missing)).map((one) =>
          bookUnit(input.key, one),
        );
        return this.allowances.preview(tx, caller, { instanceId: input.instanceId, units }, this.clock.now());
      }),
    );
  }

  /** The request as it would be saved. The library is judged before anything is read of it. */
  private resolve(caller: Caller, book: BookSelection): Promise<ResolvedBook> {
    return this.database.read(async (tx) => {
      const { id } = await this.access.resolveDestination(tx, caller, 'book_manager', book.instanceId);
      const { key, foreignId, title, searchTerm } = book;
      const subject = { userId: caller.userId, mediaType: 'book', key, instanceId: id } as const;
      const earlier = await this.sharing.requestsOf(tx, subject);
      return { input: { ...subject, foreignId, title, searchTerm }, earlier };
    });
  }

  /** Which of the formats were delivered for the account, and are gone by what the library affirms in a quarter of a second? */
  private async gone(asked: ResolvedBook, formats: readonly BookFormat[]): Promise<readonly BookFormat[]> {
    const { delivered } = alreadyRequested(asked.earlier);
    const earlier = formats.filter((format) => delivered.has(format));
    if (earlier.length === 0) return [];
    return absentFormats(await this.live.glance(this.inLibrary(asked)), earlier);
  }

  /** A race that another process has won is lost once: then its request is there to be joined. */
  private async saved(caller: Caller, asked: ResolvedBook, wanted: WantedFormats): Promise<Submission> {
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

  private owned({ input, earlier }: ResolvedBook, { formats }: BookSelection, live: BookAvailability): Submission {
    const asked = formatsOfTitle(earlier).filter(({ format }) => formats.includes(format));
    const { title, instanceId } = input;
    return { kind: 'owned', title, instanceId, now: bookStatus(asked, live, this.clock.now()) };
  }

  private inLibrary({ input, earlier }: ResolvedBook) {
    return bookInLibrary(input.instanceId, input.key, formatsOfTitle(earlier));
  }
}

function without(formats: readonly BookFormat[], held: readonly BookFormat[]): readonly BookFormat[] {
  return formats.filter((format) => !held.includes(format));
}
