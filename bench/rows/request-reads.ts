import { type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { fillLedger } from '../stage/ledger.js';
import type { Call } from '../stage/load.js';
import { routeCosts } from '../stage/route-costs.js';
import { filmId, seriesId } from '../stage/titles.js';

const TITLES = 50;

/** Where titles and requests stand, with the libraries' digests in memory. */
export const requestReads: Bench = {
  name: 'request-reads',
  async measure(setting: BenchSetting) {
    const { films, series, ledger } = setting.scale;
    const household = await Household.open(setting, { films, series, known: 200 });
    try {
      await fillLedger(household, { requests: ledger, films, series, ofFirstMember: 20 });
      const [{ token = '' } = {}] = household.members;
      const get = (path: string): Call => ({ method: 'GET', path, token });
      const statuses = (kind: 'movie' | 'tv', id: (number: number) => number) =>
        Array.from({ length: TITLES }, (_, number) => get(`/api/requests/${id(number)}/status?media_type=${kind}`));
      const history: Call = { ...get('/api/admin/requests/history?limit=20'), token: household.admin };
      return await routeCosts(household.server, setting.scale, [
        { target: budgetedRatio('status of a film', 'ms', 60), calls: statuses('movie', filmId) },
        { target: budgetedRatio('status of a series', 'ms', 60), calls: statuses('tv', seriesId) },
        { target: budgetedRatio("a member's own 20 requests", 'ms', 60), calls: [get('/api/requests')] },
        { target: budgetedRatio('history, 20 requests', 'ms', 60), calls: [history] },
      ]);
    } finally {
      await household.close();
    }
  },
};
