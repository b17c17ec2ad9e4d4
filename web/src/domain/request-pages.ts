/** Where a page of requests begins: it has those that follow this number; undefined for the newest. */
export type PageStart = number | undefined;

/** The numbers of the requests of a page, newest first; undefined until it has been read. */
export type PageReader = (start: PageStart) => readonly number[] | undefined;

/** So many pages take in what has been pushed off one. What was made since then is more than that rarely. */
const MOST_BETWEEN = 2;

/**
 * The pages that together have every request from the newest to the end of the last page, without a gap and without a page that
 * adds nothing. Requests that were made meanwhile push others off the end of a page: one more page takes these in, and none of
 * the following ones has to be read again. Where it can't be known that nothing is missing, the pages that follow are left out.
 *
 * @param starts where pages begin that are wanted or have been read, from the newest on
 * @param size of a page; one that isn't full is the last one
 */
export function chainOf(starts: readonly PageStart[], idsOf: PageReader, size: number): readonly PageStart[] {
  const chain: PageStart[] = [undefined];
  let later = starts.slice(1);
  for (let between = 0; between <= MOST_BETWEEN;) {
    const ids = idsOf(chain.at(-1));
    if (ids === undefined) return [...chain, ...later];
    const end = ids.at(-1);
    if (end === undefined || ids.length < size || later.length === 0) return chain;
    // A page that begins with a request of this one leaves no gap; that which goes back furthest is enough.
    const next = later.findLastIndex((start) => start !== undefined && ids.includes(start));
    chain.push(next === -1 ? end : later[next]);
    later = later.slice(next + 1);
    between = next === -1 ? between + 1 : 0;
  }
  return chain.slice(0, -1);
}

/** Where the page begins that follows the last of these; undefined where that is the end, or isn't known yet. */
export function startAfter(chain: readonly PageStart[], idsOf: PageReader, size: number): number | undefined {
  const ids = idsOf(chain.at(-1));
  return ids === undefined || ids.length < size ? undefined : ids.at(-1);
}

/**
 * Those pages that have one of these requests, at most so many of them. A request is taken to be on the first page that has it.
 *
 * @param wanted in the order in which they matter
 */
export function pagesWith(
  chain: readonly PageStart[],
  idsOf: PageReader,
  wanted: readonly number[],
  most: number,
): ReadonlySet<PageStart> {
  const pageOf = new Map<number, PageStart>();
  for (const start of chain.toReversed()) for (const id of idsOf(start) ?? []) pageOf.set(id, start);
  const found = new Set<PageStart>();
  for (const id of wanted) if (found.size < most && pageOf.has(id)) found.add(pageOf.get(id));
  return found;
}
