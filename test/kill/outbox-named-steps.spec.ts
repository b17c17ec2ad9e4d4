import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTBOX_STEPS } from '../../src/modules/notifications/outbox/outbox-steps.service.js';
import { type DestinationName, OutboxHousehold, SENDING_CALLS } from './outbox-household.js';
import { DEATH_PLACES, type DeathPlace, FATES, type SendingMoment, type ChannelEvent } from './outbox-places.js';
import { outboxState, outboxWrongs, type SavedMessage, unsettled } from './outbox-truth.js';
import { picked, pickedOnce, tellSeed } from './seeded-picks.js';
import { SeededRandom } from './seeded-random.js';

const random = new SeededRandom();
/** Each moment once is enough for each run: kills at random moments come on top of them. */
const PICKED = pickedOnce(DEATH_PLACES, ({ moment }) => moment, random, 0);

let house: OutboxHousehold;

beforeAll(async () => {
  house = await OutboxHousehold.found();
});
afterAll(() => house.close());
tellSeed(random);

/** Brings everything about so far that the event is the next to happen; answers what makes it happen. */
async function prepare(event: ChannelEvent): Promise<() => Promise<void>> {
  const film = house.film();
  if (event === 'request_pending') return () => house.ask(house.asker, film);
  if (event === 'request_auto_approved') return () => house.ask(house.trusted, film);
  const isDecision = event === 'request_approved' || event === 'request_denied';
  await house.ask(isDecision ? house.asker : house.trusted, film);
  await house.settle();
  if (!isDecision) return () => house.arrive(film);
  const id = (await outboxState(house)).requests.at(-1)?.id ?? 0;
  return () => house.decide(id, event === 'request_approved' ? 'approve' : 'deny');
}

/** Has the server die at this moment of the message that is sent next. */
async function diesWhile(moment: SendingMoment, destination: DestinationName, event: ChannelEvent): Promise<void> {
  switch (moment) {
    case 'last byte missing':
      return void house.wires[destination].keepBack().then(() => house.server.kill());
    case 'answer owed':
      return house.fake(destination).meanwhile(SENDING_CALLS[destination], () => house.server.kill());
    default:
      return house.diesAt(`${moment} ${destination} ${event}`);
  }
}

/** The messages of an event, the newest last. */
const messagesOf = async (event: ChannelEvent): Promise<readonly SavedMessage[]> =>
  (await outboxState(house)).messages.filter((message) => message.event === event);

const statusOf = async (event: ChannelEvent, destination: DestinationName) =>
  (await messagesOf(event)).findLast((message) => message.destination === destination)?.status;

/** Lets it happen; the server dies of it. */
async function happensAndKills(happen: () => Promise<void>): Promise<void> {
  await happen();
  const outlives = await house.settle().then(
    () => true,
    () => false,
  );
  expect(outlives).toBe(false);
  await house.server.dies();
}

/** Begins the server anew, which ends what the dead one has left. */
async function restartAndSettle(): Promise<void> {
  await house.restart();
  await house.settle();
  const state = await outboxState(house);
  expect([...outboxWrongs(house, state), ...unsettled(house, state)]).toEqual([]);
}

async function diesBeforeSending(event: ChannelEvent, moment: 'transition' | 'observed' | 'taken'): Promise<void> {
  const happen = await prepare(event);
  const before = (await messagesOf(event)).length;
  await house.diesAt(moment);
  await happensAndKills(happen);
  const dead = await outboxState(house);
  expect(outboxWrongs(house, dead)).toEqual([]);
  const added = dead.messages.filter((message) => message.event === event).slice(before);
  expect([moment, dead.noted.map((one) => one.event)]).toEqual([moment, moment === 'transition' ? [event] : []]);
  expect(added.every(({ status }) => status === 'pending')).toBe(true);
  await restartAndSettle();
  expect((await messagesOf(event)).slice(before).every(({ status }) => status === 'sent')).toBe(true);
}

async function diesSending(event: ChannelEvent, moment: SendingMoment, destination: DestinationName): Promise<void> {
  const { left, ends, arrivals } = FATES[moment][destination];
  const happen = await prepare(event);
  house.fake(destination).forgetCalls();
  await diesWhile(moment, destination, event);
  await happensAndKills(happen);
  expect(outboxWrongs(house, await outboxState(house))).toEqual([]);
  expect([moment, destination, await statusOf(event, destination)]).toEqual([moment, destination, left]);
  await restartAndSettle();
  const arrived = house.fake(destination).calls(SENDING_CALLS[destination]);
  const result = [await statusOf(event, destination), arrived.length];
  expect([moment, destination, ...result]).toEqual([moment, destination, ends, arrivals]);
}

async function diesAfterCommit(event: ChannelEvent, nth: number): Promise<void> {
  const happen = await prepare(event);
  await house.diesAt('commit', nth);
  await happensAndKills(happen);
  expect([nth, outboxWrongs(house, await outboxState(house))]).toEqual([nth, []]);
  await restartAndSettle();
}

function dies(event: ChannelEvent, place: DeathPlace): Promise<void> {
  if ('destination' in place) return diesSending(event, place.moment, place.destination);
  if (place.moment === 'commit') return diesAfterCommit(event, place.nth);
  return diesBeforeSending(event, place.moment);
}

describe('issue 24, must show 2: a server that is killed (SIGKILL) at each step of telling people', () => {
  it.each([...PICKED].filter(([, places]) => places.length > 0))(
    'sends %s once, leaves it unconfirmed in the chat where it may have arrived, and repeats a push under the same key',
    async (event, places) => {
      for (const place of places) await dies(event, place);
    },
    600_000,
  );

  it('no step is left out where each is killed at', () => {
    const all = picked(DEATH_PLACES, ({ moment }) => moment, random, 0);
    const moments = new Set<string>([...all.values()].flat().map(({ moment }) => moment));
    expect(OUTBOX_STEPS.filter((step) => !moments.has(step))).toEqual([]);
    expect(moments.size).toBe(new Set([...DEATH_PLACES.values()].flat().map(({ moment }) => moment)).size);
  });
});
