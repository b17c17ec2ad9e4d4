/** The two forms in which Chaptarr keeps a title. */
export type ChaptarrFormat = 'ebook' | 'audiobook';

export const FORMATS: readonly ChaptarrFormat[] = ['ebook', 'audiobook'];

/** An author as the metadata service knows them. */
export interface ChaptarrWriter {
  /** `hc:440501` */
  readonly foreignAuthorId: string;
  readonly name: string;
}

/** An edition as the metadata service knows it. */
export interface ChaptarrPrint {
  /** `hc:edition:220101` */
  readonly foreignEditionId: string;
  readonly isbn13: string | null;
  readonly isbn10?: string;
  readonly asin: string | null;
  /** ASINs of other shops beside it. */
  readonly moreAsins?: readonly string[];
}

/** A title as the metadata service knows it. */
export interface ChaptarrWork {
  /** `hc:330101` */
  readonly foreignBookId: string;
  readonly title: string;
  readonly author: ChaptarrWriter;
  readonly goodreadsWorkId: string | null;
  readonly goodreadsBookId: string | null;
  readonly openLibraryWorkId: string | null;
  readonly asin: string | null;
  readonly audibleAsin: string | null;
  readonly seriesTitle: string;
  readonly releaseDate: string | null;
  readonly pageCount: number;
  /** By format: its editions; a format without any is unknown to lookups. */
  readonly editions: Readonly<Record<ChaptarrFormat, readonly ChaptarrPrint[]>>;
  /** The id under which its records are filed. */
  readonly canonicalId: string;
}

/** What `given.catalog` takes; the rest is made up. */
export type ChaptarrWorkGiven = Partial<Omit<ChaptarrWork, 'foreignBookId' | 'editions'>> & {
  readonly foreignBookId: string;
  readonly editions?: Readonly<Partial<Record<ChaptarrFormat, readonly ChaptarrPrint[]>>>;
};

const WRITER: ChaptarrWriter = { foreignAuthorId: 'hc:440501', name: 'Ines Valdor' };

/** A title with everything that is not said of it: an edition of each format, and ids that nobody else has. */
export function workOf(given: ChaptarrWorkGiven): ChaptarrWork {
  const number = given.foreignBookId.replace(/\D/g, '');
  const print = (suffix: number): readonly ChaptarrPrint[] => [
    { foreignEditionId: `hc:edition:${number}${suffix}`, isbn13: isbn13(`${number}${suffix}`), asin: null },
  ];
  return {
    title: `Book ${number}`,
    author: WRITER,
    goodreadsWorkId: `gr:${number}7`,
    goodreadsBookId: null,
    openLibraryWorkId: null,
    asin: null,
    audibleAsin: null,
    seriesTitle: '',
    releaseDate: '2023-06-01T00:00:00Z',
    pageCount: 412,
    canonicalId: given.foreignBookId,
    ...given,
    editions: given.editions
      ? { ebook: given.editions.ebook ?? [], audiobook: given.editions.audiobook ?? [] }
      : { ebook: print(1), audiobook: print(2) },
  };
}

/** The ids that mean a title, its editions and their ISBNs left aside. */
export const workIdsOf = (work: ChaptarrWork): readonly string[] =>
  [work.foreignBookId, work.canonicalId, work.goodreadsWorkId, work.goodreadsBookId, work.openLibraryWorkId].filter(
    (id) => id !== null,
  );

/** Does a term with a prefix mean this title in this format? */
export function isMeant(work: ChaptarrWork, format: ChaptarrFormat, term: string): boolean {
  const wanted = term.trim().toLowerCase();
  if (workIdsOf(work).some((id) => id.toLowerCase() === wanted)) return true;
  const prints = work.editions[format];
  if (wanted.startsWith('isbn:')) {
    const isbn = wanted.slice('isbn:'.length).replace(/-/g, '');
    return prints.some((print) => print.isbn13 === isbn || print.isbn10?.toLowerCase() === isbn);
  }
  return prints.some((print) => print.foreignEditionId === wanted);
}

function isbn13(digits: string): string {
  const twelve = `978${digits.slice(-9).padStart(9, '0')}`;
  const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}
