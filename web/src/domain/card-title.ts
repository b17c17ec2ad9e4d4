import type { FoundTitle } from './found-titles.js';

/** An album or a book, as cards show it. */
export interface CatalogTitle {
  readonly kind: 'music' | 'book';
  /** Of an album its release group, of a book its native id. */
  readonly id: string;
  readonly title: string;
  /** The artist or the authors; empty where unknown. */
  readonly by: string;
  /** Four digits; empty where unknown. */
  readonly year: string;
  /** The path of its cover on this server. */
  readonly cover?: string;
}

/** A title of any kind, as cards show it. */
export type CardTitle = FoundTitle | CatalogTitle;
