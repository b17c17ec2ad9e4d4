import type { BookLibraryService } from '../../src/modules/library/books/book-library.service.js';
import type { BookListsService, WholeLibrary } from '../../src/modules/library/books/book-lists.service.js';
import { ChaptarrFake } from '../fakes/chaptarr/chaptarr-fake.js';
import type { FakeHandler } from '../fakes/fake-server.js';
import { HeldAnswers, LibraryFixture, openFixtureDatabase } from './library-fixture.js';

/** The calls that reading a book library is made of. */
export const BOOKS = 'GET /api/v1/book';
export const BOOK_QUEUE = 'GET /api/v1/queue';

/** The call for the editions of records. */
export const EDITIONS = 'GET /api/v1/edition';

/** The calls that its lists are made of, beside these. */
export const AUTHORS = 'GET /api/v1/author';
export const BOOK_FILES = 'GET /api/v1/bookfile';

/** A Chaptarr whose answers can be kept back. */
export class HeldChaptarr extends ChaptarrFake {
  private readonly held = new HeldAnswers();

  override route(key: string, handler: FakeHandler): void {
    super.route(key, (request) => this.held.afterHold(key, () => handler(request)));
  }

  /** See {@link HeldAnswers.hold}. */
  hold(key: string): () => void {
    return this.held.hold(key);
  }
}

/** The library module with one book library, `books`, on a running fake with what the published examples have. */
export class BookLibraryFixture extends LibraryFixture<HeldChaptarr> {
  /** Id of the library that is there from the start. */
  readonly id = 'books';
  private first?: HeldChaptarr;

  static async open(): Promise<BookLibraryFixture> {
    const { database, folder } = await openFixtureDatabase();
    const fixture = new BookLibraryFixture('book_manager', (now) => new HeldChaptarr({ now }), database, folder);
    fixture.first = await fixture.addLibrary(fixture.id);
    return fixture;
  }

  get chaptarr(): HeldChaptarr {
    if (!this.first) throw new Error('the stand is not open');
    return this.first;
  }

  get library(): BookLibraryService {
    return this.books;
  }

  get lists(): BookListsService {
    return this.bookLists;
  }

  /** All titles and authors. */
  wholeLibrary(): Promise<WholeLibrary> {
    return this.lists.library(this.id);
  }
}
