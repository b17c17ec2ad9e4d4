import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryStep } from '../../src/modules/requests/delivery/delivery-trace.service.js';
import { DispatchRow } from '../../src/modules/requests/saved/job-rows.js';
import { ALBUM_CASES, type AlbumKind } from './album-kinds.js';
import { albumWrongs } from './album-truth.js';
import { MusicHousehold } from './music-household.js';
import { picked, tellSeed } from './seeded-picks.js';
import { SeededRandom } from './seeded-random.js';
import type { SpawnedProcess } from './spawned-process.js';

const ROUNDS = 3;

/** Longer than any lease that a worker has left behind, whose clock went on between its sweeps. */
const PAST_ALL_LEASES_MS = 15 * 60_000;

/** What a delivery passes while nothing is changed anywhere: one kind is killed there, for all. */
const HARMLESS: readonly DeliveryStep[] = ['claimed', 'access_rechecked', 'library_read', 'looked_up', 'announced'];

const random = new SeededRandom();

let music: MusicHousehold;
let next: SpawnedProcess;

beforeAll(async () => {
  music = await MusicHousehold.found();
  next = music.household.spawn('worker-process');
});

afterAll(async () => {
  next.kill();
  await next.dies();
  await music.close();
});
tellSeed(random);

/** A worker that has loaded its program; the one after it loads its own meanwhile. */
async function worker(): Promise<SpawnedProcess> {
  const ready = next;
  await ready.says('loaded');
  next = music.household.spawn('worker-process');
  return ready;
}

/** A worker takes over what others left behind, and then kills itself at this step of this request. */
async function killAt(step: DeliveryStep, requestId: number): Promise<void> {
  const victim = await worker();
  victim.send({ now: music.household.later(PAST_ALL_LEASES_MS), rounds: ROUNDS, dieAt: { step, requestId } });
  await victim.dies();
  expect(victim.lines.at(-1)).toBe(`${step} ${requestId}`);
}

const hasStarted = (requestId: number): Promise<boolean> =>
  music.household.withDatabase((database) =>
    database.read(async (tx) => (await tx.findOneByOrFail(DispatchRow, { requestId })).deliveryStartedAt !== null),
  );

const KINDS = Object.keys(ALBUM_CASES) as AlbumKind[];
const STEPS = new Map(
  KINDS.map((kind) => [kind, ALBUM_CASES[kind].steps.filter((step) => kind === 'unknown' || !HARMLESS.includes(step))]),
);

describe('issue, albums: a worker that is killed (SIGKILL) at each of its own steps', () => {
  it.each([...picked(STEPS, (step) => step, random)])(
    'leaves an album that is %s once in the library, with nothing else monitored, searched for and spent',
    async (kind, chosen) => {
      const { steps } = ALBUM_CASES[kind];
      for (const step of chosen) {
        const [requestId = 0] = await music.ask([kind]);
        await killAt(step, requestId);
        const started = steps.slice(0, steps.indexOf(step) + 1).includes('started');
        expect({ step, started: await hasStarted(requestId) }).toEqual({ step, started });
      }
      const [undisturbed = 0] = await music.ask([kind]);
      const last = await worker();
      last.send({ now: music.household.later(PAST_ALL_LEASES_MS), rounds: ROUNDS });
      await last.succeeds();
      const lines = last.lines.filter((line) => line.endsWith(` ${undisturbed}`));
      expect(lines).toEqual(steps.map((step) => `${step} ${undisturbed}`));
      expect(await albumWrongs(music)).toEqual([]);
    },
    600_000,
  );
});
