import { type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import type { Call } from '../stage/load.js';
import { routeCosts } from '../stage/route-costs.js';

const TITLES = 50;

/** What people browse, with the provider's answers in memory. */
export const discoveryPages: Bench = {
  name: 'discovery-pages',
  async measure(setting: BenchSetting) {
    const household = await Household.open(setting, { films: TITLES, series: TITLES, known: 200 });
    try {
      const [{ token = '' } = {}] = household.members;
      const get = (path: string): readonly Call[] => [{ method: 'GET', path, token }];
      return await routeCosts(household.server, setting.scale, [
        {
          target: budgetedRatio('discovery page, cached', 'ms', 15),
          calls: get('/api/discover/movies/popular?page=1'),
        },
        {
          target: budgetedRatio('search page, cached', 'ms', 15),
          calls: get('/api/search?query=amber%20river&page=1'),
        },
      ]);
    } finally {
      await household.close();
    }
  },
};
