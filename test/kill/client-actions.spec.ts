import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DownloadClientType } from '../../src/modules/instances/instances.public.js';
import type { RecordedCall } from '../fakes/fake-server.js';
import {
  type ClientOrder,
  DOWNLOAD_CLIENTS,
  DownloadClientsFixture,
  KNOWN_KINDS,
} from '../harness/download-clients-fixture.js';
import type { Session } from '../harness/start-app.js';
import { Household } from './household.js';
import { type MaybeAnswer, MortalServer } from './mortal-server.js';
import { picked, tellSeed } from './seeded-picks.js';
import { SeededRandom } from './seeded-random.js';

/** What an administrator does: to one download, or to everything that a client has. */
const ACTIONS = ['pause', 'resume', 'remove', 'pause-all'] as const;

/** Where the server dies. */
const MOMENTS = [
  'before the order leaves',
  'while the client, which never does it, owes the answer',
  'while the client, which has done it, owes the answer',
  'after the answer of the client, before its own',
] as const;

interface KillPlace {
  readonly action: (typeof ACTIONS)[number];
  readonly moment: (typeof MOMENTS)[number];
}

const PLACES = ACTIONS.flatMap((action) => MOMENTS.map((moment): KillPlace => ({ action, moment })));

const random = new SeededRandom();
const PICKED = picked(
  new Map(DOWNLOAD_CLIENTS.map((kind) => [kind, PLACES])),
  ({ action, moment }) => `${action} ${moment}`,
  random,
);
const RUNS = [...PICKED].flatMap(([kind, places]) =>
  places.map(({ action, moment }) => [kind, action, moment] as const),
);

let household: Household;
let clients: DownloadClientsFixture;
let server: MortalServer;
let admin: Session;
let instances: ReadonlyMap<DownloadClientType, string>;

beforeAll(async () => {
  household = await Household.found({
    furnish: async (app, founder) => {
      admin = founder;
      clients = await DownloadClientsFixture.start(app, admin);
      const connected: [DownloadClientType, string][] = [];
      for (const kind of DOWNLOAD_CLIENTS) connected.push([kind, await clients.connect(kind)]);
      instances = new Map(connected);
    },
  });
  server = new MortalServer(household, {}, [admin]);
});
afterAll(async () => {
  await server.end();
  await Promise.all([household.close(), clients.stopClients()]);
});
tellSeed(random);

/** What the client was told to do since its journal was emptied. */
const ordered = (kind: DownloadClientType): readonly ClientOrder[] =>
  clients
    .fake(kind)
    .calls()
    .map((call) => KNOWN_KINDS[kind].order(call))
    .filter((order) => order !== null);

const ask = (kind: DownloadClientType, method: 'GET' | 'POST' | 'DELETE', path: string): Promise<MaybeAnswer> =>
  server.ask(admin, method, `/api/downloads/${instances.get(kind)}/${path}`);

/** The queue of a client, as the server that is alive reads it. */
async function queueOf(kind: DownloadClientType) {
  const answer = await ask(kind, 'GET', 'queue');
  expect(answer?.status).toBe(200);
  const { paused, items } = (answer?.body ?? {}) as {
    readonly paused: boolean;
    readonly items: readonly { readonly id: string; readonly status: string }[];
  };
  return { paused, statusOf: (id: string) => items.find((item) => item.id === id)?.status };
}

/** The administrator acts. Null where the server dies before it answers. */
function act(kind: DownloadClientType, action: KillPlace['action'], id: string): Promise<MaybeAnswer> {
  if (action === 'pause-all') return ask(kind, 'POST', 'pause');
  return action === 'remove' ? ask(kind, 'DELETE', `queue/${id}`) : ask(kind, 'POST', `queue/${id}/${action}`);
}

/** Has the server die at this moment of its next order. */
async function diesAt(kind: DownloadClientType, moment: KillPlace['moment']): Promise<void> {
  const isOrder = (call: RecordedCall): boolean => KNOWN_KINDS[kind].order(call) !== null;
  switch (moment) {
    case 'before the order leaves':
      return server.dieAt('order_leaves');
    case 'while the client, which never does it, owes the answer':
      return clients.fake(kind).meanwhile(isOrder, async () => {
        await server.kill();
        return new Promise(() => undefined);
      });
    case 'while the client, which has done it, owes the answer':
      return clients.fake(kind).meanwhile(isOrder, () => server.kill());
    case 'after the answer of the client, before its own':
      return server.dieAt('order_answered');
  }
}

describe('issue 23, must show 8: the server is killed (SIGKILL) amid the actions of administrators on download clients', () => {
  it.each(RUNS)(
    '%s, %s, %s: it starts cleanly, repeats nothing, and nothing is removed twice or beside what was meant',
    async (kind, action, moment) => {
      const [id, other] = [clients.put(kind), clients.put(kind)];
      expect((await ask(kind, 'POST', 'resume'))?.status).toBe(204);
      if (action === 'resume') expect((await act(kind, 'pause', id))?.status).toBe(204);
      const before = await queueOf(kind);
      clients.fake(kind).forgetCalls();

      await diesAt(kind, moment);
      expect(await act(kind, action, id)).toBeNull();
      await server.killAndRestart();
      const after = await queueOf(kind);
      const isSent = moment !== 'before the order leaves';
      const isDone = isSent && !moment.includes('never');
      const told = ordered(kind);
      expect(told.map((order) => order.action)).toEqual(isSent ? [action === 'pause-all' ? 'pause' : action] : []);
      if (action === 'pause-all') expect(after.paused).toBe(isDone);
      else {
        expect(told.flatMap(({ ids }) => ids)).toEqual(isSent ? [id] : []);
        expect(after.statusOf(id) !== before.statusOf(id)).toBe(isDone);
        expect(after.statusOf(other)).toBe(before.statusOf(other));
      }

      // Who asks again gets what they want; nothing was done to what is gone.
      const isGone = action === 'remove' && isDone;
      expect((await act(kind, action, id))?.status).toBe(isGone ? 404 : 204);
      const removals = ordered(kind).filter((order) => order.action === 'remove');
      const times = action === 'remove' ? Number(isSent) + Number(!isGone) : 0;
      expect(removals).toEqual(Array<ClientOrder>(times).fill({ action: 'remove', ids: [id] }));
      const now = await queueOf(kind);
      expect([now.statusOf(id) === undefined, now.statusOf(other) === undefined]).toEqual([action === 'remove', false]);
    },
    300_000,
  );

  it('no action and no moment is left out', () => {
    const killedAt = new Set(RUNS.map(([, action, moment]) => `${action} ${moment}`));
    expect(killedAt.size).toBe(PLACES.length);
  });
});
