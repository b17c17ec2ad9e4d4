import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryStep } from '../../src/modules/requests/delivery/delivery-trace.service.js';
import { picked, tellSeed } from './seeded-picks.js';
import { SeededRandom } from './seeded-random.js';
import type { SeriesKind } from './series-kinds.js';
import { SERIES_STEPS } from './series-steps.js';
import { savedJob, seriesWrongs } from './series-truth.js';
import type { SpawnedProcess } from './spawned-process.js';
import { TvHousehold } from './tv-household.js';

/** A step that a delivery passes for the `time`th time. */
interface Place {
  readonly step: DeliveryStep;
  readonly time: number;
}

/** Sweeps enough for a pilot that waits, and for a refresh. */
const ROUNDS = 3;

/** Longer than any lease that a worker has left behind, whose clock went on between its sweeps. */
const PAST_ALL_LEASES_MS = 15 * 60_000;

/** What a delivery passes while nothing is changed anywhere: one kind is killed there, for all. */
const HARMLESS: readonly DeliveryStep[] = [
  'claimed',
  'access_rechecked',
  'match_rechecked',
  'library_read',
  'announced',
];

const random = new SeededRandom();

let tv: TvHousehold;
let next: SpawnedProcess;

beforeAll(async () => {
  tv = await TvHousehold.found();
  next = tv.household.spawn('worker-process');
});

afterAll(async () => {
  next.kill();
  await next.dies();
  await tv.close();
});
tellSeed(random);

/** A worker that has loaded its program; the one after it loads its own meanwhile. */
async function worker(): Promise<SpawnedProcess> {
  const ready = next;
  await ready.says('loaded');
  next = tv.household.spawn('worker-process');
  return ready;
}

/** A worker takes over what others left behind, and then kills itself at this place of this request. */
async function killAt({ step, time }: Place, requestId: number): Promise<void> {
  const victim = await worker();
  victim.send({ now: tv.household.later(PAST_ALL_LEASES_MS), rounds: ROUNDS, dieAt: { step, requestId, time } });
  await victim.dies();
  expect(victim.lines.at(-1)).toBe(`${step} ${requestId}`);
}

/** The places at which a kind is killed. Once the library has learned of its season, `unlearned` is as `put_aside`. */
function placesOf(kind: SeriesKind): readonly Place[] {
  const steps = SERIES_STEPS[kind];
  const places = steps.map((step, at) => ({ step, time: steps.slice(0, at + 1).filter((one) => one === step).length }));
  if (kind === 'unknown') return places;
  const own = places.filter(({ step }) => !HARMLESS.includes(step));
  return kind === 'unlearned'
    ? own.slice(
        0,
        own.findIndex(({ step }) => step === 'started'),
      )
    : own;
}

const KINDS = Object.keys(SERIES_STEPS) as SeriesKind[];
const PLACES = new Map(KINDS.map((kind) => [kind, placesOf(kind)]));

describe('doc 4 section 1.17: a worker that is killed (SIGKILL) at each of its own steps', () => {
  it.each([...picked(PLACES, ({ step }) => step, random)])(
    'leaves a series that is %s once in the library, with what was wanted monitored, searched for and spent',
    async (kind, places) => {
      const steps = SERIES_STEPS[kind];
      for (const place of places) {
        const [requestId = 0] = await tv.ask([kind]);
        await killAt(place, requestId);
        const { deliveryStartedAt } = await savedJob(tv, requestId);
        const passed = passedUntil(steps, place);
        expect({ ...place, started: deliveryStartedAt !== null }).toEqual({
          ...place,
          started: passed.includes('started'),
        });
      }
      const [undisturbed = 0] = await tv.ask([kind]);
      const last = await worker();
      last.send({ now: tv.household.later(PAST_ALL_LEASES_MS), rounds: ROUNDS });
      await last.succeeds();
      const lines = last.lines.filter((line) => line.endsWith(` ${undisturbed}`));
      expect(lines).toEqual(steps.map((step) => `${step} ${undisturbed}`));
      expect(await seriesWrongs(tv)).toEqual([]);
    },
    600_000,
  );
});

/** What has been passed at a place, itself included. */
function passedUntil(steps: readonly DeliveryStep[], { step, time }: Place): readonly DeliveryStep[] {
  const times = steps.flatMap((one, at) => (one === step ? [at] : []));
  return steps.slice(0, (times[time - 1] ?? -1) + 1);
}
