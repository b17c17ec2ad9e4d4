export { BookcatalogConnectionChanged } from './bookcatalog.events.js';
export { BookcatalogModule } from './bookcatalog.module.js';
export { BookCatalogService } from './catalog/book-catalog.service.js';
export type { TrendingBook } from './catalog/trending-book.js';
