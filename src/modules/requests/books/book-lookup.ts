import type { ChaptarrLookup } from '../../../clients/chaptarr/chaptarr-lookup.js';
import { bookKey, type BookSelection } from './book-selection.js';

/** What a book is looked up by. */
export type SoughtBook = Pick<BookSelection, 'key' | 'searchTerm' | 'title'>;

/**
 * The terms by which a book is looked up, in order: its id, the text by which it was found, its title, and its title
 * without what follows a colon or stands in parentheses at the end. Source: doc 4 section 1.16, lookup terms.
 */
export function lookupTerms({ key, searchTerm, title }: SoughtBook): readonly string[] {
  const terms = [key, searchTerm ?? '', title, headlineOf(title)].map((term) => term.trim());
  return [...new Set(terms.filter((term) => term !== ''))];
}

/** A title without what follows a colon or stands in parentheses at the end. */
function headlineOf(title: string): string {
  let text = title.trimEnd();
  while (text.endsWith(')') && text.includes('(')) text = text.slice(0, text.lastIndexOf('(')).trimEnd();
  return text.split(':', 1)[0] ?? text;
}

/**
 * The result of a lookup that is the sought book in this format. Only the exact id counts: a title never decides. Source:
 * doc 4 section 1.16, lookup terms.
 */
export function exactHit(
  found: readonly ChaptarrLookup[],
  key: string,
  format: 'ebook' | 'audiobook',
): ChaptarrLookup | undefined {
  const named = found.filter(({ foreignBookId }) => foreignBookId !== null && bookKey(foreignBookId) === key);
  return named.find((one) => one.format === format) ?? named.find((one) => one.format === null);
}
