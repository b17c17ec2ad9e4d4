/**
 * What a figure counts: milliseconds of processor time, or on a clock; seconds on the clock; memory; calls; how much of a page has
 * moved by itself, as browsers count it (CLS); or one figure by another.
 */
export type Unit = 'ms' | 's' | 'MiB' | 'calls' | 'CLS' | 'times';

/** What a line of the table is about, and how good it has to be. */
export interface Target {
  readonly what: string;
  readonly unit: Exclude<Unit, 'times'>;
  /** Is the figure itself held against the budget, or how many times the floor it is? */
  readonly judged: 'measured' | 'ratio';
  /** The most that is allowed; null for a figure without a budget. */
  readonly budget: number | null;
}

/** What was measured, round by round. */
export interface Reading extends Target {
  readonly measured: readonly number[];
  /** The least that the same work can cost, of the same rounds; empty where nothing can be said. */
  readonly floor: readonly number[];
}

/** A target of a figure without a budget. */
export const unbudgeted = (what: string, unit: Target['unit']): Target => ({
  what,
  unit,
  judged: 'measured',
  budget: null,
});

/** A target of a figure that is held against its budget. */
export const budgeted = (what: string, unit: Target['unit'], budget: number): Target => ({
  what,
  unit,
  judged: 'measured',
  budget,
});

/** A target of a figure where only its ratio to the floor is held against the budget. */
export const budgetedRatio = (what: string, unit: Target['unit'], budget: number): Target => ({
  what,
  unit,
  judged: 'ratio',
  budget,
});
