import { BookcatalogConnectionRow, BookcatalogLinkRow } from './rows.js';

/** The tables of this module. */
export const bookcatalogEntities = [BookcatalogConnectionRow, BookcatalogLinkRow] as const;
