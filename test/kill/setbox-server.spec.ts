import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeSetboxHelper } from '../fakes/appletv/fake-setbox-helper.js';
import type { Session } from '../harness/start-app.js';
import { Household } from './household.js';
import { MortalServer } from './mortal-server.js';

const DEN = { name: 'Den', address: '10.0.0.40', identifier: 'DEN' };
const LOFT = { name: 'Loft', address: '10.0.0.41', identifier: 'LOFT' };
const PIN = '0042';

let fake: FakeSetboxHelper;
let household: Household;
let server: MortalServer;
let admin: Session;
let boxId: string;
let title: object;

beforeAll(async () => {
  fake = new FakeSetboxHelper();
  for (const box of [DEN, LOFT]) fake.addBox({ ...box, pin: PIN, isCold: false });
  const env = { SETBOX_HELPER: fake.command, PATH: process.env.PATH ?? '' };
  household = await Household.found({ env, furnish: (_app, founder) => Promise.resolve(void (admin = founder)) });
  title = { media_type: 'movie', tmdb_id: household.film(household.libraries[0], 'held') };
  server = new MortalServer(household, {}, [admin, ...household.members]);
  boxId = await paired(DEN);
});
afterAll(async () => {
  await server.end();
  await Promise.all([household.close(), fake.close()]);
});

async function begun(box: typeof DEN): Promise<string> {
  const answer = await server.ask(admin, 'POST', '/api/setboxes/pairings', box);
  expect(answer?.status).toBe(201);
  return ((answer?.body ?? {}) as { readonly id: string }).id;
}

const complete = (id: string) => server.ask(admin, 'POST', `/api/setboxes/pairings/${id}/complete`, { pin: PIN });

async function paired(box: typeof DEN): Promise<string> {
  const done = await complete(await begun(box));
  expect(done?.status).toBe(201);
  return ((done?.body ?? {}) as { readonly id: string }).id;
}

describe('issue 25, show 4: a server that is killed while it speaks to boxes', () => {
  it.each([
    ['before a link is sent', 'request', 0],
    ['after a link was sent, before the box has said so', 'answer', 1],
  ] as const)('%s: the helpers end, the pairing is over, and the next server opens once', async (_, point, sent) => {
    const member = household.members[0];
    const granted = { user_ids: [member.userId] };
    expect(await server.ask(admin, 'PUT', `/api/setboxes/${boxId}/grants`, granted)).toMatchObject({ status: 200 });
    const before = fake.opened().length;
    const asked = fake.calls().filter(({ ops }) => ops.includes('open')).length;
    const pairing = await begun(LOFT);
    fake.hold('open', point);
    const opening = server.ask(member, 'POST', `/api/setboxes/${boxId}/open`, title);
    await fake.arrived('open', asked + 1);
    await fake.hasOpened(before + sent);
    expect(fake.running()).toHaveLength(2);
    await server.killAndRestart();
    expect(await opening).toBeNull();
    await fake.quiet();
    fake.release('open', point);
    expect(fake.opened()).toHaveLength(before + sent);

    expect(await complete(pairing)).toMatchObject({ status: 404, body: { code: 'pairing_expired' } });
    expect(await server.ask(member, 'POST', `/api/setboxes/${boxId}/open`, title)).toMatchObject({ status: 200 });
    expect(fake.opened()).toHaveLength(before + sent + 1);
    await paired(LOFT);
  });
});
