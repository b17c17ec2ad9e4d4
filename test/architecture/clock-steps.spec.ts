import { Reflector } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { StateTable } from '../../src/core/cache/state-table.js';
import { TtlCache } from '../../src/core/cache/ttl-cache.js';
import { CommitCount } from '../../src/core/database/one-writer-database.js';
import { WriteQueue } from '../../src/core/database/turns.js';
import { foreignWords } from '../../src/core/errors/sentence.js';
import { UpstreamError } from '../../src/core/errors/upstream-error.js';
import { JobRunner } from '../../src/core/jobs/job-runner.js';
import { silentLog } from '../../src/core/logging/log.js';
import { SystemRandom } from '../../src/core/time/random.js';
import { RateLimitGuard } from '../../src/modules/auth/rate-limit/rate-limit.guard.js';
import { RequestBudget } from '../../src/modules/bookcatalog/provider/request-budget.js';
import { LibraryBreaker } from '../../src/modules/library/cache/library-breaker.js';
import { WatchedLibraries } from '../../src/modules/library/cache/library-reader.js';
import { CallAllowance } from '../../src/modules/metadata/lists/call-allowance.js';
import { Spacing } from '../../src/clients/http/spacing.js';
import { JOB_TEXTS } from '../harness/held-job.js';
import { MovedClock } from '../harness/moved-clock.js';
import { RecordedMeter } from '../harness/recorded-meter.js';

function takes(budget: RequestBudget): boolean {
  try {
    budget.require();
    return true;
  } catch {
    return false;
  }
}

const HOURS = 3_600_000;
const STEPS = [-2 * HOURS, 2 * HOURS];

/** Something that lasts for a time within the process: what begins it, and whether it is over. */
interface Lasting {
  readonly ms: number;
  readonly begin: (clock: MovedClock) => () => boolean;
}

const busy = new UpstreamError({
  system: 'any',
  operation: 'any',
  kind: 'rate_limited',
  retryAfterMs: 5_000,
  definitelyNotSent: false,
  reason: foreignWords('busy'),
});

function refused(attempt: () => unknown): boolean {
  try {
    attempt();
    return false;
  } catch {
    return true;
  }
}

const LASTING: Readonly<Record<string, Lasting>> = {
  'a value in a cache': {
    ms: 1_000,
    begin: (clock) => {
      const cache = new TtlCache<string, string>({ clock, ttlMs: 1_000, maxEntries: 1 });
      cache.set('a', 'one');
      return () => cache.get('a') === undefined;
    },
  },
  'an entry in a table of states': {
    ms: 1_000,
    begin: (clock) => {
      const table = new StateTable<string>({ clock, maxEntries: 1 });
      table.put('a', 'one', 1_000);
      return () => table.get('a') === undefined;
    },
  },
  'the limit of sign-ins': {
    ms: 60_000,
    begin: (clock) => {
      const limits = new RateLimitGuard(new Reflector(), clock);
      while (!refused(() => limits.admit('auth', 'client')));
      return () => !refused(() => limits.admit('auth', 'client'));
    },
  },
  'the rest that a list provider asked for': {
    ms: 30_000,
    begin: (clock) => {
      const allowance = new CallAllowance(clock);
      allowance.rest(30_000);
      return () => allowance.take();
    },
  },
  'the limit of calls to a list provider': {
    ms: 300_000,
    begin: (clock) => {
      const allowance = new CallAllowance(clock);
      while (allowance.take());
      return () => allowance.take();
    },
  },
  'the pause that the book catalog asked for': {
    ms: 5_000,
    begin: (clock) => {
      const budget = new RequestBudget(clock, 10, 1_000);
      budget.pauseOn(busy);
      return () => takes(budget);
    },
  },
  'the limit of calls to the book catalog': {
    ms: 1_000,
    begin: (clock) => {
      const budget = new RequestBudget(clock, 10, 1_000);
      while (takes(budget));
      return () => takes(budget);
    },
  },
  'the pause of a library that failed': {
    ms: 5_000,
    begin: (clock) => {
      const breaker = new LibraryBreaker({ clock, random: new SystemRandom(), log: silentLog, isWatched: () => true });
      breaker.recordFailure('films', busy);
      return () => !breaker.isPaused('films');
    },
  },
  'the time for which a library counts as watched': {
    ms: 600_000,
    begin: (clock) => {
      const watched = new WatchedLibraries(clock);
      watched.note('films');
      return () => watched.current().length === 0;
    },
  },
  'the doubt about a commit that was never answered': {
    ms: 600_000,
    begin: (clock) => {
      const commits = new CommitCount(clock);
      commits.doubt();
      return () => commits.ended === commits.ended;
    },
  },
};

describe.each(Object.entries(LASTING))('%s', (_name, { ms, begin }) => {
  it.each(STEPS)('lasts as long as it should, though the clock is set by %i ms meanwhile', async (step) => {
    const clock = new MovedClock();
    const isOver = begin(clock);
    await clock.advance(ms / 2);
    clock.setWall(step);
    await clock.advance(ms / 2 - 1);
    expect(isOver()).toBe(false);
    const other = new MovedClock();
    const isOtherOver = begin(other);
    other.setWall(step);
    await other.advance(ms);
    expect(isOtherOver()).toBe(true);
  });
});

describe.each(STEPS)('the clock is set by %i ms', (step) => {
  it('calls to one system keep their distance, and wait for no more', async () => {
    const clock = new MovedClock();
    const spacing = new Spacing(clock, 1_000);
    const starts: number[] = [];
    for (let n = 0; n < 3; n += 1) void spacing.turn().then(() => starts.push(clock.monotonic()));
    await clock.advance(500);
    clock.setWall(step);
    await clock.advance(5_000);
    expect(starts).toEqual([0, 1_000, 2_000]);
  });

  it('the time that a job or a write has taken is measured as it was', async () => {
    const clock = new MovedClock();
    const meter = new RecordedMeter();
    const jobs = new JobRunner(clock, silentLog, meter);
    const work = async (): Promise<void> => {
      await clock.advance(40);
      clock.setWall(step);
    };
    jobs.register({ name: 'test', ...JOB_TEXTS, everyMs: 1_000, run: work });
    await jobs.runNow('test');
    await new WriteQueue(clock, meter).run(work);
    expect(meter.runs).toEqual([{ job: 'test', outcome: 'success', ms: 40, endedAt: clock.now() - 40 - step }]);
    expect(meter.writes).toEqual([{ waitedMs: 0, ranMs: 40 }]);
    await jobs.stop();
  });
});
