import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryStep } from '../../src/modules/requests/delivery/delivery-trace.service.js';
import { counts } from '../harness/full-counts.js';
import { savedDeliveries, searchesFor, wrongs } from './delivered-truth.js';
import { Household, type Film } from './household.js';
import type { SpawnedProcess } from './spawned-process.js';

const JOBS = counts({ always: 12, full: 40 });

let household: Household;

beforeEach(async () => {
  household = await Household.found();
});
afterEach(() => household.close());

/** One account asks for so many more films of a kind. */
function ask(film: Film, count: number): Promise<readonly number[]> {
  const [library] = household.libraries;
  const [{ userId }] = household.members;
  const inputs = Array.from({ length: count }, () => ({ userId, library, tmdbId: household.film(library, film) }));
  return household.ask(inputs);
}

async function loadTwo(): Promise<readonly [SpawnedProcess, SpawnedProcess]> {
  const two = [household.spawn('worker-process'), household.spawn('worker-process')] as const;
  await Promise.all(two.map((worker) => worker.says('loaded')));
  return two;
}

/** How often workers have passed a step for each request, by request id. */
function timesPassed(step: DeliveryStep, workers: readonly SpawnedProcess[]): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const line of workers.flatMap(({ lines }) => lines)) {
    const [passed, requestId] = line.split(' ');
    if (passed === step) times.set(Number(requestId), (times.get(Number(requestId)) ?? 0) + 1);
  }
  return times;
}

/** Each of these requests was claimed once, counted as one attempt, and sent to the library once. */
async function expectEachOnce(requestIds: readonly number[], workers: readonly SpawnedProcess[]): Promise<void> {
  const once = new Map(requestIds.map((id) => [id, 1]));
  expect(timesPassed('claimed', workers)).toEqual(once);
  expect(new Map((await savedDeliveries(household)).map(({ job }) => [job.requestId, job.attempts]))).toEqual(once);
  const additions = household.libraries[0].fake
    .calls('POST /api/v3/movie')
    .map(({ body }) => (body as { tmdbId: number }).tmdbId);
  expect(additions.toSorted((one, other) => one - other)).toEqual([...household.libraries[0].films.keys()]);
  expect(await wrongs(household)).toEqual([]);
}

describe('doc 4 section 1.17: two workers at once', () => {
  it('that sweep the same file deliver each job once', async () => {
    const requestIds = await ask('unknown', JOBS);
    const workers = await loadTwo();
    const now = household.later();
    // The clock of the one that finds the library leased stays where it is: no lease runs out.
    // It sweeps as often as it can meanwhile, however long the other one takes.
    workers.forEach((worker) => worker.send({ now, rounds: Number.MAX_SAFE_INTEGER, roundMs: 0 }));
    await Promise.all(workers.map((worker) => worker.succeeds()));
    await expectEachOnce(requestIds, workers);
  }, 300_000);

  it('that have the same list of jobs and no lease on the library between them deliver each job once', async () => {
    const requestIds = await ask('unknown', JOBS);
    const workers = await loadTwo();
    const now = household.later();
    workers.forEach((worker) => worker.send({ now, jobs: JOBS }));
    const lists = await Promise.all(workers.map((worker) => worker.says('listed')));
    expect(lists).toEqual([
      { is: 'listed', count: JOBS },
      { is: 'listed', count: JOBS },
    ]);
    workers.forEach((worker) => worker.send({}));
    await Promise.all(workers.map((worker) => worker.succeeds()));
    await expectEachOnce(requestIds, workers);
  }, 300_000);
});

describe('a worker that sleeps (SIGSTOP) past the end of its lease, and goes on after another has done its work', () => {
  it.each<[DeliveryStep, Film, number]>([
    ['library_read', 'unknown', 1],
    ['started', 'unknown', 1],
    ['library_read', 'put_aside', 1],
    ['started', 'put_aside', 1],
    ['film_monitored', 'put_aside', 1],
  ])(
    'since %s, of a film that is %s, changes nothing that was done: %d search(es)',
    async (step, film, searches) => {
      const [requestId = 0] = await ask(film, 1);
      const sleeper = household.spawn('worker-process');
      await sleeper.says('loaded');
      sleeper.send({ now: household.later(), rounds: 1, sleepAt: { step, requestId } });
      await sleeper.writes(`${step} ${requestId}`);
      await household.deliverAll({ rounds: 1 });
      const before = await savedDeliveries(household);
      sleeper.kill('SIGCONT');
      await sleeper.succeeds();
      expect(await savedDeliveries(household)).toEqual(before);
      expect(await wrongs(household)).toEqual([]);
      const [library] = household.libraries;
      const [tmdbId = 0] = library.films.keys();
      expect(searchesFor(library, tmdbId)).toBe(searches);
    },
    300_000,
  );
});
