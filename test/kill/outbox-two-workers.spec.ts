import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutboxStatus } from '../../src/modules/notifications/message-rows.js';
import type { OutboxStep } from '../../src/modules/notifications/outbox/outbox-steps.service.js';
import { counts, hasFullCounts } from '../harness/full-counts.js';
import { onPostgres } from '../harness/test-postgres.js';
import { DESTINATIONS, type DestinationName, OutboxHousehold, SENDING_CALLS } from './outbox-household.js';
import { outboxState, outboxWrongs, unsettled } from './outbox-truth.js';
import { tellSeed } from './seeded-picks.js';
import { SeededRandom } from './seeded-random.js';
import type { SpawnedProcess } from './spawned-process.js';

const ROUNDS = counts({ always: 1, full: 40 });
const FILMS_A_ROUND = 6;

/** What comes of these films brings about so many lines. */
const LINES_A_ROUND = 20 * FILMS_A_ROUND;

/** No more than the clocks of two servers may differ: each leaves the other one its messages. */
const A_LITTLE_MS = 2_000;

/** Enough to take and send what is there. */
const A_FEW_ROUNDS = 3;

/** More than a lease lasts: the second server takes the first one for dead. */
const LONG_MS = 10 * 60_000;

/** How a message ends, and how often its destination has had it. */
type Fates = Readonly<Record<DestinationName, readonly [OutboxStatus, number]>>;

const SENT_ONCE: Fates = { chat: ['sent', 1], push: ['sent', 1] };
const TAKEN_OVER: Fates = { chat: ['unconfirmed', 1], push: ['sent', 2] };

/** Where attempts hang, how far the second server is ahead, and what becomes of the messages. */
const HANGING: readonly (readonly [step: OutboxStep, aheadMs: number, fates: Fates])[] = [
  ['looked_up', LONG_MS, SENT_ONCE],
  ['attempt_noted', LONG_MS, TAKEN_OVER],
  ['answered', LONG_MS, TAKEN_OVER],
  ['attempt_noted', A_LITTLE_MS, SENT_ONCE],
];

const random = new SeededRandom();
let house: OutboxHousehold;

beforeAll(async () => {
  house = await OutboxHousehold.found();
});
afterAll(() => house.close());
tellSeed(random);

let orders = 0;

/** Resolves when nothing waits any more, as this server finds, or after so many rounds. */
async function settle(server: SpawnedProcess, rounds?: number): Promise<void> {
  orders += 1;
  server.send({ settle: orders, roundMs: 0, rounds });
  await server.says(`settled ${orders}`);
}

/** It takes and sends without a pause until it dies. */
async function workOn(server: SpawnedProcess): Promise<void> {
  for (;;) await settle(server);
}

/** Resolves when the first server has stopped at this line. */
const holdAt = (line: string): Promise<void> => house.server.order({ holdAt: line }, `held at ${line}`);

/** The first server goes on with what is held, to its end. */
async function letGo(): Promise<void> {
  await house.server.order({ letGo: true }, 'let go');
  await house.settle();
}

/** The second server is gone, and all is well. */
async function endOther(other: SpawnedProcess): Promise<void> {
  other.kill();
  await other.dies();
  await expectAllIsWell();
}

async function expectAllIsWell(): Promise<void> {
  const state = await outboxState(house);
  expect([...outboxWrongs(house, state), ...unsettled(house, state)]).toEqual([]);
}

const unconfirmed = async (): Promise<number> =>
  (await outboxState(house)).messages.filter(({ status }) => status === 'unconfirmed').length;

describe('issue 24, PostgreSQL: two servers at once, as they may overlap at a restart', () => {
  it(
    `${ROUNDS} times one of them is killed (SIGKILL) while both take and send: nothing is lost, posted twice or pushed twice`,
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await house.restart();
        const before = await unconfirmed();
        const other = await house.startAnother(A_LITTLE_MS);
        const enough = other.writesLines(random.below(LINES_A_ROUND / 2));
        const work = Promise.allSettled([workOn(other), enough]);
        for (let count = 0; count < FILMS_A_ROUND; count += 1) {
          const people = random.pick([[house.asker], [house.trusted], [house.asker, house.trusted]]);
          const film = house.film();
          await Promise.all(people.map((who) => house.ask(who, film)));
        }
        // The clocks stay where they are, so that no lease of a living server runs out.
        await Promise.race([enough, house.settle(0)]);
        const meanwhile = await unconfirmed();
        other.kill();
        await other.dies();
        await work;
        await house.settle();
        await expectAllIsWell();
        // Nothing is given up but what the dead one was sending.
        expect([meanwhile, (await unconfirmed()) <= meanwhile + 1]).toEqual([before, true]);
      }
    },
    counts({ always: 300_000, full: 1_800_000 }),
  );

  // Of workers in one process each run proves the same: src/modules/notifications/outbox/.
  it.each(hasFullCounts ? HANGING : [])(
    'attempts that hang at %s while another server, whose clock is %d ms ahead, goes on: each message is posted once, and pushed under one key',
    async (step, aheadMs, fates) => {
      await house.restart();
      for (const destination of DESTINATIONS) house.fake(destination).forgetCalls();
      const held = DESTINATIONS.map((destination) => holdAt(`${step} ${destination} request_pending`));
      await house.ask(house.asker, house.film());
      await Promise.all(held);
      const other = await house.startAnother(aheadMs);
      await settle(other, A_FEW_ROUNDS);
      await letGo();
      await endOther(other);
      const { messages } = await outboxState(house);
      const fateOf = (name: DestinationName) => [
        messages.findLast(({ destination }) => destination === name)?.status,
        house.fake(name).calls(SENDING_CALLS[name]).length,
      ];
      expect({ chat: fateOf('chat'), push: fateOf('push') }).toEqual(fates);
    },
    300_000,
  );

  it('that take the same events at once tell each of them once', async () => {
    await house.restart();
    const other = await house.startAnother(A_LITTLE_MS);
    const held = holdAt('taking');
    await house.ask(house.asker, house.film());
    await held;
    const settled = settle(other);
    // SQLite has one writer: there the second server comes to it only after the first.
    if (onPostgres) await settled;
    await letGo();
    await settled;
    await endOther(other);
  }, 300_000);
});
