import { Controller, Get } from '@nestjs/common';
import { MayBeKept } from '../../../core/http/may-be-kept.decorators.js';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { AppError } from '../../../core/errors/app-error.js';

/** Where to go instead of to the retired catalog. Source: doc 2 §4 Books. */
interface RetiredCatalogView {
  readonly code: 'catalog_retired';
  readonly message: string;
  readonly search_path: string;
}

/** 410: books are found in a library now, and the catalog that this route read is no more. Source: doc 2 §4 Books. */
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
 * Routes of a retired book catalog: they answer accounts that may discover, kids accounts too, with the path of the search
 * that replaces it, and read nothing. Source: doc 2 §4 Books.
 */
@MayBeKept()
@Controller('api')
export class RetiredBooksController {
  /** Answer 410 for the retired search for books. */
  @Get('discover/books/search')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers<{ 410: RetiredCatalogView }>(RETIRED)
  search(): void {
    throw catalogRetired();
  }

  /** Answer 410 for a retired list of books. Every list but the trending one is retired. */
  @Get('discover/books/:feed')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers<{ 410: RetiredCatalogView }>(RETIRED)
  feed(): void {
    throw catalogRetired();
  }

  /** Answer 410 for the retired genres of books. */
  @Get('genres/book')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers<{ 410: RetiredCatalogView }>(RETIRED)
  genres(): void {
    throw catalogRetired();
  }

  /** Answer 410 for a retired book page. */
  @Get('media/book/:workId')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers<{ 410: RetiredCatalogView }>(RETIRED)
  book(): void {
    throw catalogRetired();
  }

  /** Answer 410 for the retired target of a book request. */
  @Get('media/book/:workId/request-target')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers<{ 410: RetiredCatalogView }>(RETIRED)
  target(): void {
    throw catalogRetired();
  }
}
