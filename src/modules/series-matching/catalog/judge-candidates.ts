/** Everything but letters and digits, including marks such as accents. */
const NOT_CANONICAL = /[^\p{L}\p{N}]/gu;

/** More than any language has, half-width kana included. Normalising sorts them, in quadratic time. */
const MARKS_WITHOUT_MEASURE = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Its letters and digits without case, accents and widths. A title without any equals no other.
 * Upper case folds `ß` and `ss`, and the two small forms of sigma, into one.
 */
export function canonicalTitle(title: string): string {
  const bounded = title.replace(MARKS_WITHOUT_MEASURE, '$1');
  const folded = bounded.normalize('NFKD').toLowerCase().toUpperCase();
  return folded.normalize('NFKD').replace(NOT_CANONICAL, '');
}

export interface SoughtSeries {
  readonly tmdbId: number;
  readonly title: string;
  readonly originalTitle: string;
  /** Year of the first episode; null when unknown. */
  readonly firstAiredYear: number | null;
}

export interface TvCandidate {
  readonly tvdbId: number;
  /** The metadata provider's id according to the manager's metadata; null when they have none. */
  readonly tmdbId: number | null;
  readonly title: string;
  /** Year of the first episode; 0 when the manager doesn't know it. */
  readonly year: number;
}

export type CandidateVerdict =
  | { readonly verdict: 'found'; readonly tvdbId: number }
  | { readonly verdict: 'ambiguous' }
  | { readonly verdict: 'none' };

const YEARS_APART = 1;

/** By the manager's own metadata: the candidate with our id. */
export function judgeByMetadata({ tmdbId }: SoughtSeries, candidates: readonly TvCandidate[]): CandidateVerdict {
  return only(candidates.filter((candidate) => tmdbId > 0 && candidate.tmdbId === tmdbId));
}

/**
 * The only candidate whose title has the same letters and digits as ours or our original one, and that began in the same year or a year
 * apart. One that the manager's metadata identify as another series makes others ambiguous, but is never chosen. Source: doc 4 section
 * 1.14, order 4.
 */
export function judgeByTitle(sought: SoughtSeries, candidates: readonly TvCandidate[]): CandidateVerdict {
  const titles = new Set([sought.title, sought.originalTitle].map(canonicalTitle).filter((title) => title !== ''));
  const hits = candidates.filter(
    ({ title, year }) => titles.has(canonicalTitle(title)) && isNear(sought.firstAiredYear, year),
  );
  const verdict = only(hits);
  const isAnother = hits.some(({ tmdbId }) => tmdbId !== null && tmdbId !== sought.tmdbId);
  return verdict.verdict === 'found' && isAnother ? { verdict: 'none' } : verdict;
}

function isNear(sought: number | null, year: number): boolean {
  return sought !== null && year > 0 && Math.abs(sought - year) <= YEARS_APART;
}

function only(hits: readonly TvCandidate[]): CandidateVerdict {
  const [tvdbId, ...others] = new Set(hits.map((hit) => hit.tvdbId).filter((id) => id > 0));
  if (tvdbId === undefined) return { verdict: 'none' };
  return others.length > 0 ? { verdict: 'ambiguous' } : { verdict: 'found', tvdbId };
}
