import { once } from 'node:events';
import { FULL } from './bench.js';
import { House } from './stage/house.js';
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
 * Opens the household of the benchmarks for a load from outside, prints where it stands and with what it is asked, and
 * lets it live until the process is interrupted: each second a film is asked for and a webhook lands.
 */
export async function openLoadHouse({ root, requests }: LoadHouseOptions): Promise<void> {
  const { films, series } = FULL;
  const house = await House.open({ root, scale: FULL }, { films, series, known: 200 });
  try {
    await fillLedger(house, { requests, films, series, ofFirstMember: 20 });
    await house.installWebhook();
    const key = await house.issueKey();
    const { url, pid } = house.server;
    console.log(JSON.stringify({ base: url, pid, key, bearer: house.admin }));
    await amidLife(house, async () => void (await once(process, 'SIGINT')));
  } finally {
    await house.close();
  }
}
