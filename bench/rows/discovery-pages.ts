import { BenchFailure, type Bench, type BenchSetting } from '../bench.js';
import { budgeted, unbudgeted, type Reading } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import type { Call } from '../stage/load.js';
import { routeCosts } from '../stage/route-costs.js';
import { filmId, seriesId } from '../stage/titles.js';

const TITLES = 50;
/** All films of the stage are within them, so that each row of a page is judged and goes out. */
const LIMITS = { max_movie_rating: 'PG-13', max_tv_rating: 'TV-MA' };
const PAGE = 'discovery page, cached';
const KIDS_PAGE = 'discovery page, cached, for a kids account';
const POPULAR = '/api/discover/movies/popular?page=1';

/** What people browse, with the provider's answers in memory. */
export const discoveryPages: Bench = {
  name: 'discovery-pages',
  async measure(setting: BenchSetting) {
    const household = await Household.open(setting, { films: TITLES, series: TITLES, known: 200 });
    try {
      const [{ token = '' } = {}, kid] = household.members;
      if (!kid) throw new BenchFailure('there is nobody to be a kids account');
      const limits = `/api/admin/users/${kid.userId}/content-policy`;
      await household.ask({ method: 'PUT', path: limits, token: household.admin, body: LIMITS });
      const get = (path: string): Call => ({ method: 'GET', path, token });
      const details = (kind: string, id: (number: number) => number) =>
        Array.from({ length: Math.min(TITLES, setting.scale.requests) }, (_, number) =>
          get(`/api/media/${kind}/${id(number)}`),
        );
      const readings = await routeCosts(household.server, setting.scale, [
        {
          target: budgeted(PAGE, 'ms', 1.2, 0.5),
          calls: [get(POPULAR)],
        },
        {
          target: budgeted('search page, cached', 'ms', 1.2, 0.5),
          calls: [get('/api/search?query=amber%20river&page=1')],
        },
        { target: budgeted('film, provider cached', 'ms', 2.5, 1), calls: details('movie', filmId) },
        { target: budgeted('series, provider cached', 'ms', 3, 1.2), calls: details('tv', seriesId) },
        { target: unbudgeted(KIDS_PAGE, 'ms'), calls: [{ ...get(POPULAR), token: kid.token }] },
      ]);
      return [...readings, kidsFilter(readings)];
    } finally {
      await household.close();
    }
  },
};

/** What the page costs a kids account more than anybody else, round by round. */
function kidsFilter(readings: readonly Reading[]): Reading {
  const of = (what: string): readonly number[] => readings.find((reading) => reading.what === what)?.measured ?? [];
  const plain = of(PAGE);
  const measured = of(KIDS_PAGE).map((figure, round) => figure - (plain[round] ?? 0));
  return { ...budgeted('kids filter on a cached page', 'ms', 0.5, 0.2), measured, floor: [] };
}
