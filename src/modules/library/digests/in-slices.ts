import { nextTurn } from '../../../core/time/waiting.js';

/** So many take a few milliseconds. */
const SLICE = 1_000;

/** What becomes of each, in order, with everybody else's turn after every thousand: a library has tens of thousands. */
export async function mapInSlices<T, V>(all: Iterable<T>, show: (one: T) => V): Promise<readonly V[]> {
  const shown: V[] = [];
  for (const one of all) {
    shown.push(show(one));
    if (shown.length % SLICE === 0) await nextTurn();
  }
  return shown;
}
