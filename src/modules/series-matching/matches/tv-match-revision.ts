import { createHash } from 'node:crypto';
import { encodeSeasonMap, type SeasonMap } from './season-map.js';
import type { OverrideMode } from './tv-match-override-row.entity.js';

const DIGITS = 24;

/** The content that a revision identifies. How the match was found, and which seasons exist, are not part of it. */
export interface MatchContent {
  /** `default` without a correction. */
  readonly mode: OverrideMode | 'default';
  readonly tvdbId: number | null;
  readonly seasons: 'same' | SeasonMap;
}

/**
 * 24 hexadecimal digits that are equal exactly when mode, target and map are: the beginning of a SHA-256. A match that
 * is changed back has its old revision again, so that requests made by it are valid again.
 */
export function tvMatchRevision({ mode, tvdbId, seasons }: MatchContent): string {
  const content = JSON.stringify([mode, tvdbId, seasons === 'same' ? null : encodeSeasonMap(seasons)]);
  return createHash('sha256').update(content).digest('hex').slice(0, DIGITS);
}
