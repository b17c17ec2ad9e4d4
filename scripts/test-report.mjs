/**
 * What a run of tests has cost: its fifteen slowest files, the processor time of a hundred tests, and the areas that cost more
 * than they may.
 */
import { relative } from 'node:path';
import { ALWAYS_KILLED, KILL_FOLDER } from './kill-list.mjs';
import { root } from './set-up.mjs';

const SLOWEST = 15;

/** Seconds of processor time that `npm test` may take in all: nine minutes of two cores. */
export const WHOLE_RUN = 1_080;

/** A run fails only past this many times a budget: a machine that does other things besides counts up to half more. */
const ON_A_BUSY_MACHINE = 1.5;

/**
 * Seconds of processor time that the tests of an area may take together on a machine that does nothing else; the first that fits
 * counts. All but those that have a command of their own share {@link WHOLE_RUN}, so a new suite makes room for itself.
 *
 * @type {readonly { area: string, path: RegExp, seconds: number, hasOwnCommand?: boolean }[]}
 */
export const BUDGETS = [
  // The browser's own time is most of it.
  { area: 'test/browser', path: /^test\/browser\//, seconds: 1_400, hasOwnCommand: true },
  { area: 'test/other-browsers', path: /^test\/other-browsers\//, seconds: 60, hasOwnCommand: true },
  { area: 'kills of each run', path: alwaysKilled(), seconds: 72 },
  { area: 'other kills', path: /^test\/kill\//, seconds: 600, hasOwnCommand: true },
  { area: 'test/real', path: /^test\/real\//, seconds: 60, hasOwnCommand: true },
  { area: 'e2e/app', path: /^test\/e2e\/app\//, seconds: 120 },
  { area: 'e2e/requests', path: /^test\/e2e\/requests\//, seconds: 113 },
  { area: 'e2e/discovery', path: /^test\/e2e\/discovery\//, seconds: 60 },
  { area: 'e2e/auth', path: /^test\/e2e\/auth\//, seconds: 70 },
  { area: 'e2e/notifications and realtime', path: /^test\/e2e\/(?:notifications|realtime)\//, seconds: 104 },
  { area: 'e2e/media-accounts and setbox', path: /^test\/e2e\/(?:media-accounts|setbox)\//, seconds: 93 },
  { area: 'other e2e', path: /^test\/e2e\//, seconds: 180 },
  { area: 'other tests and benches', path: /^(?:test|bench)\//, seconds: 100 },
  { area: 'src/clients', path: /^src\/clients\//, seconds: 42 },
  { area: 'other units', path: /./, seconds: 123 },
];

/** A reporter of Vitest. The processor time of each file is measured by test/harness/costed-runner.ts. */
export class CostReport {
  /** A sentence for each area that cost too much. */
  overBudget = [];

  /**
   * @param {(line: string) => void} say
   * @param {{ hasBudgets?: boolean }} [options] full counts, kills at each step and the second pass have none
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
    const areas = areasOf(costs);
    this.say('The areas (seconds of processor time, of how many):');
    for (const { area, cpu, seconds } of areas)
      this.say(`${cpu.toFixed(1).padStart(7)} ${String(seconds).padStart(7)}  ${area}`);
    const cpu = sum(costs.map((cost) => cost.cpu));
    this.say(`${cpu.toFixed(0)} s of processor time, ${((cpu / tests) * 100).toFixed(1)} s per 100 tests`);
    const over = this.hasBudgets ? areas.filter(({ cpu, seconds }) => cpu > seconds * ON_A_BUSY_MACHINE) : [];
    this.overBudget = over.map(
      (each) => `${each.area} took ${each.cpu.toFixed(1)} s of processor time; it may take ${each.seconds} s`,
    );
    for (const sentence of this.overBudget) this.say(`OVER BUDGET: ${sentence}`);
  }
}

/** What each area took whose tests ran. */
function areasOf(costs) {
  return BUDGETS.flatMap((budget) => {
    const files = costs.filter(({ file }) => BUDGETS.find(({ path }) => path.test(file)) === budget);
    return files.length > 0 ? [{ ...budget, cpu: sum(files.map((cost) => cost.cpu)) }] : [];
  });
}

function alwaysKilled() {
  return new RegExp(`^${KILL_FOLDER}/(?:${ALWAYS_KILLED.join('|')})\\.`);
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
