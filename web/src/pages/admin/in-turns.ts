/** What became of a list of calls. */
export interface InTurns {
  readonly done: readonly number[];
  readonly failed: readonly number[];
}

/** Makes a call for each of these, so many at once; one that fails stops no other. */
export async function inTurns(
  ids: readonly number[],
  atOnce: number,
  call: (id: number) => Promise<unknown>,
): Promise<InTurns> {
  const waiting = [...ids];
  const done: number[] = [];
  const failed: number[] = [];
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const isDone = await call(id).then(
        () => true,
        () => false,
      );
      (isDone ? done : failed).push(id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { done, failed };
}
