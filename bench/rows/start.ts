import { type Bench, type BenchSetting } from '../bench.js';
import { budgeted, unbudgeted } from '../measure/reading.js';
import { Household } from '../stage/household.js';
import { benchProgram, MeasuredProcess } from '../stage/measured-process.js';

/** From the start of the process to its first answer, as `npm start` starts it, on the database of a household. */
export const start: Bench = {
  name: 'start',
  async measure(setting: BenchSetting) {
    const household = await Household.open(setting, { films: 1, series: 1, known: 1 });
    const seconds: number[] = [];
    const cpu: number[] = [];
    const floorSeconds: number[] = [];
    const floorCpu: number[] = [];
    try {
      for (let round = 0; round < setting.scale.rounds; round += 1) {
        await household.server.stop();
        const begun = performance.now();
        const server = await household.restart();
        await household.ask({ method: 'GET', path: '/api/health', token: '' });
        seconds.push((performance.now() - begun) / 1_000);
        cpu.push((await server.usage()).cpuMs);
        const floor = await floorStart();
        floorSeconds.push(floor.seconds);
        floorCpu.push(floor.cpuMs);
      }
    } finally {
      await household.close();
    }
    return [
      { ...budgeted('start to first answer', 's', 0.7), measured: seconds, floor: floorSeconds },
      { ...unbudgeted('the same, processor time', 'ms'), measured: cpu, floor: floorCpu },
    ];
  },
};

/** The same of Node with nothing but a bare HTTP server. */
async function floorStart() {
  const begun = performance.now();
  const floor = await MeasuredProcess.start(benchProgram('floors/bytes-floor'));
  await fetch(floor.url).then((answer) => answer.text());
  const seconds = (performance.now() - begun) / 1_000;
  const { cpuMs } = await floor.usage();
  await floor.stop();
  return { seconds, cpuMs };
}
