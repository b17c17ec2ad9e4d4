import type { SeasonMap } from '../matches/season-map.js';

export type OverrideInput = CustomOverride | PausedOverride | { readonly mode: 'default' };

/** Another target, with a map that names each target season once; one without seasons keeps the numbers of all. */
export interface CustomOverride {
  readonly mode: 'custom';
  readonly tvdbId: number;
  readonly seasons: SeasonMap;
}

/** Nothing of the series is delivered. The target is kept for the end of the pause, and is not validated. */
export interface PausedOverride {
  readonly mode: 'paused';
  readonly tvdbId: number | null;
  readonly seasons: SeasonMap;
}

/** The seasons of both catalogs, without specials. */
interface BothSides {
  readonly sources: readonly number[];
  readonly targets: readonly number[];
}

type OverrideVerdict =
  | { readonly verdict: 'fits' }
  | { readonly verdict: 'unknown_sources' | 'unknown_targets'; readonly seasons: readonly number[] };

export function judgeOverride(map: SeasonMap, { sources, targets }: BothSides): OverrideVerdict {
  const unknownSources = [...map.keys()].filter((season) => !sources.includes(season));
  if (unknownSources.length > 0) return { verdict: 'unknown_sources', seasons: unknownSources };
  const unknownTargets = [...map.values()].filter((season) => !targets.includes(season));
  if (unknownTargets.length > 0) return { verdict: 'unknown_targets', seasons: unknownTargets };
  return { verdict: 'fits' };
}

/** Does the map name one season of the library twice? */
export function hasSharedTarget(map: SeasonMap): boolean {
  return new Set(map.values()).size < map.size;
}
