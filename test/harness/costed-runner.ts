import { readFileSync } from 'node:fs';
import { TestRunner, type RunnerTestFile, type RunnerTestSuite } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of processor time. */
    cpuSeconds?: number;
  }
}

/** The unit in which Linux gives the processor time of ended children. */
const TICKS_PER_SECOND = 100;

/**
 * Measures what each file of tests costs, for the report at the end of a run (scripts/test-report.mjs): the processor
 * time of this process and of those that it has started, from the moment at which the file is loaded.
 */
export default class CostedRunner extends TestRunner {
  private began = 0;

  override onCollectStart(file: RunnerTestFile): void {
    this.began = spent();
    super.onCollectStart(file);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (suite.file === suite) suite.meta.cpuSeconds = spent() - this.began;
  }
}

/** Seconds of processor time until now. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  if (process.platform !== 'linux') return (user + system) / 1_000_000;
  return ofTree(process.pid) / TICKS_PER_SECOND;
}

/** Of a process, its children that have ended, and those that go on. Source: proc(5), utime to cstime, and children. */
function ofTree(pid: number): number {
  const text = fileOf(pid, 'stat');
  const times = text.slice(text.lastIndexOf(')')).split(' ').slice(12, 16);
  const children = fileOf(pid, `task/${pid}/children`).split(' ').filter(Boolean);
  return sum(times.map(Number)) + sum(children.map((child) => ofTree(Number(child))));
}

/** Empty for a process that has ended meanwhile. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
