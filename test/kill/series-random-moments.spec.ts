import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../fakes/fake-server.js';
import { SeededRandom } from './seeded-random.js';
import { SERIES_CASES, type SeriesKind } from './series-kinds.js';
import { seriesWrongs } from './series-truth.js';
import type { SpawnedProcess } from './spawned-process.js';
import { TvHousehold } from './tv-household.js';

/** At least so many; more, up to a bound, until enough of them have hit a delivery between its marker and its outcome. */
const KILLS = 12;
const MOST_KILLS = 3 * KILLS;
const MID_CHANGE_KILLS = KILLS / 10;

/** A worker is killed when it has passed a random number of steps up to this, and a random moment later. */
const MOST_STEPS = 60;
const LONGEST_MOMENT_MS = 25;

/** So many series of each kind wait at first: no worker runs out of work before it is killed. */
const OF_EACH_KIND = 10;

/** Longer than the longest back-off, and than all that a worker moves its clock within its short life. */
const DAY_MS = 24 * 60 * 60_000;

const MUTATIONS = [
  'POST /api/v3/series',
  'PUT /api/v3/series/:id',
  'PUT /api/v3/episode/monitor',
  'POST /api/v3/command',
] as const;

const MID_CHANGE: readonly string[] = [
  'started',
  'series_added',
  'series_monitored',
  'episodes_monitored',
  'search_noted',
  'search_sent',
  'search_settled',
];

let tv: TvHousehold;
let random: SeededRandom;

beforeEach(async () => {
  random = new SeededRandom();
  tv = await TvHousehold.found();
});
afterEach(() => tv.close());

/** Now and then the library obeys a call and its answer is lost, or the call never arrives. */
function disturb(): void {
  tv.sonarr.recover();
  if (random.chance(2)) return;
  tv.sonarr.fail(random.pick(MUTATIONS), random.pick<FakeFault>(['answer-lost', 'answer-lost', 'reset']));
}

const midChange = (passedLast: readonly string[]): number =>
  passedLast.filter((step) => MID_CHANGE.includes(step)).length;

/** Lets a worker live for a random number of steps and a random moment. Answers the step that it passed last. */
async function liveAndDie(worker: SpawnedProcess): Promise<string> {
  await worker.says('loaded');
  worker.send({ now: tv.household.later(DAY_MS), rounds: 10_000 });
  await worker.writesLines(random.below(MOST_STEPS));
  await new Promise((resolve) => setTimeout(resolve, random.next() * LONGEST_MOMENT_MS));
  worker.kill();
  await worker.dies();
  return worker.lines.at(-1)?.split(' ')[0] ?? 'nothing';
}

describe('doc 4 section 1.17: workers that are killed (SIGKILL) at random moments, while answers are lost', () => {
  it(`${KILLS} or more of them leave every series once in its library, with what was wanted monitored, searched for and spent`, async () => {
    const kinds = Object.keys(SERIES_CASES) as SeriesKind[];
    await tv.ask(Array.from({ length: OF_EACH_KIND }, () => kinds).flat());
    const passedLast: string[] = [];
    let next = tv.household.spawn('worker-process');
    const isEnough = (): boolean => passedLast.length >= KILLS && midChange(passedLast) >= MID_CHANGE_KILLS;
    while (!isEnough() && passedLast.length < MOST_KILLS) {
      disturb();
      const worker = next;
      // The next one loads its program while this one works.
      next = tv.household.spawn('worker-process');
      passedLast.push(await liveAndDie(worker));
    }
    next.kill();
    await next.dies();
    tv.sonarr.recover();
    tv.household.later(DAY_MS);
    await tv.household.deliverAll({ rounds: 500 });

    expect({ seed: random.seed, wrongs: await seriesWrongs(tv) }).toEqual({ seed: random.seed, wrongs: [] });
    // A good part of the kills lands between the started marker and the recorded outcome.
    expect(midChange(passedLast)).toBeGreaterThanOrEqual(MID_CHANGE_KILLS);
  }, 600_000);
});
