import type { SeasonMap } from '../matches/season-map.js';

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
