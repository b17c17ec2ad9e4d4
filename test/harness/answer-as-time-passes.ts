import type { MovedClock } from './moved-clock.js';

/** The longest turn at a provider, or pause before it is asked again. */
const LONGEST_PAUSE_MS = 3_000;

/** What is asked, while the clock is moved a second at a time for as long as a turn at a provider, or its pause, is waited for. */
export async function answerAsTimePasses<T>(clock: MovedClock, asked: Promise<T>): Promise<T> {
  let answered = false;
  const settled = asked.finally(() => (answered = true));
  while (!answered) {
    await Promise.race([settled, clock.waitedFor(LONGEST_PAUSE_MS)]);
    if (!answered) await clock.advance(1_000);
  }
  return settled;
}
