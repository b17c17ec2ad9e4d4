/** As many calls as one account may have in hand and waiting; one more is refused. Source: issue 43 B12 */
const AT_ONCE = 72;

/** Makes a call of one account for each item, as many at once as are taken, and gives what came of them in order. */
export async function inWaves<T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
  const ends: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    ends.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(call))));
  return ends;
}
