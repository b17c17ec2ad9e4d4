import type { AudiobookshelfBook } from '../../../clients/audiobookshelf/audiobookshelf-books.js';
import { asinOf, type AudiobookNumbers, isbn10Of, isbn13Of } from '../../library/library.public.js';

/** So many numbers are searched for in a library where its title finds nothing. */
const MOST_NUMBERS = 12;

/**
 * Is this the audiobook that is sought? By its ISBN, in either form, or by its ASIN; never by its words. A book without
 * anything to listen to is another product.
 */
export function isSought(
  { isbn, asin, hasAudio, isMissing }: AudiobookshelfBook,
  { isbns, asins }: AudiobookNumbers,
): boolean {
  if (hasAudio === false || isMissing) return false;
  const [ownAsin, ownIsbns] = [asinOf(asin), [isbn, asin].map(isbn13Of)];
  return (ownAsin !== null && asins.includes(ownAsin)) || ownIsbns.some((own) => own !== null && isbns.includes(own));
}

/**
 * The texts that are searched for, one after the other, until the audiobook is found. The title comes first: servers write
 * numbers with and without hyphens, and a search takes a text as it is.
 */
export function searchTexts({ title, isbns, asins }: AudiobookNumbers): readonly string[] {
  const forms = isbns.flatMap((isbn) => [isbn, isbn10Of(isbn)]).filter((isbn) => isbn !== null);
  const numbers = [...asins, ...forms].slice(0, MOST_NUMBERS);
  return title.trim() === '' ? numbers : [title.trim(), ...numbers];
}
