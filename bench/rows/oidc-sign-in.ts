import { type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio } from '../measure/reading.js';
import { sideBySide } from '../measure/side-by-side.js';
import { Household } from '../stage/household.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';
import { connectProvider, signIn } from '../stage/single-sign-on.js';

const MOST_SIGN_INS = 150;

/**
 * Sign-ins by single sign-on, from the beginning to the tokens: the provider's document and keys are known, and its token
 * endpoint is called once. The floor makes the same calls and verifies the same signature. Source: issue 19 section 7
 */
export const oidcSignIn: Bench = {
  name: 'oidc-sign-in',
  async measure(setting: BenchSetting) {
    const { rounds, requests } = setting.scale;
    const amount = Math.min(MOST_SIGN_INS, requests);
    const trusting = { TRUSTED_PROXIES: '127.0.0.1/32' };
    const household = await Household.open(setting, { films: 1, series: 1, known: 1 }, undefined, trusting);
    const { url: PROVIDER, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = household.upstreamPlaces.oidc;
    const floor = await MeasuredProcess.start(benchProgram('floors/oidc-floor'), {
      PROVIDER,
      CLIENT_ID,
      CLIENT_SECRET,
    });
    try {
      await connectProvider(household);
      const { server } = household;
      const found = await sideBySide(rounds, amount, {
        measured: (round) => server.cpuMsOf(() => signIns(server.url, round * amount, amount)),
        floor: (round) => floor.cpuMsOf(() => signIns(floor.url, round * amount, amount)),
      });
      return [{ ...budgetedRatio('sign-in by single sign-on', 'ms', 8, 4), ...found }];
    } finally {
      await floor.stop();
      await household.close();
    }
  },
};

async function signIns(url: string, first: number, amount: number): Promise<void> {
  for (let number = first; number < first + amount; number += 1) await signIn(url, number);
}
