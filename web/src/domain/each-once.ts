/** The items in their order, each id once: the first of them stays. */
export function eachOnce<T extends { readonly id: unknown }>(items: readonly T[]): readonly T[] {
  const seen = new Set<unknown>();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}
