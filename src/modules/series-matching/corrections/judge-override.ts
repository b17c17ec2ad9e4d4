import type { SeasonMap } from '../matches/season-map.js';

/** What an administrator wants of a match. Source: doc 4 section 1.14, PUT. */
export type OverrideInput = CustomOverride | PausedOverride | { readonly mode: 'default' };

/** Another target, by a map of at least one season in which no target stands twice. */
export interface CustomOverride {
  readonly mode: 'custom';
  readonly tvdbId: number;
  readonly seasons: SeasonMap;
}

/** Nothing of it is delivered. The target is kept for whoever takes the pause back, and is not judged. */
export interface PausedOverride {
  readonly mode: 'paused';
  readonly tvdbId: number | null;
  readonly seasons: SeasonMap;
}

/** What a custom map is about: the seasons on both sides of it, without specials. */
interface BothSides {
  readonly sources: readonly number[];
  readonly targets: readonly number[];
}

/** Does a custom map name only seasons that exist? The seasons of the first side where it doesn't. */
type OverrideVerdict =
  | { readonly verdict: 'fits' }
  | { readonly verdict: 'unknown_sources' | 'unknown_targets'; readonly seasons: readonly number[] };

/** Source: doc 4 section 1.14. */
export function judgeOverride(map: SeasonMap, { sources, targets }: BothSides): OverrideVerdict {
  const unknownSources = [...map.keys()].filter((season) => !sources.includes(season));
  if (unknownSources.length > 0) return { verdict: 'unknown_sources', seasons: unknownSources };
  const unknownTargets = [...map.values()].filter((season) => !targets.includes(season));
  if (unknownTargets.length > 0) return { verdict: 'unknown_targets', seasons: unknownTargets };
  return { verdict: 'fits' };
}

/** Is one season of the library meant by two of the provider's? */
export function hasSharedTarget(map: SeasonMap): boolean {
  return new Set(map.values()).size < map.size;
}
