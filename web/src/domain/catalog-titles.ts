import type { CatalogTitle } from './card-title.js';
import { eachOnce } from './each-once.js';
import { catalogId } from './title-key.js';

/** An album, as lists of music have it. */
interface ListedAlbum {
  readonly foreign_id: string;
  readonly title: string;
  readonly artist: string;
  readonly release_date?: string;
  readonly artwork?: string;
}

/** A book, as the list of what many read has it. */
interface ListedBook {
  readonly foreign_id: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number | null;
  readonly image_url: string | null;
}

/** An album that has come into a library. */
interface ArrivedAlbum {
  readonly foreign_album_id: string;
  readonly title: string;
  readonly artist: string;
}

/** A book that has come into a library. */
interface ArrivedBook {
  readonly foreign_book_id: string;
  readonly title: string;
  readonly cover: string;
}

/** What an id may look like, so that it has an address. */
const ID = /^[A-Za-z0-9][\w:-]{0,99}$/;

/** A cover of the book catalog. Of its address only the path goes to the server, which knows the host. */
const COPY = /^https:\/\/assets\.hardcover\.app((?:\/[\w-][\w.-]*)+)$/;

/** Where the cover of an album is to be had from this server. */
export const albumCover = (id: string): string => `/api/pictures/music/${id}`;

/** Where the cover of a book is to be had from this server; undefined for an address of any other host. */
export function bookCover(address: string | null | undefined): string | undefined {
  const [, path] = COPY.exec(address ?? '') ?? [];
  return path === undefined || path.includes('..') ? undefined : `/api/pictures/books${path}`;
}

/** The albums of a page of music, each once, in its order. */
export const listedAlbums = (albums: readonly ListedAlbum[]): readonly CatalogTitle[] =>
  each('music', albums, ({ foreign_id: id, title, artist, release_date: day, artwork }) => ({
    id,
    title,
    by: artist,
    year: day?.slice(0, 4) ?? '',
    cover: artwork === undefined ? undefined : albumCover(catalogId('music', id)),
  }));

/** The books that many read, each once, in their order. */
export const listedBooks = (books: readonly ListedBook[]): readonly CatalogTitle[] =>
  each('book', books, ({ foreign_id: id, title, authors, year, image_url: address }) => ({
    id,
    title,
    by: authors.join(', '),
    year: year === null ? '' : String(year),
    cover: bookCover(address),
  }));

/** The albums that came into a library last, each once. */
export const arrivedAlbums = (albums: readonly ArrivedAlbum[]): readonly CatalogTitle[] =>
  each('music', albums, ({ foreign_album_id: id, title, artist }) => ({
    id,
    title,
    by: artist,
    year: '',
    cover: albumCover(catalogId('music', id)),
  }));

/** The books that came into a library last, each once. */
export const arrivedBooks = (books: readonly ArrivedBook[]): readonly CatalogTitle[] =>
  each('book', books, ({ foreign_book_id: id, title, cover }) => ({
    id,
    title,
    by: '',
    year: '',
    cover: bookCover(cover),
  }));

type Said = Omit<CatalogTitle, 'kind' | 'cover'> & { readonly cover: string | undefined };

/** What has no title or no id that makes an address is left out. */
function each<T>(kind: CatalogTitle['kind'], entries: readonly T[], say: (entry: T) => Said): readonly CatalogTitle[] {
  const titles = entries.map(say).flatMap(({ cover, ...said }): CatalogTitle[] => {
    if (said.title.trim() === '' || !ID.test(said.id)) return [];
    return [{ kind, ...said, id: catalogId(kind, said.id), ...(cover === undefined ? {} : { cover }) }];
  });
  return eachOnce(titles);
}
