import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../fakes/fake-server.js';
import { counts } from '../harness/full-counts.js';
import type { Session } from '../harness/start-app.js';
import { type Operation, stepsOf } from './account-places.js';
import { AccountsHousehold } from './accounts-household.js';
import { AccountsPeople } from './accounts-people.js';
import { bearersOf } from './accounts-truth.js';
import { CLOSING_CALLS, CREATING_CALLS, SERVER_KINDS, type ServerKind } from './remote-accounts.js';
import type { MaybeAnswer } from './mortal-server.js';
import { SeededRandom } from './seeded-random.js';

const KILLS = counts({ always: 10, full: 50 });

/** A kill with the start after it takes a second on a quiet machine, and many times that on a busy one. */
const LONGEST_RUN_MS = 60_000 * KILLS;

/** A server is killed a random moment after a random step, or when it passes no more. */
const LONGEST_MOMENT_MS = 25;
const LONGEST_STEP_MS = 2_000;

/** Somebody is deleted within so long after they have asked for their accounts. */
const LONGEST_CREATION_MS = 200;

/** What is begun, and where. */
interface Draw {
  readonly operation: Operation;
  readonly person: Session;
  readonly kinds: readonly ServerKind[];
  /** A person is deleted while their accounts are made. */
  readonly isMaking: boolean;
}

let random: SeededRandom;
let house: AccountsHousehold;
let people: AccountsPeople;

beforeEach(async () => {
  random = new SeededRandom();
  house = await AccountsHousehold.found(KILLS);
  people = new AccountsPeople(house);
}, 300_000);
afterEach(() => house.close());

/** Something about accounts that are there, where there are any. */
function drawn(): Draw {
  const members = people.inEverywhere();
  const [operation, person] = random.chance(2)
    ? [random.pick<Operation>(['revocation', 'revocation', 'deletion']), members[random.below(members.length)]]
    : [random.pick<Operation>(['creation', 'creation', 'creation', 'invitation', 'deletion']), undefined];
  if (person) return { operation, person, kinds: SERVER_KINDS, isMaking: false };
  const begun = operation === 'revocation' ? 'creation' : operation;
  return {
    operation: begun,
    person: people.without(...SERVER_KINDS),
    kinds: begun === 'invitation' ? ['hub'] : SERVER_KINDS,
    isMaking: begun === 'deletion',
  };
}

/** What has to be there before the operation begins. */
async function prepare({ operation, person, kinds, isMaking }: Draw): Promise<void> {
  await house.signIn(person);
  if (operation !== 'creation' && !isMaking) return;
  for (const kind of kinds) await house.grant(person, kind);
  await house.idle();
}

/** The calls that begin it, on all servers at once. */
function callsOf({ operation, person, kinds, isMaking }: Draw): readonly (() => Promise<MaybeAnswer>)[] {
  const creations = kinds.map((kind) => () => house.create(person, kind));
  switch (operation) {
    case 'creation':
      return creations;
    case 'invitation':
      return [() => house.nameAddress(person), () => house.grant(person, 'hub')];
    case 'revocation':
      return kinds.map((kind) => () => house.revoke(person, kind));
    case 'deletion': {
      const moment = isMaking ? random.next() * LONGEST_CREATION_MS : 0;
      return [...(isMaking ? creations : []), () => pause(moment).then(() => house.remove(person))];
    }
  }
}

/** What wasn't answered may not have been saved: it is asked for again, but for accounts, which are settled first. */
async function repeatUnanswered(draw: Draw, answers: readonly MaybeAnswer[]): Promise<void> {
  if (draw.operation === 'creation') return;
  const [calls, answered] = draw.isMaking
    ? [[() => house.remove(draw.person)], answers.slice(-1)]
    : [callsOf(draw), answers];
  for (const [at, call] of calls.entries()) if (answered[at] === null) await call();
}

/** On about half of the servers one of the calls is done and its answer lost, or never arrives. */
function disturb(): void {
  for (const kind of SERVER_KINDS) {
    if (random.chance(2)) continue;
    const calls = [...CREATING_CALLS[kind], ...CLOSING_CALLS[kind]];
    const { call = '' } = calls[random.below(calls.length)] ?? {};
    house.remote.fakes[kind].fail(call, random.pick<FakeFault>(['answer-lost', 'answer-lost', 'reset']));
  }
}

/** Kills the server at a random moment of what was begun. */
async function killWithin({ operation, kinds, isMaking }: Draw, passedBefore: number): Promise<void> {
  const steps = kinds.reduce(
    (sum, kind) => sum + stepsOf({ operation: isMaking ? 'creation' : operation, kind }).length,
    0,
  );
  const passed = house.passes(passedBefore + random.below(steps));
  await Promise.race([passed, pause(LONGEST_STEP_MS)]);
  await pause(random.next() * LONGEST_MOMENT_MS);
  const gone = passed.catch(() => undefined);
  await house.kill();
  await gone;
}

/** What should be a minute after the restart; of a creation that broke off, all or nothing. */
function expectAfter({ operation, person, kinds }: Draw): void {
  for (const kind of kinds) {
    const isThere = bearersOf(house, person, kind).length > 0;
    if (operation === 'creation') people.set(person, kind, isThere ? 'in' : 'none');
    else people.set(person, kind, operation === 'deletion' ? 'deleted' : operation === 'revocation' ? 'out' : 'in');
  }
}

/** The person comes again, and gets in everywhere; who is deleted doesn't. */
async function comeAgain({ operation, person, kinds }: Draw): Promise<void> {
  if (operation === 'deletion') return;
  for (const kind of kinds) {
    if (operation === 'revocation') await house.grant(person, kind);
    else if (operation === 'creation') {
      const wasIn = people.stateOf(person, kind) === 'in';
      const again = await house.create(person, kind);
      expect({ seed: random.seed, kind, status: again?.status }).toMatchObject({ kind, status: wasIn ? 409 : 201 });
    }
    people.set(person, kind, 'in');
  }
  await house.idle();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

describe('issue 21 must-show 2: a server that is killed (SIGKILL) at random moments of the work on accounts, while answers are lost', () => {
  it(
    `${KILLS} times: one account or share for each person, none half-made a minute after the restart, and the person gets in`,
    async () => {
      const cut: string[] = [];
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const draw = drawn();
        const { operation, person } = draw;
        const at = { seed: random.seed, kill, operation };
        await prepare(draw);
        disturb();
        const passedBefore = house.passed;
        const answers = callsOf(draw).map((call) => call());
        await killWithin(draw, passedBefore);
        const answered = await Promise.all(answers);
        if (answered.includes(null)) cut.push(operation);
        for (const kind of SERVER_KINDS) house.remote.fakes[kind].recover();
        await house.restart();
        await repeatUnanswered(draw, answered);
        await house.passMinute();
        expectAfter(draw);
        expect({ ...at, wrongs: await people.wrongsOf(person) }).toEqual({ ...at, wrongs: [] });
        await comeAgain(draw);
        expect({ ...at, wrongs: await people.wrongsOf(person) }).toEqual({ ...at, wrongs: [] });
      }
      expect({ seed: random.seed, wrongs: await people.wrongs() }).toEqual({ seed: random.seed, wrongs: [] });
      expect(cut.length, 'kills that have cut off an answer').toBeGreaterThan(0);
    },
    LONGEST_RUN_MS,
  );
});
