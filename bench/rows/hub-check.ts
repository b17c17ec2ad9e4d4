import { createHash } from 'node:crypto';
import { type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio } from '../measure/reading.js';
import { sideBySide } from '../measure/side-by-side.js';
import { Household } from '../stage/household.js';
import { shoot, type Call } from '../stage/load.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';

/** The store holds 2,048 attempts, and each round needs its own. */
const MOST_ATTEMPTS = 300;

const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/**
 * Checks of sign-ins that nobody has approved yet, each of which asks the hub. The floor makes the same call to the hub and
 * gives the same answer. Source: issue 19 section 7
 */
export const hubCheck: Bench = {
  name: 'hub-check',
  async measure(setting: BenchSetting) {
    const { rounds, requests } = setting.scale;
    const amount = Math.min(MOST_ATTEMPTS, requests);
    const trusting = { TRUSTED_PROXIES: '127.0.0.1/32' };
    const household = await Household.open(setting, { films: 1, series: 1, known: 1 }, undefined, trusting);
    const floor = await MeasuredProcess.start(benchProgram('floors/pin-floor'));
    try {
      const on = { enabled: true, auto_create: true };
      await household.ask({ method: 'PUT', path: '/api/admin/hub-auth', token: household.admin, body: on });
      const hub = household.upstreamPlaces.hub.url;
      const pin = JSON.parse(await beginPin(hub)) as { readonly id: number };
      const plain: Call = { method: 'POST', path: '/', body: { url: `${hub}/api/v2/pins/${pin.id}` } };
      const found = await sideBySide(rounds, amount, {
        async measured() {
          const checks: Call[] = [];
          for (let number = 0; number < amount; number += 1) checks.push(await pendingCheck(household, number));
          return household.server.cpuMsOf(() => shoot(household.server.url, checks, amount));
        },
        floor: () => floor.cpuMsOf(() => shoot(floor.url, [plain], amount)),
      });
      return [{ ...budgetedRatio('pending check at the hub', 'ms', 4, 2), ...found }];
    } finally {
      await floor.stop();
      await household.close();
    }
  },
};

/** A sign-in that has begun, from an address of its own, since each has a budget. */
async function pendingCheck(household: Household, number: number): Promise<Call> {
  const from = `10.0.${Math.floor(number / 250)}.${(number % 250) + 1}`;
  const body = { client: 'web', challenge: CHALLENGE };
  const begun = await household.ask({ method: 'POST', path: '/api/auth/hub/begin', from, body });
  const { flow } = JSON.parse(begun) as { readonly flow: string };
  return { method: 'POST', path: '/api/auth/hub/check', from, body: { flow, verifier: VERIFIER } };
}

async function beginPin(hub: string): Promise<string> {
  const headers = { accept: 'application/json', 'x-plex-client-identifier': 'floor', 'x-plex-product': 'Floor' };
  return (await fetch(`${hub}/api/v2/pins?strong=true`, { method: 'POST', headers })).text();
}
