import { canonicalTitle } from './canonical-title.js';

/** A series by which another catalog's is looked for. */
export interface SoughtSeries {
  readonly tmdbId: number;
  readonly title: string;
  readonly originalTitle: string;
  /** Year of the first episode; null where unknown. */
  readonly firstAiredYear: number | null;
}

/** A series that a library manager's lookup has found. */
export interface TvCandidate {
  readonly tvdbId: number;
  /** What the manager's metadata say it is at the metadata provider; null where they don't. */
  readonly tmdbId: number | null;
  readonly title: string;
  /** Year of the first episode; 0 where the manager doesn't know it. */
  readonly year: number;
}

/** Which of the candidates is it? */
export type CandidateVerdict =
  | { readonly verdict: 'found'; readonly tvdbId: number }
  | { readonly verdict: 'ambiguous' }
  | { readonly verdict: 'none' };

const YEARS_APART = 1;

/** By the manager's own metadata: the one that names our id. Source: doc 4 section 1.14, order 3. */
export function judgeByMetadata({ tmdbId }: SoughtSeries, candidates: readonly TvCandidate[]): CandidateVerdict {
  return only(candidates.filter((candidate) => tmdbId > 0 && candidate.tmdbId === tmdbId));
}

/**
 * By title and year: the only one whose title, or ours in its own language, has the same letters and digits, and that
 * began in the same year, give or take one. One that the manager's metadata name as another series counts as a hit, so
 * it makes others ambiguous, but is never the answer. Source: doc 4 section 1.14, order 4.
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
