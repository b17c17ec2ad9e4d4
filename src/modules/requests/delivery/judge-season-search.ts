/** What is committed of a search before it is sent. */
export interface NotedSearch {
  /** When what is missing had last been searched for before, in epoch milliseconds; null for never. */
  readonly searchMark: number | null;
  /** When the manager answered that it will search; null while that isn't known. */
  readonly sentAt: number | null;
}

/**
 * Was this search carried out? So it was when the manager said that it will, and when what is missing has been searched
 * for since the search was noted: then only the answer was lost. Where neither is known it is sent again, so that a
 * search is sent at least once, and twice at most when the manager was slow to begin.
 *
 * @param latest when what is missing was last searched for as the library has it now; null for never
 */
export function hasRun({ searchMark, sentAt }: NotedSearch, latest: number | null): boolean {
  if (sentAt !== null) return true;
  return latest !== null && (searchMark === null || latest > searchMark);
}
