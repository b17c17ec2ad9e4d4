/** The largest number of titles that an allowance can have. Source: doc 4 §1.18. */
export const MOST_TITLES = 1_000_000;

/** The number that was typed as an allowance; undefined for what is none. */
export function typedCount(typed: string): number | undefined {
  const text = typed.trim();
  const count = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  return count <= MOST_TITLES ? count : undefined;
}
