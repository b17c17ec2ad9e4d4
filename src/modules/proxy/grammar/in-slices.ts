import { nextTurn } from '../../../core/time/waiting.js';

/** Does long work to its end, with everybody else's turn wherever it pauses. @throws the signal's reason when it is aborted */
export async function inSlices<Result>(work: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    await nextTurn();
    signal?.throwIfAborted();
  }
}
