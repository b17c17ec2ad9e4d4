import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, unbudgeted } from '../measure/reading.js';
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
    const { films, series, ledger, requests } = setting.scale;
    const household = await Household.open(setting, { films, series, known: 200 });
    try {
      await fillLedger(household, { requests: ledger, films, series, ofFirstMember: 20 });
      const [{ token = '' } = {}] = household.members;
      const get = (path: string): Call => ({ method: 'GET', path, token });
      const statuses = (kind: 'movie' | 'tv', id: (number: number) => number) =>
        Array.from({ length: TITLES }, (_, number) => get(`/api/requests/${id(number)}/status?media_type=${kind}`));
      const history = (limit: number): Call => ({
        ...get(`/api/admin/requests/history?limit=${limit}`),
        token: household.admin,
      });
      return await routeCosts(household.server, setting.scale, [
        { target: budgeted('GET /api/health', 'ms', 0.4, 0.2), calls: [get('/api/health')] },
        { target: budgeted('status of a film', 'ms', 2.5, 1), calls: statuses('movie', filmId) },
        { target: budgeted('status of a series', 'ms', 3, 1.2), calls: statuses('tv', seriesId) },
        { target: budgeted("a member's own 20 requests", 'ms', 2.5, 1.2), calls: [get('/api/requests')] },
        { target: budgeted('history, 20 requests', 'ms', 2.5, 1.2), calls: [history(20)] },
        {
          target: budgeted('history, 100 requests', 'ms', 7, 3.5),
          calls: [history(100)],
          requests: Math.ceil(requests / 2),
        },
        {
          target: budgeted('list of accounts, 20', 'ms', 1.2, 0.6),
          calls: [{ ...history(0), path: '/api/admin/users' }],
        },
        { target: unbudgeted("a member's allowances", 'ms'), calls: [get('/api/me/request-quotas')] },
      ]);
    } finally {
      await household.close();
    }
  },
};
