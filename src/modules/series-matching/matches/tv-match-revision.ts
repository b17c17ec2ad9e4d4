import { createHash } from 'node:crypto';
import { encodeSeasonMap, type SeasonMap } from './season-map.js';
import type { OverrideMode } from './tv-match-override-row.entity.js';

const DIGITS = 24;

/** What a revision stands for. How the match was found, and which seasons exist, are no part of it. */
export interface MatchContent {
  /** `default` wherever no administrator has decided. */
  readonly mode: OverrideMode | 'default';
  readonly tvdbId: number | null;
  readonly seasons: 'same' | SeasonMap;
}

/**
 * 24 hexadecimal digits that are equal exactly when mode, target and map are: the beginning of a SHA-256. A match that
 * goes back to what it was has its old revision again, so that requests made by it stand again.
 */
export function tvMatchRevision({ mode, tvdbId, seasons }: MatchContent): string {
  const content = JSON.stringify([mode, tvdbId, seasons === 'same' ? null : encodeSeasonMap(seasons)]);
  return createHash('sha256').update(content).digest('hex').slice(0, DIGITS);
}
