import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../fakes/fake-server.js';
import { counts } from '../harness/full-counts.js';
import { OutboxHousehold, SENDING_CALLS } from './outbox-household.js';
import { outboxState, outboxWrongs, unsettled, type OutboxState } from './outbox-truth.js';
import { SeededRandom } from './seeded-random.js';

/** At least so many; more, up to a bound, until enough of them have hit a message that was being sent. */
const KILLS = counts({ always: 12, full: 200 });
const MOST_KILLS = 5 * KILLS;
const MID_SENDING_KILLS = KILLS / 10;

/** So much happens at once before a kill, and each brings about so many lines. */
const MOST_ACTS = 3;
const LINES_OF_AN_ACT = 20;

/** A server dies at one of its lines, or is killed a random moment after it. */
const LONGEST_MOMENT_MS = 4;

let house: OutboxHousehold;
let random: SeededRandom;

beforeEach(async () => {
  random = new SeededRandom();
  house = await OutboxHousehold.found();
});
afterEach(() => house.close());

type Act = () => Promise<unknown>;

/** Some of what can happen now: people ask, an administrator decides, films arrive. */
function drawActs({ requests }: OutboxState): readonly Act[] {
  const { fake } = house.library;
  const pending = requests.filter(({ status }) => status === 'pending');
  const awaited = new Set(
    requests
      .map(({ tmdbId }) => tmdbId)
      .filter((tmdbId) => fake.movie(tmdbId) !== undefined && fake.movie(tmdbId)?.file === null),
  );
  const decision = random.pick(['approve', 'approve', 'deny'] as const);
  const shared = house.film();
  const possible: Act[] = [
    () => house.ask(house.asker, house.film()),
    () => house.ask(house.trusted, house.film()),
    () => Promise.all([house.ask(house.asker, shared), house.ask(house.trusted, shared)]),
    ...pending.slice(0, 2).map(
      ({ id }) =>
        () =>
          house.decide(id, decision),
    ),
    ...[...awaited].slice(0, 2).map((tmdbId) => () => house.arrive(tmdbId)),
  ];
  return Array.from({ length: 1 + random.below(MOST_ACTS) }, () =>
    possible.splice(random.below(possible.length), 1),
  ).flat();
}

/** Now and then the chat has a limit, or the gateway fails, or its answer is lost. */
function disturb(): void {
  house.chat.recover();
  house.gateway.recover();
  if (random.chance(4)) house.chat.limitRate(random.pick(['json', 'edge']));
  if (random.chance(4)) house.gateway.fail(SENDING_CALLS.push, random.pick<FakeFault>([503, 'answer-lost']));
}

/** Lets a server do what follows from some acts for a random number of lines, and a random moment or none. */
async function liveAndDie(acts: readonly Act[]): Promise<void> {
  const lines = 1 + random.below(acts.length * LINES_OF_AN_ACT);
  const [isExact, moment] = [random.chance(2), random.next() * LONGEST_MOMENT_MS];
  if (isExact) await house.diesAt(null, lines);
  const enough = isExact ? house.server.dies() : house.server.writesLines(house.server.lines.length + lines);
  const done = Promise.all(acts.map((act) => act()));
  const settled = done.then(() => house.settle());
  await Promise.race([enough, settled.catch(() => undefined)]);
  if (!isExact) await new Promise((resolve) => setTimeout(resolve, moment));
  await house.server.kill();
  await Promise.allSettled([enough, settled]);
  await done;
}

const expectNone = (kills: number, wrongs: readonly string[]): void =>
  expect({ seed: random.seed, kills, wrongs }).toEqual({ seed: random.seed, kills, wrongs: [] });

describe('issue 24, must show 2: a server that is killed (SIGKILL) at random moments while people are to be told', () => {
  it(
    `${KILLS} times or more: everything that has happened is sent once, or unconfirmed in the chat, and nothing is posted twice`,
    async () => {
      let state = await outboxState(house);
      let [kills, midSending, uncertain] = [0, 0, 0];
      const isEnough = (): boolean => kills >= KILLS && midSending >= MID_SENDING_KILLS;
      while (!isEnough() && kills < MOST_KILLS) {
        disturb();
        await liveAndDie(drawActs(state));
        kills += 1;
        state = await outboxState(house);
        const left = state.messages.filter(({ status }) => status === 'sending');
        if (left.length > 0) midSending += 1;
        uncertain += left.filter(({ destination }) => destination === 'chat').length;
        expectNone(kills, outboxWrongs(house, state));
        await house.restart();
        await house.settle();
        state = await outboxState(house);
        expectNone(kills, [...outboxWrongs(house, state), ...unsettled(house, state)]);
      }
      // Nothing is given up but what was being sent at a kill.
      expect(state.messages.filter(({ status }) => status === 'unconfirmed')).toHaveLength(uncertain);
      expect(midSending).toBeGreaterThanOrEqual(MID_SENDING_KILLS);
    },
    counts({ always: 600_000, full: 3_600_000 }),
  );
});
