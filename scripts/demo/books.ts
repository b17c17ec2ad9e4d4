import type { ChaptarrFake } from '../../test/fakes/chaptarr/chaptarr-fake.js';
import type { HardcoverFake } from '../../test/fakes/hardcover/hardcover-fake.js';
import { BOOK_CATALOG_TOKEN } from './people.js';

const WELLS = { foreignAuthorId: 'hc:440501', name: 'H. G. Wells' };
const SHELLEY = { foreignAuthorId: 'hc:440502', name: 'Mary Shelley' };
const VERNE = { foreignAuthorId: 'hc:440503', name: 'Jules Verne' };

/** The book that two members ask for. */
const WANTED = { id: 1898, title: 'The War of the Worlds', author: WELLS, year: 1898 };

/** Another book of its author, which nobody asks for: the book library knows it. */
const SIBLING = { id: 1895, title: 'The Time Machine', author: WELLS, year: 1895 };

/** A book that nobody asks for, by its number in the book catalog: for a person who looks around. */
export const FREE_BOOK = { id: 1818, title: 'Frankenstein', author: SHELLEY, year: 1818 };

/** What is read, the most first; as old as the films. */
const TRENDING = [WANTED, FREE_BOOK, { id: 1865, title: 'From the Earth to the Moon', author: VERNE, year: 1865 }];

/** The id under which the book catalog knows a book, as book libraries write it. */
const foreignBookId = ({ id }: { readonly id: number }): string => `hc:${id}`;

export const WANTED_BOOK_ID = foreignBookId(WANTED);

/** No author is in the book library yet, and the one of the wanted book is imported late. */
export function fillBooks(hardcover: HardcoverFake, chaptarr: ChaptarrFake): void {
  hardcover.given.token(BOOK_CATALOG_TOKEN);
  for (const { id, title, author, year } of TRENDING) {
    const contributions = [{ contribution: null, author: { name: author.name } }];
    // Covers would come from the catalog's own host, and nothing leaves the machine.
    const without = { image: null, cached_image: {}, book_series: [], editions: [] };
    hardcover.given.book({ ...without, id, title, release_year: year, contributions });
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
  chaptarr.given.lateAuthor(WELLS.foreignAuthorId);
}
