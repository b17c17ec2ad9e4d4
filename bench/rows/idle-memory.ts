import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * What a server takes that has answered once and is then left alone for half a minute: V8 gives back what the start needed
 * once nothing was allocated for some twenty seconds.
 */
export const idleMemory: Bench = {
  name: 'idle-memory',
  async measure(setting: BenchSetting) {
    const { rounds, restMs } = setting.scale;
    const household = await Household.open(setting, { films: 1, series: 1, known: 1 });
    const measured: number[] = [];
    const floors: number[] = [];
    try {
      for (let round = 0; round < rounds; round += 1) {
        const server = await household.restart();
        await household.ask({ method: 'GET', path: '/api/health', token: '' });
        const floor = await MeasuredProcess.start(benchProgram('floors/bytes-floor'));
        await pause(restMs);
        measured.push((await server.usage()).rssMiB);
        floors.push((await floor.usage()).rssMiB);
        await floor.stop();
      }
    } finally {
      await household.close();
    }
    return [{ ...budgeted('resident memory, idle', 'MiB', 120), measured, floor: floors }];
  },
};
