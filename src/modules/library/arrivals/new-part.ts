import type { ServarrHappening } from '../../../clients/servarr/history.js';

/**
 * Was a file imported in this span that was the first one of its part? Parts are the episodes of a series; any other record is
 * one part. A manager notes that it deletes the file that a better one replaces.
 *
 * @param happened what has become of a record
 * @param span after `from`, up to `to`, in epoch milliseconds
 */
export function hasNewPart(
  happened: readonly Pick<ServarrHappening, 'kind' | 'at' | 'episode'>[],
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const first = new Map<number, (typeof happened)[number]>();
  for (const one of happened) {
    if (one.kind !== 'imported' && one.kind !== 'deleted') continue;
    const part = one.episode?.id ?? WHOLE;
    const known = first.get(part);
    // Of a replaced file the deletion counts, even at the same moment.
    if (!known || one.at < known.at || (one.at === known.at && one.kind === 'deleted')) first.set(part, one);
  }
  return [...first.values()].some(({ kind, at }) => kind === 'imported' && at > from && at <= to);
}

const WHOLE = 0;
