/**
 * Which option of a list an arrow key leads to: the next one or the one before, and around from either end. Before the first
 * press none is.
 */
export function movedOption(
  active: number | undefined,
  key: 'ArrowDown' | 'ArrowUp',
  count: number,
): number | undefined {
  if (count === 0) return undefined;
  const from = active ?? (key === 'ArrowDown' ? -1 : count);
  return (from + (key === 'ArrowDown' ? 1 : -1) + count) % count;
}
