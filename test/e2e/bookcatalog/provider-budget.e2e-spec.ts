import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../harness/http-client.js';
import { BookHousehold } from './book-household.js';

const BEGIN = 'POST /oauth/device_authorization';
const TOKEN = 'POST /oauth/token';
const BUSY = { status: 502, body: { error: 'the book catalog asks for fewer requests, try again shortly' } };
/** Our own word, where the budget is used up. */
const USED_UP = { status: 503, body: { error: 'temporarily unavailable, retry shortly' } };
const NEXT_BEGINNING = 6_000;
/** That many at once, and no more. */
const BURST = 5;
/** More than are remembered. */
const FLOOD = 270;

interface Begun {
  readonly flow_id: string;
}

describe('doc2 §8, security 28: a flood of calls reaches the provider within its budget alone', () => {
  let household: BookHousehold;

  beforeAll(async () => {
    household = await BookHousehold.open();
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const begin = (instanceId?: string): Promise<Answer> =>
    household.admin.post(household.path('/device/begin', instanceId));
  const flowOf = ({ body }: Answer): string => (body as Begun).flow_id;
  const check = (flow: string, instanceId?: string): Promise<Answer> =>
    household.admin.get(household.path(`/device/${flow}`, instanceId));
  const trending = (instanceId = household.instanceId): Promise<Answer> =>
    household.admin.get(`/api/discover/books/trending?instance_id=${instanceId}`);
  const signIn = async (): Promise<void> => {
    const flow = flowOf(await begin());
    household.fake.signIns.decide('approved');
    await household.later(5_000);
    expect((await check(flow)).body).toMatchObject({ status: 'connected' });
  };

  it('of sixty sign-ins begun at once five are, and one more after six seconds', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => begin()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(BURST);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(USED_UP);
    expect(household.fake.calls(BEGIN)).toHaveLength(5);
    await household.app.clock.advance(NEXT_BEGINNING);
    expect([(await begin()).status, (await begin()).status]).toEqual([200, 503]);
  });

  it('sign-ins that are over give way to new ones, and never one that somebody waits for', async () => {
    household.fake.signIns.expiresIn = 1_800;
    const other = await household.another('More books');
    const waiting = flowOf(await begin(other));
    household.fake.signIns.decide('approved');
    const flooded: string[] = [];
    for (let n = 0; n < FLOOD; n += 1) {
      if (n % 100 === 0) await household.later(BURST * NEXT_BEGINNING);
      else if (n % BURST === 0) await household.app.clock.leap(BURST * NEXT_BEGINNING);
      flooded.push(flowOf(await begin()));
    }
    expect((await check(flooded[0] ?? '')).status).toBe(404);
    expect((await check(flooded.at(-2) ?? '')).body).toMatchObject({ status: 'superseded' });
    expect((await check(waiting, other)).body).toMatchObject({ status: 'connected' });
  });

  it('a flood of beginnings leaves renewals their share', async () => {
    await signIn();
    await household.later(2 * 3_600_000);
    await Promise.all(Array.from({ length: 50 }, () => begin()));
    expect((await trending()).status).toBe(200);
  });

  it('renewals that fail are tried ten times in a burst, and then a second apart', async () => {
    await signIn();
    await household.later(2 * 3_600_000);
    household.fake.forgetCalls();
    household.fake.fail(TOKEN, 503, Infinity);
    for (let n = 0; n < 10; n += 1) expect((await trending()).status).toBe(502);
    for (let n = 0; n < 5; n += 1) expect(await trending()).toMatchObject(USED_UP);
    expect(household.fake.calls(TOKEN)).toHaveLength(10);
    await household.app.clock.advance(1_000);
    expect((await trending()).status).toBe(502);
    expect(household.fake.calls(TOKEN)).toHaveLength(11);
  });

  it('a renewal that would be one too many is no reason to refuse a token that is still good', async () => {
    household.fake.signIns.tokenExpiresIn = 60;
    await signIn();
    const { connection_id } = (await household.status()).body as { connection_id: string };
    const other = await household.another('More books');
    await household.admin.post(household.path('/apply'), {
      connection_id,
      instances: [{ instance_id: other, revision: 0 }],
    });
    household.fake.fail(TOKEN, { status: 429, headers: { 'retry-after': '20' } });
    household.fake.forgetCalls();
    expect((await trending()).status).toBe(200);
    expect((await trending(other)).status).toBe(200);
    expect([household.fake.calls(TOKEN).length, household.fake.reads]).toEqual([1, 2]);
  });

  it('a provider that asks for a pause gets it, and a sign-in under way says so and goes on', async () => {
    const flow = flowOf(await begin());
    household.fake.signIns.decide('approved');
    household.fake.fail(TOKEN, { status: 429, headers: { 'retry-after': '30' } });
    await household.app.clock.advance(5_000);
    expect((await check(flow)).body).toMatchObject({ status: 'pending', error: BUSY.body.error });
    expect(await begin()).toMatchObject(BUSY);
    await household.app.clock.advance(29_000);
    expect(await begin()).toMatchObject(BUSY);
    expect(household.fake.calls(TOKEN)).toHaveLength(1);
    await household.app.clock.advance(1_000);
    expect((await check(flow)).body).toMatchObject({ status: 'connected' });
  });
});
