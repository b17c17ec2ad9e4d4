import { DemoFailure } from './demo-failure.js';
import { followTitle, type RequestAnswer } from './follow-title.js';
import type { Person, Stage } from './stage.js';

/** A title, with the id by which it is asked for. */
interface FoundBook {
  readonly id: string;
  readonly title: string;
}

interface Allowances {
  readonly allowances: readonly {
    readonly media_type: string;
    readonly book_format?: string;
    readonly used: number;
    readonly count: number | null;
  }[];
}

/** Who plays, with what is theirs. */
export interface BookCast {
  readonly admin: Person;
  /** Who asks first. */
  readonly first: Person;
  /** Who asks for the same. */
  readonly second: Person;
  readonly libraryId: string;
  /** What the book catalog takes. */
  readonly catalogToken: string;
  /** What the second one types into the search. */
  readonly searchText: string;
}

/**
 * Two members ask for the same audiobook and share one request and its delivery. The library imports the author first,
 * which takes a while.
 */
export class BookStory {
  private readonly asked: { readonly who: Person; readonly book: FoundBook }[] = [];
  private requestId = 0;
  private readonly shown: { readonly heading: string; readonly show: () => void }[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly cast: BookCast,
  ) {}

  /**
   * Both ask.
   *
   * @throws DemoFailure for the first answer that is not the expected one
   */
  async ask(): Promise<void> {
    const { stage, cast } = this;
    stage.display.heading('Two members share an audiobook');
    await stage.does(cast.admin, 'connects the book catalog', {
      method: 'PUT',
      path: `/api/instances/${cast.libraryId}/bookcatalog`,
      body: { token: cast.catalogToken },
    });
    await stage.does(cast.admin, 'has the book library report what happens', {
      method: 'POST',
      path: `/api/instances/${cast.libraryId}/webhook`,
    });
    await stage.does(cast.admin, 'gives everybody two audiobooks a week', {
      method: 'PUT',
      path: '/api/admin/request-quotas',
      body: { allowances: [{ media_type: 'book', book_format: 'audiobook', count: 2, window_days: 7 }] },
    });
    const first = await this.request(cast.first, await this.findTrending());
    const second = await this.request(cast.second, await this.findInLibrary());
    if (first.request_id !== second.request_id) throw new DemoFailure('the second member did not join the request');
    stage.display.outcome(`joins the request of ${cast.first.name}`);
    this.requestId = first.request_id;
    await this.lookAtAllowance(cast.first);
    await this.lookAtAllowance(cast.second);
  }

  /**
   * Follows the book for both until it is available to both. Shows nothing meanwhile.
   *
   * @throws DemoFailure when it can't become available any more
   */
  async follow(): Promise<void> {
    await Promise.all(this.asked.map(({ who, book }) => this.followFor(who, book)));
  }

  /** Shows what {@link follow} saw. */
  tell(): void {
    for (const { heading, show } of this.shown) {
      this.stage.display.heading(heading);
      show();
    }
  }

  private async findTrending(): Promise<FoundBook> {
    const { books } = await this.stage.does<{ books: readonly { foreign_id: string; title: string }[] }>(
      this.cast.first,
      'looks at what people read',
      { method: 'GET', path: '/api/discover/books/trending' },
    );
    const [book] = books;
    if (!book) throw new DemoFailure('nothing is trending');
    return this.found({ id: book.foreign_id, title: book.title });
  }

  private async findInLibrary(): Promise<FoundBook> {
    const { second, libraryId, searchText } = this.cast;
    const [book] = await this.stage.does<readonly { foreignBookId: string; title: string }[]>(
      second,
      `searches books for "${searchText}"`,
      {
        method: 'GET',
        path: `/api/instances/${libraryId}/api/v1/book/lookup?term=${encodeURIComponent(searchText)}`,
      },
    );
    if (!book) throw new DemoFailure(`the search for "${searchText}" found nothing`);
    return this.found({ id: book.foreignBookId, title: book.title });
  }

  private found(book: FoundBook): FoundBook {
    this.stage.display.outcome(`finds ${book.title}, as ${book.id}`);
    return book;
  }

  private async request(who: Person, book: FoundBook): Promise<RequestAnswer> {
    const asked = await this.stage.does<RequestAnswer>(who, 'asks for the audiobook', {
      method: 'POST',
      path: '/api/requests',
      body: { media_type: 'book', foreign_id: book.id, title: book.title, book_format: 'audiobook' },
    });
    this.asked.push({ who, book });
    return asked;
  }

  private async lookAtAllowance(who: Person): Promise<void> {
    const { allowances } = await this.stage.does<Allowances>(who, 'looks at their own allowance', {
      method: 'GET',
      path: '/api/me/request-quotas',
    });
    const rule = allowances.find(({ book_format }) => book_format === 'audiobook');
    if (!rule) throw new DemoFailure(`the allowances of ${who.name} do not name audiobooks`);
    this.stage.display.outcome(`${rule.used} of ${rule.count ?? 'any number of'} audiobooks used`);
  }

  private async followFor(who: Person, book: FoundBook): Promise<void> {
    const { stage, cast, requestId } = this;
    const { display, show } = stage.display.apart();
    this.shown.push({
      heading: `Meanwhile: the status of ${book.title}, as the server reports it to ${who.name}`,
      show,
    });
    const statusPath = `/api/requests/book-status?foreign_id=${book.id}&instance_id=${cast.libraryId}`;
    const followed = { requestId, statusPath, format: 'audiobook' } as const;
    await followTitle(display, who.api, followed);
  }
}
