import { AppError } from '../../../core/errors/app-error.js';

/** Where to go instead of to the retired catalog. Source: doc 2 §4 Books. */
export interface RetiredCatalogView {
  readonly code: 'catalog_retired';
  readonly message: string;
  readonly search_path: string;
}

/** 410: books are found in a library now, and the catalog that this route read is no more. Source: doc 2 §4 Books. */
export const catalogRetired = (): AppError =>
  new AppError('catalog_retired', 410, 'this book catalog is retired', {
    body: {
      code: 'catalog_retired',
      message: 'search for books in the library',
      search_path: '/dashboard/books',
    } satisfies RetiredCatalogView,
  });
