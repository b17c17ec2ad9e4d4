import {
  RATING_SOURCES,
  type KnownSchemes,
  type Rating,
  type RatingSource,
  type TitleKind,
} from '../../metadata/metadata.public.js';

/** A rating of a region. */
interface CertificationView {
  readonly certification: string;
  /** What it says; left out where nobody has written it down. */
  readonly meaning?: string;
  /** The higher, the less is it for children; 0 stands for titles without a rating and is never a cap. */
  readonly order: number;
  /** A cap to begin with. */
  readonly default?: true;
}

/** The answer of GET /api/admin/certifications. Source: doc 3 section 5.3. */
export interface CertificationsView {
  /** By region, ISO 3166-1 alpha-2. */
  readonly movie: Readonly<Record<string, readonly CertificationView[]>>;
  /** By region, ISO 3166-1 alpha-2. */
  readonly tv: Readonly<Record<string, readonly CertificationView[]>>;
  /** Where they come from: the provider within a day, its last good copy, or what is built in. */
  readonly source: 'tmdb' | 'cached' | 'builtin';
}

/** Caps to begin with; a client suggests its own for every other region. Source: doc 3 section 5.3. */
const SUGGESTED = { movie: 'PG', tv: 'TV-PG' } as const;
const SUGGESTED_REGION = 'US';

const SOURCES = { provider: 'tmdb', kept: 'cached', built_in: 'builtin' } as const;

/** The schemes of films and series; their source is the weaker one. */
export function certificationsView(movie: KnownSchemes, tv: KnownSchemes): CertificationsView {
  return { movie: kindView('movie', movie), tv: kindView('tv', tv), source: SOURCES[weaker(movie.source, tv.source)] };
}

function kindView(kind: TitleKind, { schemes }: KnownSchemes): CertificationsView[TitleKind] {
  const entries = [...schemes].flatMap(([region, ratings]) => {
    const suggested = region === SUGGESTED_REGION ? SUGGESTED[kind] : undefined;
    return ratings
      ? [[region, [...ratings].sort(byOrder).map((rating) => ratingView(rating, suggested))] as const]
      : [];
  });
  return Object.fromEntries(entries);
}

function ratingView({ certification, meaning, order }: Rating, suggested: string | undefined): CertificationView {
  return {
    certification,
    ...(meaning === '' ? {} : { meaning }),
    order,
    ...(certification === suggested ? { default: true as const } : {}),
  };
}

const byOrder = (a: Rating, b: Rating): number => a.order - b.order;

const weaker = (one: RatingSource, other: RatingSource): RatingSource =>
  RATING_SOURCES.indexOf(one) > RATING_SOURCES.indexOf(other) ? one : other;
