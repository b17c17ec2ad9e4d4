import { BenchFailure, type Bench, type BenchSetting } from '../bench.js';
import { budgeted, budgetedRatio, unbudgeted } from '../measure/reading.js';
import { fillAwaited } from '../stage/awaited-requests.js';
import { turnOnChannels, writesOf } from '../stage/channels.js';
import { Household } from '../stage/household.js';
import { ask } from '../stage/load.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';

const SWEEP = 'notifications.observe';
const SWEEPS_A_ROUND = 20;
/** A first sweep reads each series, a second one the rest of those that hung. */
const FIRST_SWEEPS = 3;

/**
 * A sweep for what has become available that finds everything as it was, over two libraries in memory. The floor is one
 * indexed SELECT of the same open requests. Source: issue 24, Speed.
 */
export const availabilitySweep: Bench = {
  name: 'availability-sweep',
  async measure(setting: BenchSetting) {
    const { films, series, ledger, rounds } = setting.scale;
    const open = Math.floor(ledger / 5);
    const household = await Household.open(setting, { films, series, known: 20, channels: true, jobs: true });
    try {
      await fillAwaited(household, { requests: ledger, open, films, series });
      await turnOnChannels(household);
      const { server } = household;
      const first = await server.cpuMsOf(() => server.runJob(SWEEP));
      for (let sweep = 1; sweep < FIRST_SWEEPS; sweep += 1) await server.runJob(SWEEP);
      const observed = await household.firstColumn('SELECT count(*) FROM notification_observations');
      if (observed[0] !== open + Math.floor((ledger - open) / 2))
        throw new BenchFailure(`${observed[0]} requests were observed: the libraries were not read.`);
      const floor = await MeasuredProcess.start(benchProgram('floors/select-floor'), {
        DATABASE_FILE: household.databaseFile,
        FIRST_OPEN: String(ledger - open),
      });
      const select = (): Promise<string> => ask(floor.url, { method: 'GET', path: '/' });
      const { length } = JSON.parse(await select()) as { length: number };
      if (length !== open) throw new BenchFailure(`The floor reads ${length} open requests in place of ${open}.`);
      const [sweeps, selects, writes]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round <= rounds; round += 1) {
        const before = await writesOf(household);
        const sweep = await server.cpuMsOf(() => repeated(() => server.runJob(SWEEP)));
        const written = (await writesOf(household)) - before;
        const least = await floor.cpuMsOf(() => repeated(select));
        if (round === 0) continue;
        sweeps.push(sweep / SWEEPS_A_ROUND);
        selects.push(least / SWEEPS_A_ROUND);
        writes.push(written);
      }
      await floor.stop();
      return [
        { ...budgetedRatio(`unchanged, ${open} open of ${ledger}`, 'ms', 3, 1.5), measured: sweeps, floor: selects },
        { ...budgeted(`the same, ${SWEEPS_A_ROUND} times`, 'writes', 0, 0), measured: writes, floor: [] },
        { ...unbudgeted('the first after a start', 'ms'), measured: [first], floor: [] },
      ];
    } finally {
      await household.close();
    }
  },
};

async function repeated(work: () => Promise<unknown>): Promise<void> {
  for (let times = 0; times < SWEEPS_A_ROUND; times += 1) await work();
}
