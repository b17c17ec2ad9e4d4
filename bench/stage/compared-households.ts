import { type BenchSetting } from '../bench.js';
import { budgetedRatio, unbudgeted, type Reading } from '../measure/reading.js';
import { Household } from './household.js';
import { fillLedger } from './ledger.js';
import { shoot, type Call } from './load.js';

const OF_FIRST_MEMBER = 100;

/** So often both servers are started anew. */
const MOST_STARTS = 3;

/** What is asked of a household, by its name in the table. */
export type AskedOf = (household: Household) => Promise<readonly (readonly [what: string, call: Call])[]>;

/**
 * What do these calls cost in a large ledger, in milliseconds of the server's processor time? Their floor is the same
 * call in a ledger of a tenth of its size. Rounds are interleaved; a first one warms up and is dropped.
 */
export async function comparedHouseholds(setting: BenchSetting, askedOf: AskedOf): Promise<readonly Reading[]> {
  const { ledger, largeLedger, films, series } = setting.scale;
  const small = await Household.open(setting, { films, series, known: 200 });
  const large = await Household.open(setting, { films, series, known: 200 });
  try {
    const titles = { films, series, ofFirstMember: OF_FIRST_MEMBER };
    await fillLedger(small, { ...titles, requests: ledger });
    await fillLedger(large, { ...titles, requests: largeLedger });
    return await compared(small, large, setting, askedOf);
  } finally {
    await small.close();
    await large.close();
  }
}

async function compared(
  small: Household,
  large: Household,
  { scale }: BenchSetting,
  askedOf: AskedOf,
): Promise<readonly Reading[]> {
  // Enough that full collections, which cost by what the heap holds, come as often as they do in a day and not by chance.
  const amount = scale.requests * 2;
  const [inSmall, inLarge] = [await askedOf(small), await askedOf(large)];
  const readings = inLarge.map(([what, call], place) => ({
    what,
    call,
    sameInSmall: inSmall[place]?.[1] ?? call,
    measured: [] as number[],
    floor: [] as number[],
  }));
  const firstReads = { measured: [] as number[], floor: [] as number[] };
  for (let round = 0; round < Math.min(scale.rounds, MOST_STARTS); round += 1) {
    for (const { call, sameInSmall } of readings.slice(0, 1)) {
      firstReads.floor.push(await firstReadMs(small, sameInSmall));
      firstReads.measured.push(await firstReadMs(large, call));
    }
  }
  for (let round = 0; round <= scale.rounds; round += 1) {
    for (const { call, sameInSmall, measured, floor } of readings) {
      const costIn = async ({ server }: Household, asked: Call): Promise<number> =>
        (await server.cpuMsOf(() => shoot(server.url, [asked], amount))) / amount;
      const [least, cost] = [await costIn(small, sameInSmall), await costIn(large, call)];
      if (round === 0) continue;
      measured.push(cost);
      floor.push(least);
    }
  }
  return [
    { ...unbudgeted('the first read after a start', 'ms'), ...firstReads },
    ...readings.map(({ what, measured, floor }) => ({ ...budgetedRatio(what, 'ms', 1.5, 1.1), measured, floor })),
  ];
}

/** The cost of this call as the first to a server that has just been started, in milliseconds of processor time. */
async function firstReadMs(household: Household, call: Call): Promise<number> {
  const server = await household.restart();
  return server.cpuMsOf(() => household.ask(call));
}
