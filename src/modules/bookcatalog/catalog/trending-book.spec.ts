import { describe, expect, it } from 'vitest';
import { hardcoverBookOf } from '../../../../test/fakes/hardcover/hardcover-book.js';
import { hardcoverHydrated } from '../../../clients/hardcover/hardcover.client.js';
import { trendingBookOf } from './trending-book.js';

const bookOf = (given: object) => {
  const [book] = hardcoverHydrated.parse({ books: [hardcoverBookOf({ id: 7, title: 'Reef', ...given })] }).books;
  return book ? trendingBookOf(book) : null;
};

describe('doc4 §3.6: what is answered about a book', () => {
  it('authors are those without a role, each once, else those that the provider keeps beside', () => {
    const by = (name: string, contribution: string | null = null) => ({ contribution, author: { name } });
    expect(bookOf({ contributions: [by('A'), by('B', 'Narrator'), by('A'), by(' ')] })?.authors).toEqual(['A']);
    expect(bookOf({ contributions: [by('B', 'Narrator')], cached_contributors: [by('C')] })?.authors).toEqual(['C']);
    expect(bookOf({ contributions: [], cached_contributors: [] })?.authors).toEqual([]);
  });

  it('the picture is an https address, else that which the provider keeps beside, else none', () => {
    const kept = { url: 'https://assets.hardcover.app/kept.jpg' };
    expect(bookOf({ image: { url: 'https://a.b/c' }, cached_image: kept })?.imageUrl).toBe('https://a.b/c');
    expect(bookOf({ image: { url: 'javascript:alert(1)' }, cached_image: kept })?.imageUrl).toBe(kept.url);
    for (const cached_image of [{}, null, 'x', { url: 'http://a.b/c' }])
      expect(bookOf({ image: null, cached_image })?.imageUrl).toBeNull();
  });

  it('ISBNs are those of thirteen digits, each once', () => {
    const isbns = ['9780000000019', null, '9780000000019', '978-0', '9780000000026'];
    expect(bookOf({ editions: isbns.map((isbn_13) => ({ isbn_13 })) })?.isbn13s).toEqual([
      '9780000000019',
      '9780000000026',
    ]);
  });

  it('what isn’t known is null, nothing or 0, and a book without a title is none', () => {
    const unknown = { rating: null, release_year: null, ratings_count: null, users_count: null, description: null };
    expect(bookOf({ ...unknown, book_series: [{ position: null, series: null }] })).toMatchObject({
      rating: null,
      year: null,
      ratingsCount: 0,
      readersCount: 0,
      description: '',
      series: null,
      seriesPosition: null,
    });
    expect([bookOf({ title: null }), bookOf({ title: ' ' })]).toEqual([null, null]);
  });
});
