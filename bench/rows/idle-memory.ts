import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Memory stands still once so many samples in a row differ by at most so much, in MiB. */
const STILL_SAMPLES = 4;
const STILL_MIB = 1;

/** Nobody waits for longer than so many rests. */
const MOST_RESTS = 6;

/**
 * What a server takes that has answered once and is then left alone until its memory stands still: V8 gives back what the
 * start needed once nothing was allocated for some twenty seconds, at a moment of its own choice.
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
        measured.push(await memoryAtRest(server, restMs));
        floors.push((await floor.usage()).rssMiB);
        await floor.stop();
      }
    } finally {
      await household.close();
    }
    return [{ ...budgeted('resident memory, idle', 'MiB', 120), measured, floor: floors }];
  },
};

async function memoryAtRest(server: MeasuredProcess, restMs: number): Promise<number> {
  await pause(restMs);
  const samples: number[] = [];
  for (let waited = restMs; waited < MOST_RESTS * restMs; waited += restMs / STILL_SAMPLES) {
    samples.push((await server.usage()).rssMiB);
    const latest = samples.slice(-STILL_SAMPLES);
    if (latest.length === STILL_SAMPLES && Math.max(...latest) - Math.min(...latest) <= STILL_MIB) break;
    await pause(restMs / STILL_SAMPLES);
  }
  return samples.at(-1) ?? 0;
}
