/** The kinds of titles that there are libraries for. */
export type KindOfTitle = 'movie' | 'tv' | 'book' | 'music';

/** Films and series have numbers; books and albums have other ids. */
export type TitleId = number | string;

/** The name of a title within the app: `movie/603`, `book/hc:330101`. */
export const titleKey = (kind: KindOfTitle, id: TitleId): string => `${kind}/${id}`;

/**
 * The id of a book or an album in the one form in which ids are compared: `bc:7`, `hc:7` and `HC:7` are the same book.
 * Source: doc 2 section 2, Trending book
 */
export function catalogId(kind: 'book' | 'music', id: string): string {
  if (kind === 'music') return id.toLowerCase();
  return id.replace(/^[a-z]+:/i, (prefix) => (prefix.toLowerCase() === 'bc:' ? 'hc:' : prefix.toLowerCase()));
}
