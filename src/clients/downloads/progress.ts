/**
 * How much of a download has come, 0 to 100 with two decimals; 0 where nobody knows its size.
 *
 * @param sizeLeftBytes what is still to come; more than the whole counts as all of it, less than nothing as nothing
 */
export function progressOf(sizeBytes: number, sizeLeftBytes: number): number {
  if (sizeBytes <= 0) return 0;
  const part = (sizeBytes - sizeLeftBytes) / sizeBytes;
  return Math.round(Math.min(1, Math.max(0, part)) * 10_000) / 100;
}
