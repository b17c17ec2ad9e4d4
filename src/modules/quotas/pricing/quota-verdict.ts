/** What a selection asks of one allowance. Times are epoch milliseconds. */
export interface Demand {
  /** The limit; null when there is none. */
  readonly count: number | null;
  /** Units of the selection, those that a charge pays for already among them. */
  readonly selected: number;
  /** When each of those charges stops counting: its unit costs anew from then on. */
  readonly sharedUntil: readonly number[];
  /** When each other charge that counts now stops counting; earliest first. */
  readonly othersUntil: readonly number[];
}

/** May a selection be accepted? */
export interface Verdict {
  readonly fits: boolean;
  /** When it may be, if nothing else is asked for meanwhile; null when that is now or never. Epoch milliseconds. */
  readonly earliestFitsAt: number | null;
  /** True when it never fits, for it is larger than a whole limit. */
  readonly reduceSelection: boolean;
}

/**
 * May a selection be accepted, and if not, when? It is accepted as a whole or not at all.
 * Source: doc 2 section 4, requests rule 3.
 */
export function judgeSelection(demands: readonly Demand[], now: number): Verdict {
  const fitsAt = (moment: number): boolean => demands.every((demand) => isMetAt(demand, moment));
  if (fitsAt(now)) return { fits: true, earliestFitsAt: null, reduceSelection: false };
  // Room only comes when enough of the others have expired, so nothing can start to fit at any other moment.
  const moments = demands.map(roomFrom).filter(Number.isFinite);
  const earliest = moments.sort((a, b) => a - b).find(fitsAt);
  return { fits: false, earliestFitsAt: earliest ?? null, reduceSelection: earliest === undefined };
}

function isMetAt(demand: Demand, moment: number): boolean {
  const { selected, sharedUntil } = demand;
  const isFree = sharedUntil.length === selected && sharedUntil.every((expiry) => expiry > moment);
  return isFree || roomFrom(demand) <= moment;
}

/**
 * From when on is there room for the whole selection beside the others? What a charge pays for takes its place
 * before that charge expires and after: first as used, then as asked for.
 */
function roomFrom({ count, selected, othersUntil }: Demand): number {
  if (count === null) return -Infinity;
  const room = count - selected;
  if (room < 0) return Infinity;
  return othersUntil[othersUntil.length - room - 1] ?? -Infinity;
}
