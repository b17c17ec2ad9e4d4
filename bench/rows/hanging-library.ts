import { setTimeout } from 'node:timers/promises';
import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, type Reading } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { fillLedger } from '../stage/ledger.js';
import { secondsOf, type Call } from '../stage/load.js';
import { filmId } from '../stage/titles.js';

/**
 * The manager of films takes calls and answers none: how long does a person wait who looks at requests and films once a
 * second, and how long a tool that can get no page? On the clock, in one round: no processor works.
 */
export const hangingLibrary: Bench = {
  name: 'hanging-library',
  async measure(setting: BenchSetting) {
    const { films, series, ledger, hangingSeconds } = setting.scale;
    const household = await Household.open(setting, { films, series, known: 20 });
    try {
      await fillLedger(household, { requests: ledger, films, series, ofFirstMember: 20 });
      const key = await household.issueKey();
      const [{ token = '' } = {}] = household.members;
      household.hangFilms();
      const asked = async (path: string): Promise<readonly number[]> => {
        const { url } = await household.restart();
        return everySecond(url, { method: 'GET', path, token }, hangingSeconds);
      };
      const list = await asked('/api/requests');
      const status = await asked(`/api/requests/${filmId(1)}/status?media_type=movie`);
      const { url } = await household.restart();
      const page: Call = { method: 'GET', path: '/api/v1/request?take=20', key };
      // The first look after a start reads the ledger, which is no wait for a library.
      await household.ask({ ...page, path: `${page.path}&mediaType=tv` });
      const [first, second] = [await secondsOf(url, page), await secondsOf(url, page)];
      return [
        ...waitsOf('requests', list),
        ...waitsOf('status of a film', status),
        { ...budgeted("a tool's 503, the first", 's', 2.5), measured: [first], floor: [] },
        { ...budgeted("a tool's 503, the next", 's', 0.05), measured: [second], floor: [] },
      ];
    } finally {
      await household.close();
    }
  },
};

function everySecond(url: string, call: Call, seconds: number): Promise<readonly number[]> {
  return Promise.all(
    Array.from({ length: seconds }, async (_, second) => {
      await setTimeout(second * 1_000);
      return secondsOf(url, call);
    }),
  );
}

function waitsOf(what: string, seconds: readonly number[]): readonly Reading[] {
  const sorted = seconds.toSorted((one, other) => one - other);
  const [median = NaN, worst = NaN] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return [
    { ...budgeted(`${what}, median`, 's', 0.05), measured: [median], floor: [] },
    { ...budgeted(`${what}, worst`, 's', 2.5), measured: [worst], floor: [] },
  ];
}
