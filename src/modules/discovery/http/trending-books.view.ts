import type { TrendingBook } from '../../bookcatalog/bookcatalog.public.js';

/** A book that many look at. Source: doc 4 §3.6. */
export interface TrendingBookView {
  readonly bookcatalog_id: number;
  /** `bc:` and the catalog's number. */
  readonly foreign_id: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number | null;
  /**
   * 0 to 5.
   *
   * @fraction
   */
  readonly rating: number | null;
  readonly ratings_count: number;
  readonly readers_count: number;
  readonly description: string;
  /** At the provider. Web clients ask for its path below /api/discover/books/images. */
  readonly image_url: string | null;
  readonly series: string | null;
  /**
   * Its place in the series.
   *
   * @fraction
   */
  readonly series_position: number | null;
  readonly isbn13s: readonly string[];
}

/** The trending books of an instance. Source: doc 4 §3.6. */
export interface TrendingBooksView {
  /** False while the instance has no connection to the book catalog; then the answer holds no books and nothing else. */
  readonly connected: boolean;
  readonly source?: 'bookcatalog';
  readonly scope?: 'trending';
  readonly books: readonly TrendingBookView[];
}

/** The wire form of what is trending. */
export function trendingBooksView(books: readonly TrendingBook[] | null): TrendingBooksView {
  if (!books) return { connected: false, books: [] };
  return { connected: true, source: 'bookcatalog', scope: 'trending', books: books.map(bookView) };
}

const bookView = (book: TrendingBook): TrendingBookView => ({
  bookcatalog_id: book.id,
  foreign_id: `bc:${book.id}`,
  title: book.title,
  authors: book.authors,
  year: book.year,
  rating: book.rating,
  ratings_count: book.ratingsCount,
  readers_count: book.readersCount,
  description: book.description,
  image_url: book.imageUrl,
  series: book.series,
  series_position: book.seriesPosition,
  isbn13s: book.isbn13s,
});
