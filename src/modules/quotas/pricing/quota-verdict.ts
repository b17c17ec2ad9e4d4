/** What a selection needs of one allowance. Times are epoch milliseconds. */
export interface Demand {
  /** The limit; null when there is none. */
  readonly count: number | null;
  /** The units of the selection, including those that a charge already pays for. */
  readonly selected: number;
  /** When each of those charges expires: its unit costs a new charge from then on. */
  readonly sharedUntil: readonly number[];
  /** When each other charge that counts now expires; earliest first. */
  readonly othersUntil: readonly number[];
}

/** Whether a selection fits. */
export interface Verdict {
  readonly fits: boolean;
  /** When it will fit, if nothing else is requested meanwhile; null when it fits now or never. Epoch milliseconds. */
  readonly earliestFitsAt: number | null;
  /** True when it never fits, because it is larger than a whole limit. */
  readonly reduceSelection: boolean;
}

/**
 * Judges whether a selection fits, and if not, when it will. It is accepted as a whole or not at all. Source: doc 2
 * section 4, requests rule 3.
 */
export function judgeSelection(demands: readonly Demand[], now: number): Verdict {
  const fitsAt = (moment: number): boolean => demands.every((demand) => isMetAt(demand, moment));
  if (fitsAt(now)) return { fits: true, earliestFitsAt: null, reduceSelection: false };
  // A selection can start to fit only when enough other charges have expired.
  const moments = demands.map(fitsFrom).filter(Number.isFinite);
  const earliest = moments.sort((a, b) => a - b).find(fitsAt);
  return { fits: false, earliestFitsAt: earliest ?? null, reduceSelection: earliest === undefined };
}

function isMetAt(demand: Demand, moment: number): boolean {
  const { selected, sharedUntil } = demand;
  const isFree = sharedUntil.length === selected && sharedUntil.every((expiry) => expiry > moment);
  return isFree || fitsFrom(demand) <= moment;
}

/**
 * The moment from which the allowance has units for the whole selection beside the other charges. A shared unit counts
 * both before its charge expires, as used, and afterwards, as requested.
 */
function fitsFrom({ count, selected, othersUntil }: Demand): number {
  if (count === null) return -Infinity;
  const left = count - selected;
  if (left < 0) return Infinity;
  return othersUntil[othersUntil.length - left - 1] ?? -Infinity;
}
