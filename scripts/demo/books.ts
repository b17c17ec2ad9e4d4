import type { ChaptarrFake } from '../../test/fakes/chaptarr/chaptarr-fake.js';
import type { HardcoverFake } from '../../test/fakes/hardcover/hardcover-fake.js';
import { BOOK_CATALOG_TOKEN } from './people.js';

const WINTER = { foreignAuthorId: 'hc:440501', name: 'E. R. Winter' };
const ELLWOOD = { foreignAuthorId: 'hc:440502', name: 'Mara Ellwood' };
const AUBERT = { foreignAuthorId: 'hc:440503', name: 'Julien Aubert' };
const STOUT = { foreignAuthorId: 'hc:440504', name: 'Bran Stout' };
const CARR = { foreignAuthorId: 'hc:440505', name: 'Lewin Carr' };

/** The book that two members ask for. None of them exists. */
const WANTED = { id: 1898, title: 'The Lamps of Mars', author: WINTER, year: 1898, art: 'lamps-of-mars' };

/** Another book of its author, which nobody asks for: the book library knows it. */
const SIBLING = { id: 1895, title: 'The Slow Clock', author: WINTER, year: 1895, art: 'slow-clock' };

/** A book that nobody asks for, by its number in the book catalog: for a person who looks around. */
export const FREE_BOOK = { id: 1818, title: 'The Spark', author: ELLWOOD, year: 1818, art: 'spark' };

/** What is read, the most first; as old as the films. */
const TRENDING = [
  WANTED,
  FREE_BOOK,
  { id: 1865, title: 'Nine Days to the Moon', author: AUBERT, year: 1865, art: 'nine-days-to-the-moon' },
  { id: 1897, title: 'Belfry', author: STOUT, year: 1897, art: 'belfry' },
  { id: 1866, title: 'The Rabbit Hour', author: CARR, year: 1866, art: 'rabbit-hour' },
];

/** The name of a cover, by the edition as whose cover the book library has it; undefined for no book of ours. */
export function coverOfEdition(edition: string): string | undefined {
  const book = [...TRENDING, SIBLING].find(({ id }) => edition === `${id}1`);
  return book && `book-${book.art}`;
}

/** The id under which the book catalog knows a book, as book libraries write it. */
const foreignBookId = ({ id }: { readonly id: number }): string => `hc:${id}`;

export const WANTED_BOOK = { id: foreignBookId(WANTED), title: WANTED.title };

/** No author is in the book library yet, and the one of the wanted book is imported late. */
export function fillBooks(hardcover: HardcoverFake, chaptarr: ChaptarrFake): void {
  hardcover.given.token(BOOK_CATALOG_TOKEN);
  for (const { id, title, author, year, art } of TRENDING) {
    const contributions = [{ contribution: null, author: { name: author.name } }];
    const image = { url: `https://assets.hardcover.app/covers/book-${art}.webp` };
    const covers = { image, cached_image: { ...image, width: 400, height: 600, color: '#204060' } };
    const without = { book_series: [], editions: [] };
    hardcover.given.book({ ...covers, ...without, id, title, release_year: year, contributions });
  }
  hardcover.given.trending(TRENDING.map(({ id }) => id));
  chaptarr.given.nothing();
  chaptarr.given.catalog(
    [...TRENDING, SIBLING].map((book) => ({
      foreignBookId: foreignBookId(book),
      title: book.title,
      author: book.author,
      releaseDate: `${book.year}-01-01T00:00:00Z`,
    })),
  );
  chaptarr.given.lateAuthor(WINTER.foreignAuthorId);
}
