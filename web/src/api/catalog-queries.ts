import { arrivedAlbums, arrivedBooks, listedAlbums, listedBooks } from '../domain/catalog-titles.js';
import { ApiFailure, failureOf } from '../domain/failure.js';
import { lookedUpBooks, type BookFacts } from '../domain/looked-up-books.js';
import type { OwnLibrary } from '../domain/own-libraries.js';
import { catalogId } from '../domain/title-key.js';
import { authorizedFetch } from '../session/session.svelte.js';
import { BASE_PATH } from '../app/base-path.js';
import { endless, type EndlessQuery } from './browse-queries.js';
import { api, bodyOf } from './client.js';
import { keys } from './keys.js';
import type { ListQuery, TitleRow, TitleStatus } from './queries.js';

/** So long are answers of the world at large good, in milliseconds. */
const WORLD = 5 * 60_000;

/** The albums that a text finds. */
const albumsQuery = (query: string): EndlessQuery => ({
  queryKey: keys.albums(query),
  queryFn: async ({ pageParam: page, signal }) => {
    const params = { query: page === 1 ? { query } : { query, page } };
    const { results, next_page: next } = await bodyOf(api.GET('/api/discover/music/search', { params, signal }));
    return { titles: listedAlbums(results), next };
  },
});

/** Looks a text or an id up in a library of books. What it makes nothing of, such as a bare number, finds nothing. */
async function lookUp(library: string, term: string, signal: AbortSignal): Promise<readonly BookFacts[]> {
  const path = `${BASE_PATH}/api/instances/${encodeURIComponent(library)}/api/v1/book/lookup`;
  const answered = await authorizedFetch(new Request(`${path}?term=${encodeURIComponent(term)}`, { signal }));
  const body: unknown = await answered.json().catch(() => undefined);
  if (answered.status === 400) return [];
  if (!answered.ok) throw failureOf(answered.status, answered.headers, body);
  return lookedUpBooks(body);
}

/** The books that a text finds in a library's metadata: all of them at once. */
const booksQuery = (library: string, query: string): EndlessQuery => ({
  queryKey: keys.books(library, query),
  queryFn: async ({ signal }) => {
    const titles = await lookUp(library, query, signal);
    return { titles, next: undefined, total: titles.length };
  },
});

/**
 * The albums or the books that a text finds.
 *
 * @param library of books, which is asked for them
 */
export const catalogSearchQuery = (kind: 'music' | 'book', library: string, query: string) =>
  endless(kind === 'music' ? albumsQuery(query) : booksQuery(library, query));

/** What many read; null while the library has no connection to the book catalog. */
export const trendingBooksQuery = () => ({
  queryKey: keys.trendingBooks,
  queryFn: async () => {
    const { connected, books } = await bodyOf(api.GET('/api/discover/books/trending'));
    return connected ? listedBooks(books) : null;
  },
  staleTime: WORLD,
});

/** The albums of the past weeks. */
export const newAlbumsQuery = (): ListQuery => ({
  queryKey: ['list', 'new-albums'],
  queryFn: async () => ({
    titles: listedAlbums((await bodyOf(api.GET('/api/discover/music/new-releases'))).results),
  }),
  staleTime: WORLD,
});

/** What has come into the reader's library of music or books last. */
export const arrivalsQuery = (kind: 'music' | 'book'): ListQuery => ({
  queryKey: ['list', 'arrivals', kind],
  queryFn: async (): Promise<TitleRow> => ({
    titles:
      kind === 'music'
        ? arrivedAlbums((await bodyOf(api.GET('/api/requests/music-recent'))).items)
        : arrivedBooks((await bodyOf(api.GET('/api/requests/book-recent'))).items),
  }),
  staleTime: 60_000,
});

/** An album with its details. */
export const albumQuery = (id: string) => ({
  queryKey: ['album', id],
  queryFn: () => bodyOf(api.GET('/api/media/music/{music_id}', { params: { path: { music_id: id } } })),
  staleTime: WORLD,
});

/**
 * What is known of a book, by its id: as the library's metadata has it, or else as the list of what many read.
 *
 * @throws ApiFailure 404 where neither has it
 */
export const bookQuery = (library: string, id: string) => ({
  queryKey: ['book', library, id],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<BookFacts> => {
    const [found] = (await lookUp(library, id, signal)).filter((book) => book.id === id);
    if (found) return found;
    const { books } = await bodyOf(api.GET('/api/discover/books/trending'));
    const listed = books.find((book) => catalogId('book', book.foreign_id) === id);
    const [card] = listed ? listedBooks([listed]) : [];
    if (!listed || !card) throw new ApiFailure('not-found', 404, '', undefined, undefined, undefined);
    return { ...card, kind: 'book', overview: listed.description, series: listed.series ?? '', formats: [] };
  },
  staleTime: WORLD,
});

/** What a library says of an album or a book; no status where it can't be asked. */
export interface StateIn {
  readonly library: OwnLibrary;
  readonly status: TitleStatus | undefined;
}

/**
 * The status of an album or a book in each of these libraries.
 *
 * @throws ApiFailure where none of them can be asked
 */
export const catalogStatusQuery = (kind: 'music' | 'book', id: string, libraries: readonly OwnLibrary[]) => ({
  queryKey: keys.status(kind, id, libraries.map((library) => library.id).join()),
  queryFn: async (): Promise<readonly StateIn[]> => {
    const asked = await Promise.allSettled(libraries.map((library) => statusIn(kind, id, library.id)));
    const [failed] = asked.filter((one) => one.status === 'rejected');
    if (failed && asked.every(({ status }) => status === 'rejected')) throw failed.reason;
    return libraries.map((library, at) => {
      const one = asked[at];
      return { library, status: one?.status === 'fulfilled' ? one.value : undefined };
    });
  },
});

function statusIn(kind: 'music' | 'book', id: string, library: string): Promise<TitleStatus> {
  const params = { query: { foreign_id: id, instance_id: library } };
  return kind === 'music'
    ? bodyOf(api.GET('/api/requests/music-status', { params }))
    : bodyOf(api.GET('/api/requests/book-status', { params }));
}
