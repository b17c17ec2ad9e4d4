import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELIVERY_STEPS, type DeliveryStep } from '../../src/modules/requests/delivery/delivery-trace.service.js';
import { ALBUM_CASES } from './album-kinds.js';
import { BOOK_STEPS } from './book-steps.js';
import { savedDeliveries, wrongs } from './delivered-truth.js';
import { Household, type Film } from './household.js';
import { picked, tellSeed } from './seeded-picks.js';
import { SeededRandom } from './seeded-random.js';
import { SERIES_STEPS } from './series-steps.js';

/** The steps that the delivery of each kind of film passes. */
const STEPS: Readonly<Record<Film, readonly DeliveryStep[]>> = {
  unknown: ['claimed', 'access_rechecked', 'library_read', 'started', 'film_added', 'outcome_recorded', 'announced'],
  put_aside: [
    'claimed',
    'access_rechecked',
    'library_read',
    'started',
    'film_monitored',
    'search_sent',
    'outcome_recorded',
    'announced',
  ],
  awaited: ['claimed', 'access_rechecked', 'library_read', 'outcome_recorded', 'announced'],
  held: ['claimed', 'access_rechecked', 'library_read', 'outcome_recorded', 'announced'],
};

const random = new SeededRandom();
const PICKED = picked(new Map(Object.entries(STEPS) as [Film, readonly DeliveryStep[]][]), (step) => step, random);

let household: Household;

beforeAll(async () => {
  household = await Household.found();
});
afterAll(() => household.close());
tellSeed(random);

/** One account asks for one more film of a kind. */
async function ask(film: Film): Promise<number> {
  const [library] = household.libraries;
  const [{ userId }] = household.members;
  const [id = 0] = await household.ask([{ userId, library, tmdbId: household.film(library, film) }]);
  return id;
}

/** A worker takes over what others left behind, and then kills itself at this step of this request. */
async function killAt(step: DeliveryStep, requestId: number): Promise<void> {
  const worker = household.spawn('worker-process');
  await worker.says('loaded');
  worker.send({ now: household.later(), rounds: 1, dieAt: { step, requestId } });
  await worker.dies();
  expect(worker.lines.at(-1)).toBe(`${step} ${requestId}`);
}

/** What is saved of a job whose worker has just died. */
async function jobOf(requestId: number) {
  const found = (await savedDeliveries(household)).find(({ request }) => request.id === requestId);
  if (!found) throw new Error(`request ${requestId} is lost`);
  return found.job;
}

describe('doc 4 section 1.17: a worker that is killed (SIGKILL) at each of its own steps', () => {
  it.each([...PICKED])(
    'leaves a film that is %s once in the library, searched for at least once and at most twice where that is due',
    async (film, picks) => {
      const steps = STEPS[film];
      for (const step of picks) {
        const requestId = await ask(film);
        await killAt(step, requestId);
        const { state, deliveryStartedAt } = await jobOf(requestId);
        const hasPassed = (other: DeliveryStep): boolean =>
          steps.includes(other) && steps.indexOf(step) >= steps.indexOf(other);
        expect({ step, state, started: deliveryStartedAt !== null }).toEqual({
          step,
          state: hasPassed('outcome_recorded') ? 'complete' : 'processing',
          started: hasPassed('started'),
        });
      }
      const undisturbed = await ask(film);
      const lines = await household.deliverAll({ rounds: 1 });
      expect(lines.slice(-steps.length)).toEqual(steps.map((step) => `${step} ${undisturbed}`));
      expect(await wrongs(household)).toEqual([]);
    },
    600_000,
  );

  it('no step is left out, with those of series, books and albums', () => {
    const albums = Object.values(ALBUM_CASES).map(({ steps }) => steps);
    const passed = [
      ...Object.values(STEPS),
      ...Object.values(SERIES_STEPS),
      ...Object.values(BOOK_STEPS),
      ...albums,
    ].flat();
    expect(DELIVERY_STEPS.filter((step) => !passed.includes(step))).toEqual([]);
    const killedAt = new Set([...PICKED.values()].flat());
    expect(killedAt).toEqual(new Set(Object.values(STEPS).flat()));
  });
});
