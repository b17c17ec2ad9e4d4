/** How often something is done that finds more, the more often it is done. */
export interface Counts {
  /** In `npm test`. */
  readonly always: number;
  /** In `npm run test:all`. */
  readonly full: number;
}

/** Whether every count is the full one: `npm run test:all` sets FULL_COUNTS. */
export const hasFullCounts: boolean = (process.env.FULL_COUNTS ?? '') !== '';

/** Whether a kill is made at each step of everything: `npm run test:kills` sets EACH_STEP. */
export const killsAtEachStep: boolean = hasFullCounts || (process.env.EACH_STEP ?? '') !== '';

/** How often it is done in this run. */
export function counts({ always, full }: Counts): number {
  return hasFullCounts ? full : always;
}

/**
 * How many generated inputs a property tries: all of them with full counts, a tenth in each run, and a fiftieth for each
 * change of mutation testing (scripts/mutate.mjs).
 */
export function generatedCount(full: number): number {
  return counts({ full, always: Math.ceil(full / (process.env.MUTATE_SPECS ? 50 : 10)) });
}
