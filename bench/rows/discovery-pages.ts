import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted } from '../measure/reading.js';
import { House } from '../stage/house.js';
import type { Call } from '../stage/load.js';
import { routeCosts } from '../stage/route-costs.js';
import { filmId, seriesId } from '../stage/titles.js';

const TITLES = 50;

/** What people browse, with the provider's answers in memory. */
export const discoveryPages: Bench = {
  name: 'discovery-pages',
  async measure(setting: BenchSetting) {
    const house = await House.open(setting, { films: TITLES, series: TITLES, known: 200 });
    try {
      const [{ token = '' } = {}] = house.members;
      const get = (path: string): Call => ({ method: 'GET', path, token });
      const details = (kind: string, id: (number: number) => number) =>
        Array.from({ length: Math.min(TITLES, setting.scale.requests) }, (_, number) =>
          get(`/api/media/${kind}/${id(number)}`),
        );
      return await routeCosts(house.server, setting.scale, [
        {
          target: budgeted('discovery page, cached', 'ms', 1.2, 0.5),
          calls: [get('/api/discover/movies/popular?page=1')],
        },
        {
          target: budgeted('search page, cached', 'ms', 1.2, 0.5),
          calls: [get('/api/search?query=amber%20river&page=1')],
        },
        { target: budgeted('film, provider cached', 'ms', 2.5, 1), calls: details('movie', filmId) },
        { target: budgeted('series, provider cached', 'ms', 3, 1.2), calls: details('tv', seriesId) },
      ]);
    } finally {
      await house.close();
    }
  },
};
