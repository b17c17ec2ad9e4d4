import type { HardcoverBook } from '../../../clients/hardcover/hardcover.client.js';
import { parsedUrl } from '../../../core/text/urls.js';

/** A book of the catalog, for who looks for something to read. Null and empty are what isn't known. */
export interface TrendingBook {
  readonly id: number;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number | null;
  readonly rating: number | null;
  readonly ratingsCount: number;
  readonly readersCount: number;
  readonly description: string;
  readonly imageUrl: string | null;
  readonly series: string | null;
  readonly seriesPosition: number | null;
  /** Each once. */
  readonly isbn13s: readonly string[];
}

/** Null for a book without a title. */
export function trendingBookOf(book: HardcoverBook): TrendingBook | null {
  const title = book.title?.trim() ?? '';
  if (title === '') return null;
  const placed = book.book_series.find(({ series }) => series);
  return {
    id: book.id,
    title,
    authors: authorsOf(book),
    year: book.release_year,
    rating: book.rating,
    ratingsCount: book.ratings_count ?? 0,
    readersCount: book.users_count ?? 0,
    description: book.description ?? '',
    imageUrl: httpsOf(book.image?.url) ?? httpsOf(book.cached_image?.url),
    series: placed?.series?.name ?? null,
    seriesPosition: placed?.position ?? null,
    isbn13s: [...new Set(book.editions.map(({ isbn_13: isbn }) => isbn ?? '').filter((isbn) => /^\d{13}$/.test(isbn)))],
  };
}

function authorsOf({ contributions, cached_contributors: kept }: HardcoverBook): readonly string[] {
  for (const list of [contributions, kept]) {
    const names = list.filter(({ contribution }) => !contribution).map(({ author }) => author?.name.trim() ?? '');
    const known = [...new Set(names.filter((name) => name !== ''))];
    if (known.length > 0) return known;
  }
  return [];
}

function httpsOf(text: string | null | undefined): string | null {
  return text && parsedUrl(text)?.protocol === 'https:' ? text : null;
}
