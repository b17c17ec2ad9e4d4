import type { ChaptarrLookup } from '../../../clients/chaptarr/chaptarr-addition.js';
import { nativeKey } from '../../library/library.public.js';
import type { AskedTitle } from '../kinds/request-kind.js';
import type { BookFormat } from '../saved/job-rows.js';

export interface BookSelection extends AskedTitle {
  readonly mediaType: 'book';
  /** The native id as it was sent: `hc:<n>`, or `bc:<n>`, which means the same. The key has the former. */
  readonly foreignId: string;
  readonly title: string;
  readonly formats: readonly BookFormat[];
  readonly searchTerm: string | null;
}

/** The key of a book: its native id. The prefix of trending books means the catalog's own, and case says nothing. */
export function bookKey(foreignId: string): string {
  return nativeKey(foreignId) ?? foreignId;
}

/** Does the id name a book? A placeholder such as `hc:0` or `hc:` names none. */
export const isBookId = (foreignId: string): boolean => nativeKey(foreignId) !== null;

export type SoughtBook = Pick<BookSelection, 'key' | 'searchTerm' | 'title'>;

/** In order: the id, the text by which it was found, the title, and the title up to a colon or a last parenthesis. */
export function lookupTerms({ key, searchTerm, title }: SoughtBook): readonly string[] {
  const terms = [key, searchTerm ?? '', title, headlineOf(title)].map((term) => term.trim());
  return [...new Set(terms.filter((term) => term !== ''))];
}

function headlineOf(title: string): string {
  let text = title.trimEnd();
  while (text.endsWith(')') && text.includes('(')) text = text.slice(0, text.lastIndexOf('(')).trimEnd();
  return text.split(':', 1)[0] ?? text;
}

/** The result of a lookup that is the sought book in this format. Only the exact id counts: a title never decides. */
export function exactHit(
  found: readonly ChaptarrLookup[],
  key: string,
  format: 'ebook' | 'audiobook',
): ChaptarrLookup | undefined {
  const named = found.filter(({ foreignBookId }) => foreignBookId !== null && bookKey(foreignBookId) === key);
  return named.find((one) => one.format === format) ?? named.find((one) => one.format === null);
}
