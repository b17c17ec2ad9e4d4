import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../fakes/fake-server.js';
import { counts } from '../harness/full-counts.js';
import { ALBUM_CASES, type AlbumKind } from './album-kinds.js';
import { albumWrongs } from './album-truth.js';
import { MusicHousehold } from './music-household.js';
import { SeededRandom } from './seeded-random.js';
import type { SpawnedProcess } from './spawned-process.js';

/** At least so many; more, up to a bound, until enough of them have hit a delivery between its marker and its outcome. */
const KILLS = counts({ always: 12, full: 200 });
const MOST_KILLS = 3 * KILLS;
const MID_CHANGE_KILLS = KILLS / 10;

/** A worker is killed when it has passed a random number of steps up to this, and a random moment later. */
const MOST_STEPS = 40;
const LONGEST_MOMENT_MS = 25;

/** So many albums of each kind wait at first: no worker runs out of work before it is killed. */
const OF_EACH_KIND = counts({ always: 10, full: 120 });

/** Longer than the longest back-off, and than all that a worker moves its clock within its short life. */
const DAY_MS = 24 * 60 * 60_000;

const MUTATIONS = [
  'POST /api/v1/album',
  'PUT /api/v1/album/monitor',
  'PUT /api/v1/artist/editor',
  'POST /api/v1/command',
] as const;

const MID_CHANGE: readonly string[] = ['started', 'artist_monitored', 'album_added', 'album_monitored', 'search_sent'];

let music: MusicHousehold;
let random: SeededRandom;

beforeEach(async () => {
  random = new SeededRandom();
  music = await MusicHousehold.found();
});
afterEach(() => music.close());

/** Now and then the library obeys a call and its answer is lost, or the call never arrives. */
function disturb(): void {
  music.lidarr.recover();
  if (random.chance(2)) return;
  music.lidarr.fail(random.pick(MUTATIONS), random.pick<FakeFault>(['answer-lost', 'answer-lost', 'reset']));
}

const midChange = (passedLast: readonly string[]): number =>
  passedLast.filter((step) => MID_CHANGE.includes(step)).length;

/** Lets a worker live for a random number of steps and a random moment. Answers the step that it passed last. */
async function liveAndDie(worker: SpawnedProcess): Promise<string> {
  await worker.says('loaded');
  worker.send({ now: music.household.later(DAY_MS), rounds: 10_000 });
  await worker.writesLines(random.below(MOST_STEPS));
  await new Promise((resolve) => setTimeout(resolve, random.next() * LONGEST_MOMENT_MS));
  worker.kill();
  await worker.dies();
  return worker.lines.at(-1)?.split(' ')[0] ?? 'nothing';
}

describe('issue, albums: workers that are killed (SIGKILL) at random moments, while answers are lost', () => {
  it(`${KILLS} or more of them leave every album once in its library, with nothing else monitored, searched for and spent`, async () => {
    const kinds = Object.keys(ALBUM_CASES) as AlbumKind[];
    await music.ask(Array.from({ length: OF_EACH_KIND }, () => kinds).flat());
    const passedLast: string[] = [];
    let next = music.household.spawn('worker-process');
    const isEnough = (): boolean => passedLast.length >= KILLS && midChange(passedLast) >= MID_CHANGE_KILLS;
    while (!isEnough() && passedLast.length < MOST_KILLS) {
      disturb();
      const worker = next;
      // The next one loads its program while this one works.
      next = music.household.spawn('worker-process');
      passedLast.push(await liveAndDie(worker));
    }
    next.kill();
    await next.dies();
    music.lidarr.recover();
    music.household.later(DAY_MS);
    await music.household.deliverAll({ rounds: 500 });

    expect({ seed: random.seed, wrongs: await albumWrongs(music) }).toEqual({ seed: random.seed, wrongs: [] });
    // A good part of the kills lands between the started marker and the recorded outcome.
    expect(midChange(passedLast)).toBeGreaterThanOrEqual(MID_CHANGE_KILLS);
  }, 600_000);
});
