import { Controller, Get, Param, Query } from '@nestjs/common';
import { shareOf } from '../../../core/shares/fair-line.js';
import { HARDCOVER_COVERS } from '../../../clients/hardcover/hardcover.client.js';
import { OutOfTurn, RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { Answers, Relays, MayBeKept } from '../../../core/http/answers.decorators.js';
import type { RawAnswer } from '../../../core/http/raw-answer.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { BrowseAccessService } from '../access/browse-access.service.js';
import { instanceIdOf, type InstanceQuery } from './discovery-query.js';
import { PicturesService } from '../pictures/pictures.service.js';
import { TrendingBooksService } from '../books/trending-books.service.js';
import { AppError } from '../../../core/errors/app-error.js';
import type { TrendingBook } from '../../bookcatalog/bookcatalog.public.js';

/** A book that many look at. */
interface TrendingBookView {
  readonly bookcatalog_id: number;
  /** `bc:` and the catalog's number. */
  readonly foreign_id: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number | null;
  /**
   * 0 to 5.
   *
   * @fraction
   */
  readonly rating: number | null;
  readonly ratings_count: number;
  readonly readers_count: number;
  readonly description: string;
  /** At the provider. Web clients ask for its path below /api/discover/books/images. */
  readonly image_url: string | null;
  readonly series: string | null;
  /**
   * Its place in the series.
   *
   * @fraction
   */
  readonly series_position: number | null;
  readonly isbn13s: readonly string[];
}

/** The trending books of an instance. */
interface TrendingBooksView {
  /** False while the instance has no connection to the book catalog; then the answer holds no books and nothing else. */
  readonly connected: boolean;
  readonly source?: 'bookcatalog';
  readonly scope?: 'trending';
  readonly books: readonly TrendingBookView[];
}

function trendingBooksView(books: readonly TrendingBook[] | null): TrendingBooksView {
  if (!books) return { connected: false, books: [] };
  return { connected: true, source: 'bookcatalog', scope: 'trending', books: books.map(bookView) };
}

const bookView = (book: TrendingBook): TrendingBookView => ({
  bookcatalog_id: book.id,
  foreign_id: `bc:${book.id}`,
  title: book.title,
  authors: book.authors,
  year: book.year,
  rating: book.rating,
  ratings_count: book.ratingsCount,
  readers_count: book.readersCount,
  description: book.description,
  image_url: book.imageUrl,
  series: book.series,
  series_position: book.seriesPosition,
  isbn13s: book.isbn13s,
});

/** Where to go instead of to the retired catalog. */
interface RetiredCatalogView {
  readonly code: 'catalog_retired';
  readonly message: string;
  readonly search_path: string;
}

/** Books are found in a library now. */
const catalogRetired = (): AppError =>
  new AppError('catalog_retired', 410, 'this book catalog is retired', {
    body: {
      code: 'catalog_retired',
      message: 'search for books in the library',
      search_path: '/dashboard/books',
    } satisfies RetiredCatalogView,
  });

const RETIRED = { 410: 'The catalog is retired; `search_path` says where to search instead.' };

/**
 * Books carry no ratings, so a kids account sees them all. Routes of a retired book catalog answer with the path of the search
 * that replaces it.
 */
@MayBeKept()
@Controller('api')
export class BooksController {
  constructor(
    private readonly access: BrowseAccessService,
    private readonly trends: TrendingBooksService,
    private readonly pictures: PicturesService,
  ) {}

  /** List at most 50 trending books, through the connection of the caller's book manager. */
  @Get('discover/books/trending')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    400: 'The named instance is none, is no book manager, or none is configured.',
    403: 'The caller may not use this instance, or holds none.',
    502: 'The book catalog failed, or no longer accepts the token of the connection; the text says which.',
    503: 'The book catalog was asked too often, or the token of the connection can not be read.',
  })
  async trending(
    @CurrentCaller() caller: Caller,
    @Query() { instance_id: named }: UnvalidatedQuery<InstanceQuery>,
  ): Promise<TrendingBooksView> {
    const input = { caller, serviceType: 'book_manager', instanceId: instanceIdOf(named) } as const;
    return trendingBooksView(
      await this.access.browseInstance(input, ({ id }) => this.trends.of(id, shareOf(caller.userId))),
    );
  }

  /** Get a book cover by the path of its address. A query means nothing. */
  @OutOfTurn()
  @Get('discover/books/images/*path')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Relays('The picture: JPEG, PNG, WebP, GIF or AVIF, for a day in any cache.')
  @Answers({
    404: 'The path is none of a picture, or there is no such picture.',
    502: 'The book catalog failed, or what it answered is no picture.',
    503: 'Too many pictures are being waited for, by this account or by all. Try again after `Retry-After` seconds.',
  })
  cover(@CurrentCaller() caller: Caller, @Param('path') segments: readonly string[]): Promise<RawAnswer> {
    return this.pictures.relay(HARDCOVER_COVERS, { segments }, shareOf(caller.userId));
  }

  /** Answer 410 for the retired search for books. */
  @Get('discover/books/search')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers<{ 410: RetiredCatalogView }>(RETIRED)
  retiredSearch(): void {
    throw catalogRetired();
  }

  /** Answer 410 for a retired list of books. Every list but the trending one is retired. */
  @Get('discover/books/:feed')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers<{ 410: RetiredCatalogView }>(RETIRED)
  retiredList(): void {
    throw catalogRetired();
  }

  /** Answer 410 for the retired genres of books. */
  @Get('genres/book')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers<{ 410: RetiredCatalogView }>(RETIRED)
  retiredGenres(): void {
    throw catalogRetired();
  }

  /** Answer 410 for a retired book page. */
  @Get('media/book/:workId')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers<{ 410: RetiredCatalogView }>(RETIRED)
  retiredBook(): void {
    throw catalogRetired();
  }

  /** Answer 410 for the retired target of a book request. */
  @Get('media/book/:workId/request-target')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers<{ 410: RetiredCatalogView }>(RETIRED)
  retiredTarget(): void {
    throw catalogRetired();
  }
}
