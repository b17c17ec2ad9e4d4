/** A book of the catalog, in the shape of examples/books.hydrate. */
export interface HardcoverBook {
  readonly id: number;
  readonly title: string | null;
  readonly description: string | null;
  readonly release_year: number | null;
  readonly rating: number | null;
  readonly ratings_count: number;
  readonly users_count: number;
  readonly cached_image: object;
  readonly cached_contributors: readonly object[];
  readonly image: { readonly url: string } | null;
  readonly contributions: readonly {
    readonly contribution: string | null;
    readonly author: { readonly name: string };
  }[];
  readonly book_series: readonly { readonly position: number | null; readonly series: { readonly name: string } }[];
  readonly editions: readonly { readonly isbn_13: string | null }[];
}

/** A book as a test gives it. */
export type HardcoverBookGiven = Partial<HardcoverBook> & Pick<HardcoverBook, 'id' | 'title'>;

/** A whole book of what is given of it. */
export function hardcoverBookOf(given: HardcoverBookGiven): HardcoverBook {
  const url = `https://assets.hardcover.app/books/${given.id}/cover.jpg`;
  return {
    description: '',
    release_year: 2025,
    rating: 4.05,
    ratings_count: 80,
    users_count: 410,
    cached_image: { url, width: 400, height: 600, color: '#204060' },
    cached_contributors: [{ author: { name: 'Ines Valdor', slug: 'ines-valdor' }, contribution: null }],
    image: { url },
    contributions: [{ contribution: null, author: { name: 'Ines Valdor' } }],
    book_series: [{ position: 1, series: { name: 'Tidal Atlas' } }],
    editions: [{ isbn_13: '9780000000019' }],
    ...given,
  };
}
