import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryStep } from '../../src/modules/requests/delivery/delivery-trace.service.js';
import { BookHousehold } from './book-household.js';
import type { BookKind } from './book-kinds.js';
import { BOOK_STEPS } from './book-steps.js';
import { bookWrongs } from './book-truth.js';
import { picked, tellSeed } from './seeded-picks.js';
import { SeededRandom } from './seeded-random.js';
import type { SpawnedProcess } from './spawned-process.js';

/** A step that a delivery passes for the `time`th time. */
interface Place {
  readonly step: DeliveryStep;
  readonly time: number;
}

/** Sweeps enough for an author who is looked at after five minutes. */
const ROUNDS = 8;

/** Longer than any lease that a worker has left behind, whose clock went on between its sweeps. */
const PAST_ALL_LEASES_MS = 30 * 60_000;

/** What a delivery passes while nothing is changed anywhere: one kind is killed there, for all. */
const HARMLESS: readonly DeliveryStep[] = ['claimed', 'access_rechecked', 'library_read', 'bound', 'announced'];

const random = new SeededRandom();

let books: BookHousehold;
let next: SpawnedProcess;

beforeAll(async () => {
  books = await BookHousehold.found();
  next = books.household.spawn('worker-process');
});

afterAll(async () => {
  next.kill();
  await next.dies();
  await books.close();
});
tellSeed(random);

/** A worker that has loaded its program; the one after it loads its own meanwhile. */
async function worker(): Promise<SpawnedProcess> {
  const ready = next;
  await ready.says('loaded');
  next = books.household.spawn('worker-process');
  return ready;
}

/** A worker takes over what others left behind, and then kills itself at this place of this request. */
async function killAt({ step, time }: Place, requestId: number): Promise<void> {
  const victim = await worker();
  victim.send({ now: books.household.later(PAST_ALL_LEASES_MS), rounds: ROUNDS, dieAt: { step, requestId, time } });
  await victim.dies();
  expect(victim.lines.at(-1)).toBe(`${step} ${requestId}`);
}

/** The places at which a kind is killed. */
function placesOf(kind: BookKind): readonly Place[] {
  const steps = BOOK_STEPS[kind];
  const places = steps.map((step, at) => ({ step, time: steps.slice(0, at + 1).filter((one) => one === step).length }));
  return kind === 'unknown' ? places : places.filter(({ step }) => !HARMLESS.includes(step));
}

const KINDS = Object.keys(BOOK_STEPS) as BookKind[];
const PLACES = new Map(KINDS.map((kind) => [kind, placesOf(kind)]));

describe('doc 4 section 1.17: a worker that is killed (SIGKILL) at each of its own steps', () => {
  it.each([...picked(PLACES, ({ step }) => step, random)])(
    'issue 20: leaves a book that is %s once in the library, watched, searched for and paid for as it was wanted',
    async (kind, places) => {
      const steps = BOOK_STEPS[kind];
      for (const place of places) {
        const [requestId = 0] = await books.ask([kind]);
        await killAt(place, requestId);
      }
      const [undisturbed = 0] = await books.ask([kind]);
      const last = await worker();
      last.send({ now: books.household.later(PAST_ALL_LEASES_MS), rounds: ROUNDS });
      await last.succeeds();
      const lines = last.lines.filter((line) => line.endsWith(` ${undisturbed}`));
      expect(lines).toEqual(steps.map((step) => `${step} ${undisturbed}`));
      expect(await bookWrongs(books)).toEqual([]);
    },
    600_000,
  );
});
