/** What a test says of a film; the rest is made up from its id. */
export interface TraktMovieGiven {
  /** Trakt's own id. */
  readonly id: number;
  readonly title: string;
  readonly year?: number;
  /** The id at TMDB; null where Trakt knows none. */
  readonly tmdb?: number | null;
  readonly watchers?: number;
  /** False for a title without pictures. */
  readonly hasArtwork?: boolean;
}

/** What a test says of a series. */
export interface TraktShowGiven extends TraktMovieGiven {
  readonly tvdb?: number | null;
}

/** A title as every row has it; more of it comes by `extended`. */
export interface TraktTitle {
  readonly watchers: number;
  readonly plain: Readonly<Record<string, unknown>>;
  readonly full: Readonly<Record<string, unknown>>;
  readonly images: Readonly<Record<string, unknown>>;
}

const slugOf = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const imagesOf = (folder: string, id: number): Readonly<Record<string, unknown>> => {
  const place = `walter-r2.trakt.tv/images/${folder}/000/000/${id}`;
  return {
    fanart: [`${place}/fanarts/medium/demo.jpg.webp`],
    poster: [`${place}/posters/thumb/demo.jpg.webp`],
    logo: [],
    clearart: [],
    banner: [],
    thumb: [],
  };
};

const NO_IMAGES = { fanart: [], poster: [], logo: [], clearart: [], banner: [], thumb: [] };

const FULL = {
  tagline: 'Keep the light.',
  overview: '',
  runtime: 108,
  country: 'us',
  rating: 7.2,
  votes: 300,
  comment_count: 4,
  trailer: null,
  homepage: null,
  updated_at: '2026-11-01T00:00:00.000Z',
  language: 'en',
  languages: ['en'],
  available_translations: ['en'],
  genres: ['drama'],
};

export function movieOf({
  id,
  title,
  year = 2024,
  tmdb = id,
  watchers = 1,
  hasArtwork = true,
}: TraktMovieGiven): TraktTitle {
  const ids = { trakt: id, slug: `${slugOf(title)}-${year}`, imdb: `tt${id}`, tmdb };
  return {
    watchers,
    plain: { title, year, ids },
    full: { ...FULL, released: `${year}-05-10`, status: 'released', certification: 'PG-13' },
    images: hasArtwork ? imagesOf('movies', id) : NO_IMAGES,
  };
}

export function showOf({
  id,
  title,
  year = 2025,
  tmdb = id,
  tvdb = id,
  watchers = 1,
  hasArtwork = true,
}: TraktShowGiven): TraktTitle {
  const ids = { trakt: id, slug: slugOf(title), tvdb, imdb: `tt${id}`, tmdb };
  return {
    watchers,
    plain: { title, year, ids },
    full: { ...FULL, first_aired: `${year}-01-10T02:00:00.000Z`, status: 'returning series', certification: 'TV-PG' },
    images: hasArtwork ? imagesOf('shows', id) : NO_IMAGES,
  };
}

/** The title as a call gets it. */
export function shownTitle({ plain, full, images }: TraktTitle, extended: string): Readonly<Record<string, unknown>> {
  const parts = extended.split(',');
  return { ...plain, ...(parts.includes('images') ? { images } : {}), ...(parts.includes('full') ? full : {}) };
}
