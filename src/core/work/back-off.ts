/** How long something is left alone after attempts that have failed. All times are in milliseconds. */
interface BackOff {
  /** The wait after the first attempt, after the second and so on; the last of them follows every further attempt too. */
  readonly waits: readonly number[];
  /** The longest wait that the other side may ask for, so that nothing is put off for ever; left out where it can't ask. */
  readonly longestAsked?: number;
}

/** Waits that double from one to the next, up to the longest. */
export function doubling(first: number, longest: number): readonly number[] {
  const waits: number[] = [];
  for (let wait = first; wait < longest; wait *= 2) waits.push(wait);
  return [...waits, longest];
}

/** The wait before the next attempt. @param attempts made so far @param asked the other side's wait: a longer one than ours is respected */
export function backOff({ waits, longestAsked = 0 }: BackOff, attempts: number, asked = 0): number {
  const own = waits[Math.min(Math.max(attempts, 1), waits.length) - 1] ?? 0;
  return Math.max(own, Math.min(asked, longestAsked));
}
