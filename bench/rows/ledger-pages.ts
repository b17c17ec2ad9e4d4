import { type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio, type Reading } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { fillLedger } from '../stage/ledger.js';
import { shoot, type Call } from '../stage/load.js';

const OF_FIRST_MEMBER = 100;

/**
 * Do pages of requests cost more in a large ledger, for people and for other tools? Their floor is the same page in a ledger of a
 * tenth of its size. Rounds are interleaved; a first one warms up and is dropped.
 */
export const ledgerPages: Bench = {
  name: 'ledger-pages',
  async measure(setting: BenchSetting) {
    const { ledger, largeLedger, films, series } = setting.scale;
    const small = await Household.open(setting, { films, series, known: 200 });
    const large = await Household.open(setting, { films, series, known: 200 });
    try {
      const titles = { films, series, ofFirstMember: OF_FIRST_MEMBER };
      await fillLedger(small, { ...titles, requests: ledger });
      await fillLedger(large, { ...titles, requests: largeLedger });
      return await compared(small, large, setting);
    } finally {
      await small.close();
      await large.close();
    }
  },
};

/** The pages, by their names in the table. */
async function pagesOf(household: Household): Promise<ReadonlyMap<string, Call>> {
  const { admin, members } = household;
  const key = await household.issueKey();
  const get = (path: string, token: string): Call => ({ method: 'GET', path, token });
  const forTools = (path: string): Call => ({ method: 'GET', path: `/api/v1/${path}`, key });
  return new Map([
    ['history, newest 50', get('/api/admin/requests/history?limit=50', admin)],
    ['history of one member, 50', get('/api/admin/requests/history?limit=50&user_id=2', admin)],
    ["a member's own 100 requests", get('/api/requests', members[0]?.token ?? '')],
    ['for tools: 20 requests', forTools('request?take=20')],
    ['for tools: 20 requests on disk', forTools('request?take=20&filter=available')],
    ['for tools: counts of requests', forTools('request/count')],
  ]);
}

async function compared(small: Household, large: Household, { scale }: BenchSetting): Promise<readonly Reading[]> {
  // Enough that full collections, which cost by what the heap holds, come as often as they do in a day and not by chance.
  const amount = scale.requests * 2;
  const [inSmall, inLarge] = [await pagesOf(small), await pagesOf(large)];
  const costIn = async ({ server }: Household, call: Call): Promise<number> =>
    (await server.cpuMsOf(() => shoot(server.url, [call], amount))) / amount;
  const readings = [...inLarge].map(([what, call]) => ({
    what,
    call,
    inSmall: inSmall.get(what) ?? call,
    measured: [] as number[],
    floor: [] as number[],
  }));
  for (let round = 0; round <= scale.rounds; round += 1) {
    for (const reading of readings) {
      const [least, cost] = [await costIn(small, reading.inSmall), await costIn(large, reading.call)];
      if (round === 0) continue;
      reading.measured.push(cost);
      reading.floor.push(least);
    }
  }
  return readings.map(({ what, measured, floor }) => ({ ...budgetedRatio(what, 'ms', 1.5), measured, floor }));
}
