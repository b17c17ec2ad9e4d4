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
 * time of this process and of the processes that it has waited for, from the moment at which the file is loaded.
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
  return (user + system) / 1_000_000 + ofChildren();
}

/** Those that have ended; none where the system doesn't say so. Source: proc(5), cutime and cstime. */
function ofChildren(): number {
  if (process.platform !== 'linux') return 0;
  const text = readFileSync('/proc/self/stat', 'utf8');
  const [user, system] = text.slice(text.lastIndexOf(')')).split(' ').slice(14, 16);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}
