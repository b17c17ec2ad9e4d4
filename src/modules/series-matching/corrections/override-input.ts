import type { SeasonMap } from '../matches/season-map.js';

/** What an administrator wants of a match. Source: doc 4 section 1.14, PUT. */
export type OverrideInput = CustomOverride | PausedOverride | { readonly mode: 'default' };

/** Another target, by a map of at least one season in which no target stands twice. */
export interface CustomOverride {
  readonly mode: 'custom';
  readonly tvdbId: number;
  readonly seasons: SeasonMap;
}

/** Nothing of it is delivered. The target is kept for anyone who takes the pause back, and is not judged. */
export interface PausedOverride {
  readonly mode: 'paused';
  readonly tvdbId: number | null;
  readonly seasons: SeasonMap;
}
