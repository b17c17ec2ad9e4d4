import { BookcatalogConnectionRow } from './storage/bookcatalog-connection.entity.js';
import { BookcatalogLinkRow } from './storage/bookcatalog-link.entity.js';

/** The tables of this module. */
export const bookcatalogEntities = [BookcatalogConnectionRow, BookcatalogLinkRow] as const;
