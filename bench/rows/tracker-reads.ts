import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, unbudgeted } from '../measure/reading.js';
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
        { target: budgeted('status', 'ms', 0.4, 0.2), calls: [get('status')] },
        { target: budgeted('20 requests', 'ms', 2.5, 1.2), calls: [get('request?take=20')] },
        {
          target: budgeted('100 requests', 'ms', 7, 3.5),
          calls: [get('request?take=100&filter=all')],
          requests: Math.ceil(requests / 2),
        },
        { target: budgeted('counts of requests', 'ms', 6, 0.5), calls: [get('request/count')] },
        { target: budgeted('film, provider cached', 'ms', 2.5, 1), calls: titles((n) => `movie/${filmId(n)}`) },
        { target: budgeted('series, provider cached', 'ms', 3, 1.2), calls: titles((n) => `tv/${seriesId(n)}`) },
        { target: budgeted('20 people', 'ms', 1.2, 0.6), calls: [get('user?take=20')] },
        { target: unbudgeted('20 requests that wait', 'ms'), calls: [get('request?take=20&filter=pending')] },
        { target: unbudgeted('20 requests on disk', 'ms'), calls: [get('request?take=20&filter=available')] },
        {
          target: unbudgeted('20 requests, deep', 'ms'),
          calls: [get(`request?take=20&skip=${Math.floor(ledger * 0.9)}`)],
        },
        { target: unbudgeted('one request', 'ms'), calls: titles((n) => `request/${n + 1}`) },
      ];
      return await routeCosts(household.server, setting.scale, routes, (work) => amidLife(household, work));
    } finally {
      await household.close();
    }
  },
};
