import { BookcatalogConnectionRow, BookcatalogLinkRow } from './rows.js';

export const bookcatalogEntities = [BookcatalogConnectionRow, BookcatalogLinkRow] as const;
