import type { BookRow } from '../../src/modules/library/books/book-projection.js';

/** A record of a book manager: a monitored ebook without a file, of a title whose id is made of its own. */
export const bookRow = (over: Partial<BookRow> = {}): BookRow => ({
  id: 51,
  format: 'ebook',
  title: 'The Salt Cartographer',
  authorId: 5,
  foreignBookId: `hc:${330_000 + (over.id ?? 51)}`,
  foreignEditionId: null,
  hardcoverBookId: null,
  goodreadsBookId: null,
  goodreadsWorkId: null,
  openLibraryWorkId: null,
  monitored: true,
  hasFile: false,
  fileCount: over.hasFile ? 1 : 0,
  sizeOnDisk: over.hasFile ? 1_000 : 0,
  releaseDate: null,
  seriesTitle: null,
  cover: null,
  editions: [],
  ...over,
});

/** Which covers the tests show. */
export const SHOWN_COVERS = { path: /^\/MediaCover\/Books\/\d+\/[\w.-]+$/, hosts: new Set(['cdn.example']) };
