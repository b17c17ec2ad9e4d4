import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 250;
const LOOK_FOR_MS = 20_000;

/** The demo did not show what it is there to show. The message is for the person at the terminal. */
export class DemoFailure extends Error {}

/** Somebody asked for the end. */
export class Interruption extends Error {
  constructor(signal: NodeJS.Signals) {
    super(`ended by ${signal}`);
  }
}

/** The first that was found. @throws DemoFailure where nothing was, with the sentence that says so */
export function firstOf<T>(found: readonly T[], otherwise: string): T {
  const [first] = found;
  if (first === undefined) throw new DemoFailure(otherwise);
  return first;
}

/** Looks until something is so. @throws DemoFailure where it isn't after a while, with the sentence that says so */
export async function until(isSo: () => Promise<boolean>, otherwise: string, lookForMs = LOOK_FOR_MS): Promise<void> {
  for (let lookedMs = 0; lookedMs < lookForMs; lookedMs += LOOK_EVERY_MS) {
    if (await isSo()) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new DemoFailure(otherwise);
}
