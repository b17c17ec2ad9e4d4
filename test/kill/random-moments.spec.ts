import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../fakes/fake-server.js';
import { counts } from '../harness/full-counts.js';
import { savedDeliveries, wrongs } from './delivered-truth.js';
import { Household, type Film, type FilmSelection } from './household.js';
import { SeededRandom } from './seeded-random.js';
import type { SpawnedProcess } from './spawned-process.js';

/** At least so many; more, up to a bound, until enough of them have hit a delivery between its marker and its outcome. */
const KILLS = counts({ always: 12, full: 200 });
const MOST_KILLS = 5 * KILLS;
const MID_CHANGE_KILLS = KILLS / 20;

/** A worker is killed when it has passed a random number of steps up to this, and a random moment later. */
const MOST_STEPS = 40;
const LONGEST_MOMENT_MS = 25;

/** A worker may not run out of work before it is killed: so many requests wait whenever they are counted. */
const BACKLOG = counts({ always: 40, full: 80 });
const KILLS_BETWEEN_COUNTS = 8;

/** Longer than the longest back-off, and than all that a worker moves its clock within its short life. */
const DAY_MS = 24 * 60 * 60_000;

const MUTATIONS = ['POST /api/v3/movie', 'PUT /api/v3/movie/editor', 'POST /api/v3/command'] as const;

let household: Household;
let random: SeededRandom;

beforeEach(async () => {
  random = new SeededRandom();
  household = await Household.found({ libraries: 2, members: 3 });
});
afterEach(() => household.close());

/** Up to three accounts ask for one more film, each in one library or in both. */
function filmSelections(): readonly FilmSelection[] {
  const film = random.pick<Film>(['unknown', 'unknown', 'put_aside', 'put_aside', 'awaited', 'held']);
  const libraries = random.chance(4) ? household.libraries : [random.pick(household.libraries)];
  const askers = random.chance(3) ? household.members : [random.pick(household.members)];
  return libraries.flatMap((library) => {
    const tmdbId = household.film(library, film);
    return askers.map(({ userId }) => ({ userId, library, tmdbId }));
  });
}

async function topUp(): Promise<void> {
  const waiting = (await savedDeliveries(household)).filter(({ job }) => job.state !== 'complete').length;
  const inputs: FilmSelection[] = [];
  while (waiting + inputs.length < BACKLOG) inputs.push(...filmSelections());
  await household.ask(inputs);
}

/** Now and then a library obeys a call and its answer is lost, or the call never arrives. */
function disturb(): void {
  for (const { fake } of household.libraries) {
    fake.recover();
    if (random.chance(2)) continue;
    fake.fail(random.pick(MUTATIONS), random.pick<FakeFault>(['answer-lost', 'answer-lost', 'reset']));
  }
}

/**
 * Lets a worker live for a random number of steps and a random moment; now and then it is not even ready when it dies.
 * Answers the step that it passed last.
 */
async function liveAndDie(worker: SpawnedProcess): Promise<string> {
  await worker.says('loaded');
  worker.send({ now: household.later(DAY_MS), rounds: 10_000 });
  const isEarly = random.chance(10);
  if (!isEarly) await worker.writesLines(random.below(MOST_STEPS));
  await pause(random.next() * (isEarly ? 10 : 1) * LONGEST_MOMENT_MS);
  worker.kill();
  await worker.dies();
  return worker.lines.at(-1)?.split(' ')[0] ?? 'nothing';
}

/** How many were killed while a delivery was under way. */
const midChange = (passedLast: readonly string[]): number =>
  passedLast.filter((step) => ['started', 'film_added', 'film_monitored', 'search_sent'].includes(step)).length;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

describe('doc 4 section 1.17: workers that are killed (SIGKILL) at random moments, while answers are lost', () => {
  it(`${KILLS} or more of them leave every film once in its library, searched for at least once and at most twice where due`, async () => {
    const passedLast: string[] = [];
    let next = household.spawn('worker-process');
    const isEnough = (): boolean => passedLast.length >= KILLS && midChange(passedLast) >= MID_CHANGE_KILLS;
    while (!isEnough() && passedLast.length < MOST_KILLS) {
      if (passedLast.length % KILLS_BETWEEN_COUNTS === 0) await topUp();
      disturb();
      const worker = next;
      // The next one loads its program while this one works.
      next = household.spawn('worker-process');
      passedLast.push(await liveAndDie(worker));
    }
    next.kill();
    await next.dies();
    household.libraries.forEach(({ fake }) => fake.recover());
    household.later(DAY_MS);
    await household.deliverAll({ rounds: 500 });

    expect({ seed: random.seed, wrongs: await wrongs(household) }).toEqual({ seed: random.seed, wrongs: [] });
    // About one kill in six lands between the started marker and the recorded outcome.
    expect(midChange(passedLast)).toBeGreaterThanOrEqual(MID_CHANGE_KILLS);
  }, 1_800_000);
});
