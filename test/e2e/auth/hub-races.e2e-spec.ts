import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlexPerson } from '../../fakes/plex/plex-person.js';
import { tableRows } from '../../harness/database-inspection.js';
import type { Answer } from '../../harness/http-client.js';
import { BASEMENT, HubFixture, START, VERIFIER } from '../../harness/hub-fixture.js';
import type { Session } from '../../harness/start-app.js';

type Fields = Readonly<Record<string, unknown>>;

interface Ready {
  readonly flow: string;
  readonly code: string;
}

describe('issue 19 §7: races of sign-ins by the hub', () => {
  let fixture: HubFixture;
  let people = 6_000_000;

  beforeAll(async () => {
    fixture = await HubFixture.start({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
    await fixture.connect();
    await fixture.allow(true, true);
  });

  beforeEach(() => fixture.pass(61_000));

  afterAll(() => fixture.close());

  function friend(): PlexPerson {
    people += 1;
    const person = fixture.hub.given.person({ id: people });
    fixture.hub.given.share(BASEMENT, person);
    return person;
  }

  /** A call from an address of its own, with a budget of its own. */
  function from(tab: number, route: string, body: Fields): Promise<Answer> {
    const headers = { 'x-forwarded-for': `198.51.100.${tab}` };
    return fixture.app.http.request('POST', `/api/auth/hub/${route}`, { body, headers });
  }

  const exchange = (tab: number, { flow, code }: Ready): Promise<Answer> =>
    from(tab, 'exchange', { flow, code, verifier: VERIFIER });

  const count = async (table: string): Promise<number> =>
    ((await tableRows(fixture.app.databaseFile))[table] ?? []).length;

  /** Attempts that are approved, ready for their exchange. */
  async function approved(tabs: number, person: PlexPerson): Promise<readonly Ready[]> {
    const ready: Ready[] = [];
    for (let tab = 0; tab < tabs; tab += 1) {
      const flow = fixture.flowOf(await from(tab, 'begin', START));
      fixture.approve(person);
      ready.push({ flow, code: await fixture.codeOf(flow) });
    }
    return ready;
  }

  it('one new person in ten tabs is one account with ten sessions', async () => {
    const ready = await approved(10, friend());
    const before = await count('users');
    const answers = await Promise.all(ready.map((one, tab) => exchange(tab, one)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const ids = answers.map(({ body }) => (body as { user: Fields }).user.id);
    expect([new Set(ids).size, (await count('users')) - before]).toEqual([1, 1]);
  });

  it('one code in twenty hands lets one in; the others get 400', async () => {
    const [ready] = await approved(1, friend());
    if (!ready) throw new Error('nothing is approved');
    const devices = await count('devices');
    const hands = Array.from({ length: 20 }, (_, tab) => exchange(tab, ready));
    const statuses = (await Promise.all(hands)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
    expect((await count('devices')) - devices).toBe(1);
  });

  it('two people who link one account at the hub at once: one is linked, the other gets 409', async () => {
    const [ana, ben] = [await fixture.app.invite(`ana ${people}`), await fixture.app.invite(`ben ${people}`)];
    await fixture.pass(61_000);
    const person = friend();
    const begin = async (session: Session): Promise<() => Promise<{ status: number }>> => {
      const flow = fixture.flowOf(await session.post('/api/auth/hub/link', START));
      fixture.approve(person);
      const code = await fixture.codeOf(flow);
      return () => fixture.exchange(flow, code);
    };
    const [one, two] = [await begin(ana), await begin(ben)];
    const statuses = (await Promise.all([one(), two()])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409]);
  });

  it('a sign-in and the end of the setting at once leave no session of the hub', async () => {
    const [ready] = await approved(1, friend());
    if (!ready) throw new Error('nothing is approved');
    const off = fixture.admin.put('/api/admin/hub-auth', { enabled: false, auto_create: true });
    const [answer] = await Promise.all([fixture.exchange(ready.flow, ready.code), off]);
    const { devices = [] } = await tableRows(fixture.app.databaseFile);
    const open = (devices as Fields[]).filter(
      ({ auth_method, revoked_at }) => auth_method === 'hub' && revoked_at === null,
    );
    expect([answer.status === 200 || answer.status === 403 || answer.status === 400, open]).toEqual([true, []]);
    await fixture.allow(true, true);
  });
});
