import type { Scale } from '../bench.js';
import { budgeted, type Reading, type Target } from '../measure/reading.js';
import { ask, shoot, type Call } from './load.js';
import { benchProgram, MeasuredProcess } from './measured-process.js';

/** A route: what is asked of it, and how good it has to be. */
export interface AskedRoute {
  readonly target: Target;
  readonly calls: readonly Call[];
  /** Requests of a round; those of the scale where nothing is said. */
  readonly requests?: number;
}

/** The most that a person waits for a read while others read, in milliseconds. */
const LONGEST_READ_MS = 50;

/**
 * What does a request of each route cost, in milliseconds of the server's processor time? Its floor is a bare HTTP
 * server that answers the bytes which the first of its calls was answered with. And how long do people wait for the slowest of
 * these routes?
 *
 * Rounds are interleaved, so that a noisy minute doesn't hit one route alone; a first one warms up and is dropped.
 *
 * @param amid what else happens while the routes are asked; nothing where it is left out. The floor is left in peace
 */
export async function routeCosts(
  server: MeasuredProcess,
  { rounds, requests }: Pick<Scale, 'rounds' | 'requests'>,
  routes: readonly AskedRoute[],
  amid: (work: () => Promise<void>) => Promise<void> = (work) => work(),
): Promise<readonly Reading[]> {
  const floor = await MeasuredProcess.start(benchProgram('floors/bytes-floor'));
  const readings = routes.map((route) => ({ route, measured: [] as number[], floor: [] as number[] }));
  const longest: number[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const waits: number[] = [];
      for (const { route, ...figures } of readings) {
        const amount = route.requests ?? requests;
        const [first] = route.calls;
        if (!first) continue;
        const bytes = await ask(server.url, first);
        await ask(floor.url, { ...first, method: 'PUT', body: JSON.parse(bytes) as unknown });
        const plain: Call = { method: 'GET', path: '/' };
        const reads = async (): Promise<void> => void waits.push(await shoot(server.url, route.calls, amount));
        const measured = await server.cpuMsOf(() => amid(reads));
        const least = await floor.cpuMsOf(() => shoot(floor.url, [plain], amount));
        if (round === 0) continue;
        figures.measured.push(measured / amount);
        figures.floor.push(least / amount);
      }
      if (round > 0) longest.push(Math.max(...waits));
    }
  } finally {
    await floor.stop();
  }
  return [
    ...readings.map(({ route, measured, floor: least }) => ({ ...route.target, measured, floor: least })),
    { ...budgeted('the slowest of these, p95', 'ms', LONGEST_READ_MS), measured: longest, floor: [] },
  ];
}
