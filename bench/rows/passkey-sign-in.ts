import {
  type CreationRequest,
  type SignInRequest,
  SoftAuthenticator,
} from '../../test/fakes/authenticator/soft-authenticator.js';
import { type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio } from '../measure/reading.js';
import { sideBySide } from '../measure/side-by-side.js';
import { Household } from '../stage/household.js';
import { ask } from '../stage/load.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';

const MOST_SIGN_INS = 200;

interface Begun<Request> {
  readonly options: { readonly publicKey: Request };
  readonly session_id: string;
}

/**
 * Sign-ins with a passkey, from the challenge to the tokens, each on the disk before it is answered. The floor hands out a
 * challenge and verifies the same signature. Source: issue 19 section 7
 */
export const passkeySignIn: Bench = {
  name: 'passkey-sign-in',
  async measure(setting: BenchSetting) {
    const { rounds, requests } = setting.scale;
    const amount = Math.min(MOST_SIGN_INS, requests);
    const trusting = { TRUSTED_PROXIES: '127.0.0.1/32' };
    const household = await Household.open(setting, { films: 1, series: 1, known: 1 }, undefined, trusting);
    const passkey = new SoftAuthenticator();
    const floor = await MeasuredProcess.start(benchProgram('floors/passkey-floor'), {
      PUBLIC_KEY: passkey.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    });
    try {
      const { server } = household;
      await register(household, passkey);
      const found = await sideBySide(rounds, amount, {
        measured: (round) => server.cpuMsOf(() => signIns(server.url, passkey, { amount, round })),
        floor: (round) => floor.cpuMsOf(() => signIns(floor.url, passkey, { amount, round })),
      });
      return [{ ...budgetedRatio('sign-in with a passkey', 'ms', 8, 4), ...found }];
    } finally {
      await floor.stop();
      await household.close();
    }
  },
};

async function register({ server, admin }: Household, passkey: SoftAuthenticator): Promise<void> {
  const call = (path: string, body?: unknown) =>
    ask(server.url, { method: 'POST', path: `/api/auth/passkey/register/${path}`, token: admin, body });
  const { options, session_id } = JSON.parse(await call('begin')) as Begun<CreationRequest>;
  await call(`finish?session_id=${session_id}`, passkey.create(options.publicKey, server.url));
}

/** Each comes from an address of its own, since each has a budget, and is on one device, as people are. */
async function signIns(
  url: string,
  passkey: SoftAuthenticator,
  { amount, round }: { readonly amount: number; readonly round: number },
): Promise<void> {
  for (let number = 0; number < amount; number += 1) {
    const from = `10.${round + 1}.${Math.floor(number / 250)}.${(number % 250) + 1}`;
    const call = (path: string, body?: unknown) =>
      ask(url, { method: 'POST', path: `/api/auth/passkey/login/${path}`, from, body });
    const { options, session_id } = JSON.parse(await call('begin')) as Begun<SignInRequest>;
    const answer = passkey.get(options.publicKey, url);
    await call(`finish?session_id=${session_id}&device_name=bench&hardware_id=bench`, answer);
  }
}
