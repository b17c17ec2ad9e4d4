export { BookcatalogConnectionChanged } from './bookcatalog.events.js';
export { BookcatalogModule } from './bookcatalog.module.js';
export { BookCatalog } from './catalog/book-catalog.js';
export type { TrendingBook } from './catalog/trending-book.js';
