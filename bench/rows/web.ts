import { type Bench, type BenchSetting } from '../bench.js';
import { Household } from '../stage/household.js';
import { fillLedger } from '../stage/ledger.js';
import { fillQueue } from '../stage/queue.js';
import { webPages } from '../stage/web-pages.js';

/** So many requests the administrator has made, who is the one that uses the browser. */
const OF_ADMINISTRATOR = 20;

/**
 * The web app: how fast its pages are in a slow browser. Pages have posters, and as many requests
 * wait for approval as there are in the ledger. Source: issue 22, speed.
 */
export const web: Bench = {
  name: 'web',
  async measure(setting: BenchSetting) {
    const { films, series, ledger } = setting.scale;
    const household = await Household.open(setting, { films, series, known: 200, posters: true });
    try {
      await fillLedger(household, { requests: ledger, films, series, ofFirstMember: 100 });
      await fillQueue(household, ledger, OF_ADMINISTRATOR);
      return await webPages(setting, household);
    } finally {
      await household.close();
    }
  },
};
