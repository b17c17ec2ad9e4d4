import type { AcceptedRequest } from '../../requests/requests.public.js';
import type { MatchVerdict } from '../../series-matching/series-matching.public.js';

/** Codes of deliveries that wait until an administrator has said which series is meant. */
const NEEDS_ATTENTION: ReadonlySet<string> = new Set([
  'tv_match_changed',
  'tv_match_ambiguous',
  'tv_seasons_unmapped',
  'tv_target_missing',
]);

/**
 * Why it can't be said of a series what is on disk of it: an administrator has paused its match, or its match needs attention.
 * Null where it can. Source: doc 2 section 6, availability.
 */
export function matchHold(
  { attention }: Pick<AcceptedRequest, 'attention'>,
  verdict: MatchVerdict,
): 'paused' | 'attention' | null {
  if (verdict === 'paused' || attention === 'tv_match_paused') return 'paused';
  return verdict === 'changed' || verdict === 'ambiguous' || NEEDS_ATTENTION.has(attention ?? '') ? 'attention' : null;
}
