import { type Bench, type BenchSetting } from '../bench.js';
import { budgetedRatio, type Reading } from '../measure/reading.js';
import { House } from '../stage/house.js';
import { fillLedger } from '../stage/ledger.js';
import { shoot, type Call } from '../stage/load.js';

const OF_FIRST_MEMBER = 100;

/** Do pages of requests cost more in a large ledger? Their floor is the same page in one of a tenth of its size. */
export const ledgerPages: Bench = {
  name: 'ledger-pages',
  async measure(setting: BenchSetting) {
    const { ledger, largeLedger, films, series } = setting.scale;
    const small = await House.open(setting, { films, series, known: 200 });
    const large = await House.open(setting, { films, series, known: 200 });
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

const PAGES: readonly (readonly [what: string, call: (house: House) => Call])[] = [
  ['history, newest 50', ({ admin }) => get('/api/admin/requests/history?limit=50', admin)],
  ['history of one member, 50', (house) => get(`/api/admin/requests/history?limit=50&user_id=2`, house.admin)],
  ["a member's own 100 requests", ({ members: [first] }) => get('/api/requests', first?.token ?? '')],
  ['status of a film', ({ members: [first] }) => get('/api/requests/1/status?media_type=movie', first?.token ?? '')],
];

const get = (path: string, token: string): Call => ({ method: 'GET', path, token });

async function compared(small: House, large: House, { scale }: BenchSetting): Promise<readonly Reading[]> {
  const amount = Math.ceil(scale.requests / 4);
  const readings = PAGES.map(([what, call]) => ({ what, call, measured: [] as number[], floor: [] as number[] }));
  for (let round = 0; round <= scale.rounds; round += 1) {
    for (const { call, measured, floor } of readings) {
      const costIn = async (house: House): Promise<number> =>
        (await house.server.cpuMsOf(() => shoot(house.server.url, [call(house)], amount))) / amount;
      const [least, cost] = [await costIn(small), await costIn(large)];
      if (round === 0) continue;
      measured.push(cost);
      floor.push(least);
    }
  }
  return readings.map(({ what, measured, floor }) => ({ ...budgetedRatio(what, 'ms', 1.5, 1.1), measured, floor }));
}
