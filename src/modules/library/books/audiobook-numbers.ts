import { isbn13Of } from './isbn.js';

/** By what an audiobook is found outside of its library. */
export interface AudiobookNumbers {
  /** Empty where the library reports none. It narrows a search, and decides nothing. */
  readonly title: string;
  /** Each once, as ISBN-13. */
  readonly isbns: readonly string[];
  /** Each once, in upper case. */
  readonly asins: readonly string[];
}

/** What an edition says of itself. */
interface NumberedEdition {
  readonly isbn13: string | null;
  readonly isbn10: string | null;
  readonly asin: string | null;
  readonly moreAsins: readonly string[];
  readonly format: 'ebook' | 'audiobook' | null;
  readonly monitored: boolean;
}

const ASIN = /^[A-Z0-9]{10}$/;

/** The numbers of a title's audiobook, as its library has them, unchecked. */
interface NumberedAudiobook {
  readonly title: string;
  /** ASINs of its records in the shop of audiobooks. */
  readonly audibleAsins: readonly (string | null)[];
  /** Of its records. */
  readonly editions: readonly NumberedEdition[];
}

/**
 * By what an audiobook is found: the numbers of its records, then those of its chosen edition, then those of its others. An
 * edition that says that it is an ebook is another product and is left out. Shops number some editions by their ISBN-10: that
 * is an ISBN and no ASIN.
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
