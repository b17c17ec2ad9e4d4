/** The day of a moment in UTC, `YYYY-MM-DD`. @param epochMs epoch milliseconds */
export function utcDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
