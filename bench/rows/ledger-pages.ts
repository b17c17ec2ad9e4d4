import { type Bench, type BenchSetting } from '../bench.js';
import { comparedHouseholds } from '../stage/compared-households.js';
import type { Call } from '../stage/load.js';

/** Do pages of requests cost more in a large ledger? Their floor is the same page in one of a tenth of its size. */
export const ledgerPages: Bench = {
  name: 'ledger-pages',
  measure: (setting: BenchSetting) =>
    comparedHouseholds(setting, ({ admin, members: [first] }) => {
      const ana = first?.token ?? '';
      return Promise.resolve([
        ['history, newest 50', get('/api/admin/requests/history?limit=50', admin)],
        ['history of one member, 50', get('/api/admin/requests/history?limit=50&user_id=2', admin)],
        ["a member's own 100 requests", get('/api/requests', ana)],
        ['status of a film', get('/api/requests/1/status?media_type=movie', ana)],
      ]);
    }),
};

const get = (path: string, token: string): Call => ({ method: 'GET', path, token });
