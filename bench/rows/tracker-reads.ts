import { type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { fillLedger } from '../stage/ledger.js';
import { amidLife } from '../stage/liveliness.js';
import type { Call } from '../stage/load.js';
import { routeCosts } from '../stage/route-costs.js';
import { filmId, seriesId } from '../stage/titles.js';

const TITLES = 50;

/** What other tools read of the ledger, while one request is written and one webhook lands every second. */
export const trackerReads: Bench = {
  name: 'tracker-reads',
  async measure(setting: BenchSetting) {
    const { films, series, ledger, requests } = setting.scale;
    const household = await Household.open(setting, { films, series, known: 200 });
    try {
      await fillLedger(household, { requests: ledger, films, series, ofFirstMember: 20 });
      await household.installWebhook();
      const key = await household.issueKey();
      const get = (path: string): Call => ({ method: 'GET', path: `/api/v1/${path}`, key });
      const titles = (path: (number: number) => string): readonly Call[] =>
        Array.from({ length: TITLES }, (_, number) => get(path(number)));
      const routes = [
        { target: budgetedRatio('status', 'ms', 13), calls: [get('status')] },
        { target: budgetedRatio('20 requests', 'ms', 50), calls: [get('request?take=20')] },
        {
          target: budgetedRatio('100 requests', 'ms', 45),
          calls: [get('request?take=100&filter=all')],
          requests: Math.ceil(requests / 2),
        },
        { target: budgetedRatio('counts of requests', 'ms', 60), calls: [get('request/count')] },
        { target: budgetedRatio('film, provider cached', 'ms', 21), calls: titles((n) => `movie/${filmId(n)}`) },
        { target: budgetedRatio('series, provider cached', 'ms', 40), calls: titles((n) => `tv/${seriesId(n)}`) },
        { target: budgetedRatio('20 people', 'ms', 20), calls: [get('user?take=20')] },
        { target: budgetedRatio('20 requests that wait', 'ms', 100), calls: [get('request?take=20&filter=pending')] },
        { target: budgetedRatio('20 requests on disk', 'ms', 100), calls: [get('request?take=20&filter=available')] },
        {
          target: budgetedRatio('20 requests, deep', 'ms', 50),
          calls: [get(`request?take=20&skip=${Math.floor(ledger * 0.9)}`)],
        },
        { target: budgetedRatio('one request', 'ms', 22), calls: titles((n) => `request/${n + 1}`) },
      ];
      return await routeCosts(household.server, setting.scale, routes, (work) => amidLife(household, work));
    } finally {
      await household.close();
    }
  },
};
