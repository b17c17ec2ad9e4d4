/** So many titles are asked about in one call at most. Source: GET /api/requests/statuses */
const MOST_TITLES = 100;

/** The parameters of one call. */
export interface StatusCall {
  readonly movies?: string;
  readonly series?: string;
  readonly albums?: string;
  readonly books?: string;
}

/** The parameter of each kind, and what its ids look like. */
const PARAMETERS = [
  ['movie', 'movies', /^[1-9]\d*$/],
  ['tv', 'series', /^[1-9]\d*$/],
  ['music', 'albums', /^[A-Za-z0-9][\w:-]{0,99}$/],
  ['book', 'books', /^[A-Za-z]+:[A-Za-z0-9][\w:-]{0,90}$/],
] as const;

/**
 * The calls by which the states of titles are asked for: as few as the server allows, never one for each title.
 *
 * @param titles their keys, `movie/603`; of what has no id nothing is asked
 */
export function statusCalls(titles: readonly string[]): readonly StatusCall[] {
  const asked = [...new Set(titles)].flatMap((title) => {
    const [kind, id = ''] = title.split('/', 2);
    const [found] = PARAMETERS.filter(([name, , ids]) => name === kind && ids.test(id));
    return found ? [[found[1], id] as const] : [];
  });
  const calls: StatusCall[] = [];
  for (let from = 0; from < asked.length; from += MOST_TITLES) {
    const call: Partial<Record<keyof StatusCall, string>> = {};
    for (const [name, id] of asked.slice(from, from + MOST_TITLES))
      call[name] = name in call ? `${call[name]},${id}` : id;
    calls.push(call);
  }
  return calls;
}
