import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx } from '../../../core/database/database.js';
import type { Share } from '../../../core/shares/fair-line.js';
import { Clock } from '../../../core/time/clock.js';
import type { ArrivalReading, BookAvailability } from '../../library/library.public.js';
import type {
  AskedTitle,
  PricedSelection,
  RequestKind,
  StatusReading,
  Submission,
  TitleState,
} from '../kinds/request-kind.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import { formatsIn } from '../saved/work.js';
import { BookDeliveryService } from './book-delivery.service.js';
import type { BookSelection } from './book-selection.js';
import { bookInLibrary, bookStatus, formatsOfRequest, formatsOfTitle } from './book-status.js';
import { BookSubmissionService } from './book-submission.service.js';
import { absentFormats, type BookInLibrary, LiveBooksService } from './live-books.service.js';
import { RecoveredBooksService } from './recovered-books.service.js';

const BOTH = formatsIn('both');

/** Requests for books. */
@Injectable()
export class BookRequestsService implements RequestKind<BookSelection> {
  readonly mediaType = 'book';

  constructor(
    private readonly submissions: BookSubmissionService,
    readonly delivery: BookDeliveryService,
    private readonly live: LiveBooksService,
    private readonly recovered: RecoveredBooksService,
    private readonly clock: Clock,
  ) {}

  submit(caller: Caller, book: BookSelection): Promise<Submission> {
    return this.submissions.submit(caller, book);
  }

  async preview(caller: Caller, book: BookSelection): Promise<PricedSelection> {
    return { quote: await this.submissions.preview(caller, book) };
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
