import { once } from 'node:events';
import { FULL } from './bench.js';
import { Household } from './stage/household.js';
import { fillLedger } from './stage/ledger.js';
import { amidLife } from './stage/liveliness.js';

/** How large a household is opened. */
export interface LoadHouseOptions {
  /** The checkout, with the server and the benchmarks built. */
  readonly root: string;
  /** Requests in its ledger. */
  readonly requests: number;
}

/**
 * Opens the household of the benchmarks for a load from outside, prints its address and the calls to make, and
 * lets it live until the process is interrupted: each second a film is asked for and a webhook lands.
 */
export async function openLoadHouse({ root, requests }: LoadHouseOptions): Promise<void> {
  const { films, series } = FULL;
  const household = await Household.open({ root, scale: FULL }, { films, series, known: 200 });
  try {
    await fillLedger(household, { requests, films, series, ofFirstMember: 20 });
    await household.installWebhook();
    const key = await household.issueKey();
    const { url, pid } = household.server;
    console.log(JSON.stringify({ base: url, pid, key, bearer: household.admin }));
    await amidLife(household, async () => void (await once(process, 'SIGINT')));
  } finally {
    await household.close();
  }
}
