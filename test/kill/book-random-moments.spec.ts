import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../fakes/fake-server.js';
import { counts } from '../harness/full-counts.js';
import { BookHousehold } from './book-household.js';
import { BOOK_CASES, type BookKind } from './book-kinds.js';
import { bookWrongs } from './book-truth.js';
import { SeededRandom } from './seeded-random.js';
import type { SpawnedProcess } from './spawned-process.js';

/** At least so many; more, up to a bound, until enough of them have hit a delivery between its marker and its outcome. */
const KILLS = counts({ always: 12, full: 200 });
const MOST_KILLS = 3 * KILLS;
const MID_CHANGE_KILLS = KILLS / 10;

/** A worker is killed when it has passed a random number of steps up to this, and a random moment later. */
const MOST_STEPS = 60;
const LONGEST_MOMENT_MS = 25;

/** So many books of each kind are asked for before every dozen of kills: no worker runs out of work before it is killed. */
const OF_EACH_KIND = 8;
const A_DOZEN = 12;

/** Longer than the longest back-off, and than all that a worker moves its clock within its short life. */
const DAY_MS = 24 * 60 * 60_000;

const MUTATIONS = [
  'POST /api/v1/book',
  'PUT /api/v1/book/monitor',
  'PUT /api/v1/author/:id',
  'POST /api/v1/command',
] as const;

const MID_CHANGE: readonly string[] = [
  'started',
  'author_placed',
  'book_added',
  'row_monitored',
  'search_noted',
  'search_sent',
  'search_settled',
];

let books: BookHousehold;
let random: SeededRandom;

beforeEach(async () => {
  random = new SeededRandom();
  books = await BookHousehold.found();
});
afterEach(() => books.close());

/** Now and then the library obeys a call and its answer is lost, or the call never arrives. */
function disturb(): void {
  books.chaptarr.recover();
  if (random.chance(2)) return;
  books.chaptarr.fail(random.pick(MUTATIONS), random.pick<FakeFault>(['answer-lost', 'answer-lost', 'reset']));
}

const midChange = (passedLast: readonly string[]): number =>
  passedLast.filter((step) => MID_CHANGE.includes(step)).length;

/** Lets a worker live for a random number of steps and a random moment. Answers the step that it passed last. */
async function liveAndDie(worker: SpawnedProcess): Promise<string> {
  await worker.says('loaded');
  worker.send({ now: books.household.later(DAY_MS), rounds: 10_000 });
  await worker.writesLines(random.below(MOST_STEPS));
  await new Promise((resolve) => setTimeout(resolve, random.next() * LONGEST_MOMENT_MS));
  worker.kill();
  await worker.dies();
  return worker.lines.at(-1)?.split(' ')[0] ?? 'nothing';
}

describe('doc4 §1.17, issue 20: workers that are killed (SIGKILL) at random moments, while answers are lost', () => {
  it(
    `${KILLS} or more of them leave every book once in its library, watched, searched for and paid for as it was wanted`,
    async () => {
      const kinds = Object.keys(BOOK_CASES) as BookKind[];
      const more = Array.from({ length: OF_EACH_KIND }, () => kinds).flat();
      const passedLast: string[] = [];
      let next = books.household.spawn('worker-process');
      const isEnough = (): boolean => passedLast.length >= KILLS && midChange(passedLast) >= MID_CHANGE_KILLS;
      while (!isEnough() && passedLast.length < MOST_KILLS) {
        if (passedLast.length % A_DOZEN === 0) await books.ask(more);
        disturb();
        const worker = next;
        // The next one loads its program while this one works.
        next = books.household.spawn('worker-process');
        passedLast.push(await liveAndDie(worker));
      }
      next.kill();
      await next.dies();
      books.chaptarr.recover();
      books.household.later(DAY_MS);
      await books.household.deliverAll({ rounds: 500 });

      expect({ seed: random.seed, wrongs: await bookWrongs(books) }).toEqual({ seed: random.seed, wrongs: [] });
      // A good part of the kills lands between the started marker and the recorded outcome.
      expect(midChange(passedLast)).toBeGreaterThanOrEqual(MID_CHANGE_KILLS);
    },
    counts({ always: 600_000, full: 3_600_000 }),
  );
});
