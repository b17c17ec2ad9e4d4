/**
 * What a figure counts: milliseconds of processor time, or on a browser's clock; seconds on the clock; memory; calls; writes to the
 * database; how much of a page has moved by itself, as browsers count it (CLS); or one figure by another.
 */
export type Unit = 'ms' | 's' | 'MiB' | 'calls' | 'writes' | 'CLS' | 'times';

/** What a line of the table is about, and how good it has to be. */
export interface Target {
  readonly what: string;
  readonly unit: Exclude<Unit, 'times'>;
  /** Is the figure itself held against the budget, or how many times the floor it is? */
  readonly judged: 'measured' | 'ratio';
  /** The most that is allowed; null for a figure without a budget. */
  readonly budget: number | null;
  /** What is aimed at; null where there is no budget. */
  readonly goal: number | null;
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
  goal: null,
});

/** A target of a figure that is held against its budget. */
export const budgeted = (what: string, unit: Target['unit'], budget: number, goal: number): Target => ({
  what,
  unit,
  judged: 'measured',
  budget,
  goal,
});

/** A target of a figure where only its ratio to the floor is held against the budget. */
export const budgetedRatio = (what: string, unit: Target['unit'], budget: number, goal: number): Target => ({
  ...budgeted(what, unit, budget, goal),
  judged: 'ratio',
});
