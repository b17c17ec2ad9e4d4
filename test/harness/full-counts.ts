/** How often something is done that finds more, the more often it is done. */
export interface Counts {
  /** In `npm test`. */
  readonly always: number;
  /** In `npm run test:all`. */
  readonly full: number;
}

/** Whether every count is the full one: `npm run test:all` sets FULL_COUNTS. */
export const hasFullCounts: boolean = (process.env.FULL_COUNTS ?? '') !== '';

/** How often it is done in this run. */
export function counts({ always, full }: Counts): number {
  return hasFullCounts ? full : always;
}
