/**
 * What a run of tests has cost: its fifteen slowest files, the processor time of a hundred tests, and the files that
 * cost more than they may.
 */
import { relative } from 'node:path';
import { root } from './set-up.mjs';

const SLOWEST = 15;

/**
 * Seconds of processor time that a file may take, by where it lies; the first that fits counts. Each is about three
 * times what its dearest file takes on a machine of two cores. A file that is over its budget is split, made cheaper,
 * or gets a line here with the reason.
 */
const BUDGETS = [
  { path: /^bench\//, seconds: 120 },
  { path: /^test\/kill\//, seconds: 120 },
  { path: /^test\/e2e\/app\//, seconds: 90 },
  // The browser's own time is most of it.
  { path: /^test\/browser\//, seconds: 270 },
  { path: /^test\/(?:e2e|architecture)\//, seconds: 60 },
  { path: /./, seconds: 30 },
];

/** A reporter of Vitest. The processor time of each file is measured by test/harness/costed-runner.ts. */
export class CostReport {
  /** A sentence for each file that cost too much. */
  overBudget = [];

  /**
   * @param {(line: string) => void} say
   * @param {{ hasBudgets?: boolean }} [options] full counts have none
   */
  constructor(say, { hasBudgets = true } = {}) {
    this.say = say;
    this.hasBudgets = hasBudgets;
  }

  onTestRunEnd(testModules) {
    const costs = testModules.map(costOf).sort((one, other) => other.cpu - one.cpu);
    const tests = sum(costs.map((cost) => cost.tests));
    if (tests === 0) return;
    this.say(`\nThe slowest files (seconds of processor time, seconds, tests):`);
    for (const { file, cpu, wall, tests: count } of costs.slice(0, SLOWEST))
      this.say(`${cpu.toFixed(1).padStart(7)} ${wall.toFixed(1).padStart(7)} ${String(count).padStart(5)}  ${file}`);
    const cpu = sum(costs.map((cost) => cost.cpu));
    this.say(`${cpu.toFixed(0)} s of processor time, ${((cpu / tests) * 100).toFixed(1)} s per 100 tests`);
    this.overBudget = this.hasBudgets ? overBudget(costs) : [];
    for (const sentence of this.overBudget) this.say(`OVER BUDGET: ${sentence}`);
  }
}

function overBudget(costs) {
  return costs.flatMap(({ file, cpu }) => {
    const allowed = BUDGETS.find(({ path }) => path.test(file)).seconds;
    return cpu > allowed ? [`${file} took ${cpu.toFixed(1)} s of processor time; it may take ${allowed} s`] : [];
  });
}

function costOf(module) {
  const { duration } = module.diagnostic();
  return {
    file: relative(root, module.moduleId),
    cpu: module.meta().cpuSeconds ?? 0,
    wall: duration / 1_000,
    tests: [...module.children.allTests()].length,
  };
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
