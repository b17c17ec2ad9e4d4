import type { ChaptarrEdition } from '../../../clients/chaptarr/chaptarr-book.js';

const ISBN_13 = /^97[89]\d{10}$/;
const ISBN_10 = /^\d{9}[\dX]$/;

/**
 * The ISBN-13 of a text that is an ISBN-13 or an ISBN-10, with or without hyphens and spaces; null for any other, for a wrong
 * check digit, and for one of a single repeated digit, which stands where somebody had to write something.
 * Source: doc 2 section 4, Requests rule 8; ISO 2108.
 */
export function isbn13Of(text: string | null): string | null {
  if (text === null) return null;
  const plain = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (ISBN_10.test(plain)) return checkOf10(plain) === 0 ? isbn13With(`978${plain.slice(0, 9)}`) : null;
  if (!ISBN_13.test(plain)) return null;
  const known = isbn13With(plain.slice(0, 12));
  return known === plain ? known : null;
}

function checkOf10(isbn: string): number {
  let sum = 0;
  for (let at = 0; at < 10; at++) sum += (10 - at) * (isbn[at] === 'X' ? 10 : Number(isbn[at]));
  return sum % 11;
}

function isbn13With(twelve: string): string | null {
  const body = twelve.slice(3);
  if (body === body.charAt(0).repeat(body.length)) return null;
  let sum = 0;
  for (let at = 0; at < 12; at++) sum += Number(twelve[at]) * (at % 2 === 0 ? 1 : 3);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}

/** Null for an edition that has none, which begins with 979. @param isbn13 as {@link isbn13Of} answers it */
export function isbn10Of(isbn13: string): string | null {
  if (!isbn13.startsWith('978')) return null;
  const nine = isbn13.slice(3, 12);
  const check = (11 - checkOf10(`${nine}0`)) % 11;
  return `${nine}${check === 10 ? 'X' : check}`;
}

export interface AudiobookNumbers {
  /** Empty where the library reports none. It narrows a search, and decides nothing. */
  readonly title: string;
  /** Each once, as ISBN-13. */
  readonly isbns: readonly string[];
  /** Each once, in upper case. */
  readonly asins: readonly string[];
}

const ASIN = /^[A-Z0-9]{10}$/;

interface NumberedAudiobook {
  readonly title: string;
  /** ASINs of its records in the shop of audiobooks. */
  readonly audibleAsins: readonly (string | null)[];
  readonly editions: readonly Omit<ChaptarrEdition, 'bookId' | 'foreignEditionId'>[];
}

/**
 * The numbers of its records, then those of its chosen edition, then those of its others. An ebook is another product and is
 * left out. Shops number some editions by their ISBN-10: that is an ISBN and no ASIN.
 */
export function audiobookNumbers({ title, audibleAsins, editions }: NumberedAudiobook): AudiobookNumbers {
  const own = editions.filter(({ format }) => format !== 'ebook');
  const chosenFirst = [...own.filter(({ monitored }) => monitored), ...own.filter(({ monitored }) => !monitored)];
  const shopNumbers = chosenFirst.flatMap(({ asin, moreAsins }) => [asin, ...moreAsins]);
  const printed = [...chosenFirst.flatMap(({ isbn13, isbn10 }) => [isbn13, isbn10]), ...shopNumbers];
  const asins = [...audibleAsins, ...shopNumbers].map(asinOf);
  return { title, isbns: eachOnce(printed.map(isbn13Of)), asins: eachOnce(asins) };
}

const eachOnce = (numbers: readonly (string | null)[]): readonly string[] => [
  ...new Set(numbers.filter((number) => number !== null)),
];

/** An ASIN in the form in which they are compared; null for what is none, an ISBN-10 in its place too. */
export function asinOf(text: string | null): string | null {
  const plain = text?.trim().toUpperCase() ?? '';
  return ASIN.test(plain) && isbn13Of(plain) === null ? plain : null;
}
