/**
 * The middle of some figures: half of them are smaller, half are larger. One bad round doesn't move it.
 *
 * @throws RangeError when there are none
 */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('no figures have no median');
  return (lower + upper) / 2;
}

/** How far apart the rounds lie, as a part of their median: 0.1 when the worst is a tenth of it above the best. */
export function spread(figures: readonly number[]): number {
  const middle = median(figures);
  return middle === 0 ? 0 : (Math.max(...figures) - Math.min(...figures)) / middle;
}

/** How many times its floor a figure is, by the medians of both; null without a floor. */
export function ratioOf({
  measured,
  floor,
}: {
  readonly measured: readonly number[];
  readonly floor: readonly number[];
}): number | null {
  return floor.length === 0 || median(floor) === 0 ? null : median(measured) / median(floor);
}
