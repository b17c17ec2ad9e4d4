/** Where the headline row may come from. Source: doc 4 §3.3. */
export const FEATURED_SOURCES = ['metadata_trending', 'listprov_trending', 'metadata_popular'] as const;

/** One of {@link FEATURED_SOURCES}. */
export type FeaturedSource = (typeof FEATURED_SOURCES)[number];

/** What discovery has a place in navigation for. Source: doc 2 §4 Discovery settings. */
export const MEDIA_TYPES = ['movie', 'tv', 'book', 'music'] as const;

/** One of {@link MEDIA_TYPES}. */
export type MediaType = (typeof MEDIA_TYPES)[number];

/** Is a media type to be hidden while no instance that serves it is configured? */
export type HiddenWhenUnconfigured = Readonly<Record<MediaType, boolean>>;

/** What an administrator has decided of the rows of films and series. Both hold from the first decision on. */
export interface RowDecision {
  readonly source: FeaturedSource;
  readonly englishOnly: boolean;
}

/** What holds for discovery at a moment. */
export interface DiscoveryPreferences {
  /** What an administrator has decided, available or not; null while the source is chosen automatically. */
  readonly source: FeaturedSource | null;
  /** Are titles in other languages left out of lists? True until an administrator decides. */
  readonly englishOnly: boolean;
  readonly hiddenWhenUnconfigured: HiddenWhenUnconfigured;
}

/**
 * Which source does the headline row come from? What an administrator has decided; the list provider's, where nobody has
 * and it is configured; the metadata provider's trending titles for what is not decided or not available.
 * Source: doc 3 §2.3, doc 4 §3.3.
 */
export function sourceInUse(decided: FeaturedSource | null, listprovConfigured: boolean): FeaturedSource {
  const wanted = decided ?? 'listprov_trending';
  return wanted === 'listprov_trending' && !listprovConfigured ? 'metadata_trending' : wanted;
}
