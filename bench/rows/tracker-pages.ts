import { type Bench, type BenchSetting } from '../bench.js';
import type { Call } from '../stage/load.js';
import { comparedHouseholds } from '../stage/compared-households.js';

const PAGES: readonly (readonly [what: string, path: string])[] = [
  ['20 requests', 'request?take=20'],
  ['100 requests', 'request?take=100&filter=all'],
  ['20 requests on disk', 'request?take=20&filter=available'],
  ['20 requests by their change', 'request?take=20&sort=modified'],
  ['counts of requests', 'request/count'],
];

/** Does what other tools read cost more in a large ledger? The floor is the same in one of a tenth of its size. */
export const trackerPages: Bench = {
  name: 'tracker-pages',
  measure: (setting: BenchSetting) =>
    comparedHouseholds(setting, async (household) => {
      const key = await household.issueKey();
      return PAGES.map(
        ([what, path]) => [what, { method: 'GET', path: `/api/v1/${path}`, key } satisfies Call] as const,
      );
    }),
};
