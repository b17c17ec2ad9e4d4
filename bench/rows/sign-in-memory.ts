import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, type Reading } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { beginSignIn, connectProvider, signIn } from '../stage/single-sign-on.js';

/** As many as the server holds. Source: doc 3 section 12.1, capacity. */
const MOST_ATTEMPTS = 2_048;
const MOST_SIGN_INS = 1_000;

/** What sign-ins from outside leave in memory: those that have begun, and those that are over. Source: issue 19 section 7. */
export const signInMemory: Bench = {
  name: 'sign-in-memory',
  async measure(setting: BenchSetting) {
    const { requests } = setting.scale;
    const trusting = { TRUSTED_PROXIES: '127.0.0.1/32' };
    const household = await Household.open(setting, { films: 1, series: 1, known: 1 }, undefined, trusting);
    const { server } = household;
    try {
      await connectProvider(household);
      // What every server loads at its first sign-in is no part of the attempts.
      await signIn(server.url, 0);
      const before = await server.collected();
      for (let number = 1; number <= Math.min(MOST_ATTEMPTS, 2 * requests); number += 1)
        await beginSignIn(server.url, number);
      const begun = await server.collected();
      for (let number = 0; number < Math.min(MOST_SIGN_INS, requests); number += 1)
        await signIn(server.url, 10_000 + number);
      const over = await server.collected();
      return [
        reading('2,048 attempts', 4, begun.heapMiB - before.heapMiB),
        reading('resident memory by 1,000 sign-ins', 25, over.rssMiB - before.rssMiB),
      ];
    } finally {
      await household.close();
    }
  },
};

const reading = (what: string, most: number, figure: number): Reading => ({
  ...budgeted(what, 'MiB', most, most),
  measured: [Math.max(0, figure)],
  floor: [],
});
