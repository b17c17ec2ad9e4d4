import { albumCover } from './catalog-titles.js';
import type { BookFacts, BookFormat } from './looked-up-books.js';
import { catalogId } from './title-key.js';

/** What the page of an album or a book says of it. */
export interface CatalogFacts {
  /** The id by which it is requested: where the provider has merged ids, the new one. */
  readonly id: string;
  readonly title: string;
  /** The artist or the authors; empty where unknown. */
  readonly by: string;
  /** Short facts, in the order in which they are said. */
  readonly facts: readonly string[];
  readonly overview: string;
  /** When it came out, as exact as it is known: `1918`, `1918-09-29`; empty where it is unknown. */
  readonly released: string;
  /** Of an album: what it is called as a release. */
  readonly type: string;
  /** Of a book: the series that it is in, as it is written. */
  readonly series: string;
  /** The path of its cover on this server. */
  readonly cover: string | undefined;
  /** Of a book: the formats that there are of it; empty where it is unknown. */
  readonly formats: readonly BookFormat[];
}

/** The members of an album that its page shows. */
interface AlbumDocument {
  readonly foreign_id: string;
  readonly title: string;
  readonly artist: string;
  readonly release_type: string;
  readonly release_date?: string;
  readonly artwork?: string;
  readonly disambiguation?: string;
  readonly secondary_types: readonly string[];
  readonly genres: readonly string[];
}

/** So many genres say what it is. */
const MOST_GENRES = 5;

/** @param typeNames how types of releases are called */
export function albumFacts(album: AlbumDocument, typeNames: Readonly<Record<string, string>>): CatalogFacts {
  const { release_type: type, release_date: day = '', disambiguation = '', genres } = album;
  const id = catalogId('music', album.foreign_id);
  return {
    id,
    title: album.title,
    by: album.artist,
    facts: [
      // The page says of each that it is an album.
      type === 'album' ? '' : (typeNames[type] ?? ''),
      ...album.secondary_types,
      day.slice(0, 4),
      ...genres.slice(0, MOST_GENRES),
      disambiguation,
    ],
    overview: '',
    released: day,
    type: typeNames[type] ?? '',
    series: '',
    cover: album.artwork === undefined ? undefined : albumCover(id),
    formats: [],
  };
}

export const bookFacts = (book: BookFacts): CatalogFacts => ({
  id: book.id,
  title: book.title,
  by: book.by,
  facts: [book.year, book.series],
  overview: book.overview,
  released: book.year,
  type: '',
  series: book.series,
  cover: book.cover,
  formats: book.formats,
});
