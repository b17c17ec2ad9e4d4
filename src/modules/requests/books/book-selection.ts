import { nativeKey } from '../../library/library.public.js';
import type { BookFormat } from '../jobs/dispatch-row.entity.js';
import type { AskedTitle } from '../kinds/request-kind.js';

/** The input of a request for a book. */
export interface BookSelection extends AskedTitle {
  readonly mediaType: 'book';
  /** The native id as it was sent: `hc:<n>`, or `bc:<n>`, which means the same. The key has the former. */
  readonly foreignId: string;
  readonly title: string;
  /** The requested formats, without repetition. */
  readonly formats: readonly BookFormat[];
  /** A text by which the book was found; null for none. */
  readonly searchTerm: string | null;
}

/**
 * The key of a book: its native id. The neutral prefix of trending books stands for the catalog's own, and the case of a
 * prefix says nothing. Source: doc 2 section 2, trending book.
 */
export function bookKey(foreignId: string): string {
  return nativeKey(foreignId) ?? foreignId;
}

/** Does the id name a book? A placeholder such as `hc:0` or `hc:` names none. */
export const isBookId = (foreignId: string): boolean => nativeKey(foreignId) !== null;
