/**
 * Where each row of a list begins, and where the last one ends: one number more than there are rows.
 *
 * @param heights those of rows that were drawn, by their keys
 * @param guess the height of every other row; it stays the same, so that the end of the list stays where it is
 */
export function rowStarts(
  keys: readonly number[],
  heights: { get(key: number): number | undefined },
  guess: number,
): readonly number[] {
  let end = 0;
  return [0, ...keys.map((key) => (end += heights.get(key) ?? guess))];
}

/** A row that is drawn, and how much room of rows that aren't stands before it. */
export interface DrawnRow {
  readonly index: number;
  readonly gap: number;
}

/**
 * Which rows of a list are drawn: those between two heights of it, and those around the row that has the focus, so that it stays
 * and the next one can be reached from it.
 *
 * @param starts see {@link rowStarts}
 * @param focused the row with the focus; undefined where none has it
 * @param around so many rows before and after it
 */
export function drawnRows(
  starts: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
  focused: number | undefined,
  around: number,
): { readonly rows: readonly DrawnRow[]; readonly rest: number } {
  const count = starts.length - 1;
  const first = Math.max(0, rowAt(starts, from));
  const last = Math.min(count - 1, rowAt(starts, to));
  const indexes = new Set(Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place));
  if (focused !== undefined)
    for (let index = Math.max(0, focused - around); index <= Math.min(count - 1, focused + around); index += 1)
      indexes.add(index);
  let end = 0;
  const rows = [...indexes]
    .sort((one, other) => one - other)
    .map((index) => {
      const gap = startOf(starts, index) - end;
      end = startOf(starts, index + 1);
      return { index, gap };
    });
  return { rows, rest: startOf(starts, count) - end };
}

const startOf = (starts: readonly number[], index: number): number => starts[index] ?? 0;

/** The row at this height of the list: the last one that begins at it or before it. */
function rowAt(starts: readonly number[], height: number): number {
  let [low, high] = [0, Math.max(0, starts.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (startOf(starts, middle) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}
