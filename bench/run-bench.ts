import { cpus, loadavg } from 'node:os';
import { BENCHES } from './all-benches.js';
import { BenchFailure, FULL, SMOKE } from './bench.js';
import { tableOf, type Measured } from './measure/table.js';
import { verdictOf } from './measure/verdict.js';

export interface BenchOptions {
  /** The checkout, with the server and the benchmarks built. */
  readonly root: string;
  /** Which benchmarks; all of them where none is named. */
  readonly names: readonly string[];
  /** True to end with 1 when something is over its budget. */
  readonly strict: boolean;
  /** True to see only that they run, with next to no data. */
  readonly smoke: boolean;
}

const USAGE = 2;

/** Runs benchmarks one after the other and prints what they have measured. Resolves with the exit code. */
export async function runBench({ root, names, strict, smoke }: BenchOptions): Promise<number> {
  const unknown = names.filter((name) => !BENCHES.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no benchmark ${unknown.join(', ')}; there are ${BENCHES.map(({ name }) => name).join(', ')}.`,
    );
    return USAGE;
  }
  const scale = smoke ? SMOKE : FULL;
  const measured: Measured[] = [];
  const failed: string[] = [];
  for (const bench of BENCHES) {
    if (names.length > 0 && !names.includes(bench.name)) continue;
    console.error(`${bench.name} ...`);
    try {
      measured.push({ name: bench.name, readings: await bench.measure({ root, scale }) });
    } catch (error) {
      if (!(error instanceof BenchFailure)) throw error;
      // The others take long, and their figures are worth having.
      failed.push(bench.name);
      console.error(`${bench.name} failed. ${error.message}`);
    }
  }
  console.log(`${tableOf(measured)}\n\n${surroundings()}`);
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(', ')}.`);
    return 1;
  }
  const isOver = measured.some(({ readings }) => readings.some((reading) => verdictOf(reading) === 'OVER'));
  return strict && isOver ? 1 : 0;
}

/** What the figures were measured on. */
function surroundings(): string {
  const [cpu] = cpus();
  const load = loadavg().map((figure) => figure.toFixed(1));
  return `Node ${process.versions.node}, ${cpus().length} × ${cpu?.model ?? 'processor'}; load average at the end ${load.join(', ')}`;
}
