/** What became of a list of calls. */
export interface InTurns {
  readonly done: readonly number[];
  /** Why each of the others failed. */
  readonly failed: ReadonlyMap<number, unknown>;
}

/**
 * Makes a call for each of these, so many at once; one that fails stops no other.
 *
 * @param settled hears after each call how many have ended
 */
export async function inTurns(
  ids: readonly number[],
  atOnce: number,
  call: (id: number) => Promise<unknown>,
  settled: (ended: number) => void = () => undefined,
): Promise<InTurns> {
  const waiting = [...ids].reverse();
  const done: number[] = [];
  const failed = new Map<number, unknown>();
  const work = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      try {
        await call(id);
        done.push(id);
      } catch (failure) {
        failed.set(id, failure);
      }
      settled(done.length + failed.size);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { done, failed };
}
