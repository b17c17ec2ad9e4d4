import type { FeaturedSource } from './discovery-choices.js';

/**
 * Which source does the headline row come from? What an administrator has decided; the list provider's, where nobody has
 * and it is configured; the metadata provider's trending titles for what is not decided or not available.
 * Source: doc 3 §2.3, doc 4 §3.3.
 */
export function sourceInUse(decided: FeaturedSource | null, listprovConfigured: boolean): FeaturedSource {
  const wanted = decided ?? 'listprov_trending';
  return wanted === 'listprov_trending' && !listprovConfigured ? 'metadata_trending' : wanted;
}
