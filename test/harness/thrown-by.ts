/** What this work throws; `{ returned }` with its value when it throws nothing. */
export function thrownBy(work: () => unknown): unknown {
  try {
    return { returned: work() };
  } catch (fault) {
    return fault;
  }
}
