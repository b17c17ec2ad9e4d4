export const FEATURED_SOURCES = ['metadata_trending', 'listprov_trending', 'metadata_popular'] as const;

export type FeaturedSource = (typeof FEATURED_SOURCES)[number];

export const MEDIA_TYPES = ['movie', 'tv', 'book', 'music'] as const;

export type MediaType = (typeof MEDIA_TYPES)[number];

/** Is a media type to be hidden while no instance that serves it is configured? */
export type HiddenWhenUnconfigured = Readonly<Record<MediaType, boolean>>;

/** Both hold from an administrator's first decision on. */
export interface RowDecision {
  readonly source: FeaturedSource;
  readonly englishOnly: boolean;
}

export interface DiscoveryPreferences {
  /** What an administrator has decided, available or not; null while the source is chosen automatically. */
  readonly source: FeaturedSource | null;
  /** Are titles in other languages left out of lists? True until an administrator decides. */
  readonly englishOnly: boolean;
  readonly hiddenWhenUnconfigured: HiddenWhenUnconfigured;
}

/**
 * What an administrator has decided; else the list provider's row where that is configured. The metadata provider's
 * trending titles stand in for what isn't available.
 */
export function sourceInUse(decided: FeaturedSource | null, listprovConfigured: boolean): FeaturedSource {
  const wanted = decided ?? 'listprov_trending';
  return wanted === 'listprov_trending' && !listprovConfigured ? 'metadata_trending' : wanted;
}
