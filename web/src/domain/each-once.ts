/** The items in their order, each once: the first of those with one key stays. */
export function eachOnce<T extends { readonly id: unknown }>(
  items: readonly T[],
  keyOf: (item: T) => unknown = ({ id }) => id,
): readonly T[] {
  const seen = new Set<unknown>();
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)));
}
