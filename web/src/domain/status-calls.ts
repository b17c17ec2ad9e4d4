/** So many titles are asked about in one call at most. Source: GET /api/requests/statuses */
const MOST_TITLES = 100;

/** The parameters of one call. */
export interface StatusCall {
  readonly movies?: string;
  readonly series?: string;
}

/**
 * The calls by which the states of titles are asked for: as few as the server allows, never one for each title.
 *
 * @param titles their keys, `movie/603`; of other kinds nothing is asked
 */
export function statusCalls(titles: readonly string[]): readonly StatusCall[] {
  const asked = [...new Set(titles)].filter((title) => /^(?:movie|tv)\/[1-9]\d*$/.test(title));
  const calls: StatusCall[] = [];
  for (let from = 0; from < asked.length; from += MOST_TITLES) {
    const part = asked.slice(from, from + MOST_TITLES);
    const ids = (kind: string): string =>
      part.flatMap((title) => (title.startsWith(`${kind}/`) ? title.slice(kind.length + 1) : [])).join();
    calls.push({ ...(ids('movie') && { movies: ids('movie') }), ...(ids('tv') && { series: ids('tv') }) });
  }
  return calls;
}
