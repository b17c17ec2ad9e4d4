import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { clientKey } from '../../../src/modules/auth/rate-limit/client-key.js';
import { RateLimitGuard } from '../../../src/modules/auth/rate-limit/rate-limit.guard.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import type { FakeFault } from '../../fakes/fake-fault.js';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import type { PlexPerson } from '../../fakes/plex/plex-person.js';
import { tableRows } from '../../harness/database-inspection.js';
import type { Answer } from '../../harness/http-client.js';
import { BASEMENT, CHALLENGE, HubFixture, START, VERIFIER } from '../../harness/hub-fixture.js';

type Fields = Readonly<Record<string, unknown>>;

const ENDED = { error: 'this sign-in has expired or is unknown: begin again', code: 'attempt_ended' };

describe('doc1 §4 hub sign-in', () => {
  let fixture: HubFixture;
  let instanceId: string;
  let people = 4_000_000;

  beforeAll(async () => {
    fixture = await HubFixture.start();
    instanceId = await fixture.connect();
  });

  beforeEach(async () => {
    fixture.hub.recover();
    await fixture.pass(61_000);
    await fixture.allow(true, true);
    fixture.hub.forgetCalls();
  });

  afterAll(() => fixture.close());

  /** Somebody new, with whom the server of the household is shared. */
  function friend(given: Partial<PlexPerson> = {}): PlexPerson {
    people += 1;
    const person = fixture.hub.given.person({ id: people, ...given });
    fixture.hub.given.share(BASEMENT, person);
    return person;
  }

  /** What sign-ins leave behind. */
  async function traces(): Promise<Fields> {
    const rows = await tableRows(fixture.app.databaseFile);
    const of = (table: string): number => (rows[table] ?? []).length;
    return {
      users: of('users'),
      devices: of('devices'),
      identities: of('hub_identities'),
      tokens: of('refresh_tokens'),
    };
  }

  const userOf = ({ body }: Answer): Fields => (body as { user: Fields }).user;

  const approved = async (person: PlexPerson, fields: Fields = {}): Promise<{ flow: string; code: string }> => {
    const flow = await fixture.begin(fields);
    fixture.approve(person);
    return { flow, code: await fixture.codeOf(flow) };
  };

  describe('the whole way', () => {
    it('doc3 §12.1: begins with a flow, an address, an end and an interval, for nobody to keep', async () => {
      const { status, body, headers } = await fixture.app.http.post('/api/auth/hub/begin', START);
      expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
        200,
        'no-store',
        'no-referrer',
      ]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const { code } = fixture.hub.pins.latest;
      expect(body).toEqual({
        flow: expect.stringMatching(/^[\w-]{43}$/) as string,
        url: expect.stringContaining(`code=${code}`) as string,
        expires_at: new Date(fixture.app.clock.now() + 600_000).toISOString(),
        interval: 3,
      });
    });

    it('doc3 §12.1: ends with the PIN where that ends before ten minutes have passed', async () => {
      fixture.hub.pins.expiresIn = 90;
      const { body } = await fixture.app.http.post('/api/auth/hub/begin', START);
      fixture.hub.pins.expiresIn = 1_800;
      expect((body as Fields).expires_at).toBe(new Date(fixture.app.clock.now() + 90_000).toISOString());
    });

    it('makes an account for a friend: a member with the name, the address and a grant for the server', async () => {
      const person = friend({ username: 'nils', email: 'nils@example.org' });
      const answer = await fixture.signIn(person);
      expect(answer.status).toBe(200);
      expect(userOf(answer)).toMatchObject({ username: 'nils', role: 'user', hub_email: 'nils@example.org' });
      const session = fixture.app.sessionOf(answer);
      const { instances } = (await session.get('/api/config')).body as { instances: readonly Fields[] };
      expect(instances.map(({ id }) => id)).toEqual([instanceId]);
      const own = await session.get('/api/auth/hub/identities');
      const created_at = new Date(fixture.app.clock.now()).toISOString();
      const identity = { hub_account_id: person.id, email: 'nils@example.org', username: 'nils', created_at };
      expect(own.body).toEqual({ identities: [identity] });
      expect((await fixture.admin.get(`/api/admin/users/${session.userId}/hub`)).body).toEqual(own.body);
    });

    it('doc3 §1.5: signs the same person in again as the same account, always on a new device', async () => {
      const person = friend();
      const [one, two] = [await fixture.session(person), await fixture.session(person)];
      expect([two.userId, two.deviceId === one.deviceId]).toEqual([one.userId, false]);
      const { devices } = (await tableRows(fixture.app.databaseFile)) as { devices: readonly Fields[] };
      const mine = devices.filter(({ id }) => id === one.deviceId || id === two.deviceId);
      expect(mine.map(({ auth_method, hub_account_id }) => [auth_method, hub_account_id])).toEqual([
        ['hub', String(person.id)],
        ['hub', String(person.id)],
      ]);
    });

    it('issue 19 §3: lets the owner of the server in as a member; issue 43 A1: the list says that the sign-in made it', async () => {
      const answer = await fixture.signIn(fixture.mara);
      expect([answer.status, userOf(answer).role]).toEqual([200, 'user']);
      const users = (await fixture.admin.get('/api/admin/users')).body as readonly { id: number }[];
      expect(users.find(({ id }) => id === userOf(answer).id)).toMatchObject({ made_by_sign_in: true });
    });

    it('issue 19 §3: lets managed people of a home in, who have no address', async () => {
      people += 1;
      const kid = fixture.hub.given.managedPerson(people, 'Kid of a home');
      fixture.hub.given.share(BASEMENT, kid);
      const answer = await fixture.signIn(kid);
      expect(userOf(answer)).toMatchObject({ username: 'Kid of a home', hub_email: '' });
    });

    it('issue 19 §3: an equal name or address proves nothing: the newcomer gets another name and account', async () => {
      const ana = await fixture.app.invite('ana');
      await ana.post('/api/auth/hub-email', { email: 'ana@example.org' });
      const answer = await fixture.signIn(friend({ username: 'ana', email: 'ana@example.org' }));
      expect(userOf(answer).username).toMatch(/^ana-\d{6}$/);
      expect(userOf(answer).id).not.toBe(ana.userId);
    });

    it('issue 43 A3: nor does a name that people take for somebody’s, and none that is refused is taken', async () => {
      await fixture.app.invite('mona');
      const nameOf = async (username: string) => userOf(await fixture.signIn(friend({ username }))).username;
      expect(await nameOf('MONA')).toMatch(/^MONA-\d{6}$/);
      expect(await nameOf('m\u043ena')).toMatch(/^guest-\d{6}$/);
      expect(await nameOf('mo\u200bna')).toMatch(/^mona-\d{6}$/);
    });

    it('asks the hub at most every three seconds, however many ask at once', async () => {
      const flow = await fixture.begin();
      const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.check(flow)));
      expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"status":"pending","interval":3}']));
      await fixture.app.clock.advance(2_999);
      await fixture.check(flow);
      expect(fixture.hub.count('checkPin')).toBe(1);
      await fixture.app.clock.advance(1);
      await fixture.check(flow);
      expect(fixture.hub.count('checkPin')).toBe(2);
    });

    it('issue 19 §7: a pending check writes nothing', async () => {
      const flow = await fixture.begin();
      await fixture.check(flow);
      const database = fixture.app.get(Database);
      const { commits } = database;
      for (let n = 0; n < 3; n += 1) {
        await fixture.app.clock.advance(3_000);
        expect((await fixture.check(flow)).body).toEqual({ status: 'pending', interval: 3 });
      }
      expect([fixture.hub.count('checkPin'), database.commits]).toEqual([4, commits]);
    });

    it('answers the same code until its minute is over, and 400 from then on', async () => {
      const { flow, code } = await approved(friend());
      await fixture.app.clock.advance(59_000);
      expect((await fixture.check(flow)).body).toEqual({ status: 'complete', code });
      expect(fixture.hub.count('checkPin')).toBe(1);
      await fixture.app.clock.advance(1_000);
      expect([(await fixture.check(flow)).status, (await fixture.exchange(flow, code)).status]).toEqual([400, 400]);
    });

    it('issue 19 §3: signs the token out at the hub as soon as its owner was read', async () => {
      const flow = await fixture.begin();
      const token = fixture.approve(friend());
      await fixture.codeOf(flow);
      await fixture.hub.arrived(PLEX_CALLS.signOut, 1);
      expect(fixture.hub.calls(PLEX_CALLS.signOut)[0]?.headers['x-plex-token']).toBe(token);
    });

    it('goes on where the token can not be signed out', async () => {
      fixture.hub.fail(PLEX_CALLS.signOut, 500);
      expect((await fixture.signIn(friend())).status).toBe(200);
    });

    it('doc1 §2: records the owner of an instance from before owners were recorded', async () => {
      const database = fixture.app.get(Database);
      const owner = async (): Promise<unknown> =>
        (await database.read((tx) => tx.findOneBy(ServiceInstanceRow, { id: instanceId })))?.mediaServer?.owner;
      const known = await owner();
      await database.write(async (tx) => {
        const row = await tx.findOneByOrFail(ServiceInstanceRow, { id: instanceId });
        await tx.update(
          ServiceInstanceRow,
          { id: instanceId },
          { mediaServer: row.mediaServer && { ...row.mediaServer, owner: null } },
        );
      });
      await fixture.signIn(friend());
      await fixture.hub.arrived(PLEX_CALLS.user, 2);
      await expect.poll(owner).toEqual(known);
    });

    it('doc1 §9: is told by hub_available while it is switched on, and left out else', async () => {
      const status = async (): Promise<unknown> =>
        ((await fixture.app.http.get('/api/auth/status')).body as Fields).hub_available;
      const on = await status();
      await fixture.allow(false, false);
      expect([on, await status()]).toEqual([true, undefined]);
    });
  });

  /** Who is refused: what is set up, the person, and the answer. What is no server of somebody's, plex.client.spec.ts has. */
  const REFUSED: readonly (readonly [string, () => Promise<PlexPerson> | PlexPerson, number, string])[] = [
    ['somebody without a share', () => fixture.hub.given.person({ id: ++people }), 403, 'no_shared_server'],
    [
      'somebody who registered a server of their own under our server’s identifier',
      () => {
        const person = fixture.hub.given.person({ id: ++people });
        fixture.hub.given.device({ machineIdentifier: BASEMENT, owner: person });
        return person;
      },
      403,
      'no_shared_server',
    ],
    [
      'the owner of another server',
      () => {
        const person = fixture.hub.given.person({ id: ++people });
        fixture.hub.given.device({ machineIdentifier: `server-${people}`, owner: person });
        return person;
      },
      403,
      'no_shared_server',
    ],
    [
      'somebody new while no accounts are made',
      async () => {
        await fixture.allow(true, false);
        return friend();
      },
      403,
      'account_creation_off',
    ],
  ];

  it('refuses each of them with a code, and leaves no session, account or device', async () => {
    for (const [who, person, status, code] of REFUSED) {
      const { flow, code: handed } = await approved(await person());
      const before = await traces();
      const answer = await fixture.exchange(flow, handed);
      expect([who, answer.status, (answer.body as Fields).code]).toEqual([who, status, code]);
      expect((await fixture.exchange(flow, handed)).body).toEqual(ENDED);
      expect(await traces()).toEqual(before);
      await fixture.pass(61_000);
    }
  });

  it('judges by what holds at the exchange: a share that was found proves nothing once its instance is gone', async () => {
    const { flow, code } = await approved(friend());
    const before = await traces();
    await fixture.admin.delete(`/api/instances/${instanceId}`);
    const answer = await fixture.exchange(flow, code);
    instanceId = await fixture.connect();
    expect([answer.status, (answer.body as Fields).code]).toEqual([403, 'no_shared_server']);
    expect(await traces()).toEqual(before);
  });

  it('issue 43 E31, security 1: without a server behind the hub it is asked who somebody is, and nothing more', async () => {
    const known = friend();
    await fixture.session(known);
    await fixture.admin.delete(`/api/instances/${instanceId}`);
    fixture.hub.forgetCalls();
    const stranger = await fixture.signIn(friend());
    const member = await fixture.signIn(known);
    const asked = fixture.hub.count('resources');
    instanceId = await fixture.connect();
    expect([stranger.status, (stranger.body as Fields).code, member.status]).toEqual([403, 'no_shared_server', 200]);
    expect(asked).toBe(0);
  });

  it('issue 43 E31: the servers of somebody who is linked, or links themselves, are not asked for', async () => {
    const person = friend();
    await fixture.session(person);
    fixture.hub.forgetCalls();
    expect((await fixture.signIn(person)).status).toBe(200);
    expect(fixture.hub.count('resources')).toBe(0);
    await fixture.allow(true, false);
    const { flow, code } = await approved(friend());
    expect((await fixture.exchange(flow, code)).status).toBe(403);
    expect(fixture.hub.count('resources')).toBe(0);
  });

  it('security 1: refuses every route while it is switched off, before the hub is asked', async () => {
    const flow = await fixture.begin();
    const session = await fixture.app.invite('ben');
    await fixture.allow(false, true);
    fixture.hub.forgetCalls();
    const { http } = fixture.app;
    const answers = [
      await http.post('/api/auth/hub/begin', START),
      await http.post('/api/auth/hub/mcp/begin', { ...START, client: 'mcp', oauth: {} }),
      await session.post('/api/auth/hub/link', START),
      await fixture.check(flow),
      await fixture.exchange(flow, 'c'.repeat(43)),
    ];
    expect(answers.map(({ status, body }) => [status, (body as Fields).code])).toEqual(
      Array.from({ length: 5 }, () => [403, 'hub_sign_in_off']),
    );
    expect(fixture.hub.calls()).toEqual([]);
    await fixture.allow(true, true);
    expect((await fixture.check(flow)).body).toEqual(ENDED);
  });

  /** What a client may bring that isn't its own: each is 400 with one text, and the attempt goes on. */
  const FOREIGN: readonly (readonly [string, (own: { flow: string; code: string }) => Promise<Answer>])[] = [
    ['another flow', ({ code }) => fixture.exchange('f'.repeat(43), code)],
    ['another code', ({ flow }) => fixture.exchange(flow, 'c'.repeat(43))],
    ['another verifier', ({ flow, code }) => fixture.exchange(flow, code, 'w'.repeat(43))],
    ['the challenge in place of the verifier', ({ flow, code }) => fixture.exchange(flow, code, CHALLENGE)],
    ['another verifier for a check', ({ flow }) => fixture.check(flow, 'w'.repeat(43))],
    [
      'another verifier for a cancellation',
      ({ flow }) => fixture.app.http.post('/api/auth/hub/cancel', { flow, verifier: 'w'.repeat(43) }),
    ],
    ['the code in place of the flow', ({ code }) => fixture.exchange(code, code)],
  ];

  it('security 14: what is another’s is 400 and tells nothing, and the attempt goes on', async () => {
    const own = await approved(friend());
    const before = await traces();
    for (const [what, call] of FOREIGN) {
      const answer = await call(own);
      expect([what, answer.status, answer.body]).toEqual([what, 400, ENDED]);
    }
    expect(await traces()).toEqual(before);
    expect((await fixture.exchange(own.flow, own.code)).status).toBe(200);
  });

  it('doc3 §12.1: to begin as an unknown client, or with what isn’t asked for, is 400, and asks the hub nothing', async () => {
    const refused: readonly (readonly [Fields, string])[] = [
      [{ client: 'mcp' }, 'client must be web or mobile'],
      [{ challenge: 'abc' }, 'challenge must be the SHA-256 of a verifier: 43 characters of base64url'],
      [{ invitation: 'token' }, 'invitation must be absent'],
      [{ device_name: 'd'.repeat(201) }, 'device_name must be a text of at most 200 characters'],
    ];
    for (const [fields, error] of refused) {
      const answer = await fixture.app.http.post('/api/auth/hub/begin', { ...START, ...fields });
      expect([answer.status, (answer.body as Fields).error]).toEqual([400, error]);
    }
    expect(fixture.hub.calls()).toEqual([]);
  });

  it('can be cancelled: nothing of it can be used any more', async () => {
    const { flow, code } = await approved(friend());
    const cancelled = await fixture.app.http.post('/api/auth/hub/cancel', { flow, verifier: VERIFIER });
    expect(cancelled.body).toEqual({ status: 'cancelled' });
    expect([(await fixture.check(flow)).status, (await fixture.exchange(flow, code)).status]).toEqual([400, 400]);
  });

  it('issue 19 §5: a PIN that has expired is 400, and so is an attempt whose ten minutes are over', async () => {
    const expired = await fixture.begin();
    fixture.hub.expirePin();
    expect((await fixture.check(expired)).body).toEqual(ENDED);
    const old = await fixture.begin();
    await fixture.app.clock.leap(600_000);
    expect((await fixture.check(old)).body).toEqual(ENDED);
  });

  it('ends an attempt that is given up while the hub is asked, and signs its token out', async () => {
    const flow = await fixture.begin();
    fixture.approve(friend());
    fixture.hub.meanwhile(PLEX_CALLS.user, () =>
      fixture.app.http.post('/api/auth/hub/cancel', { flow, verifier: VERIFIER }),
    );
    expect((await fixture.check(flow)).body).toEqual(ENDED);
    await fixture.hub.arrived(PLEX_CALLS.signOut, 1);
  });

  const answering = (body: unknown, status = 200): FakeFault => ({ status, body });

  /** What a broken or lying hub answers to each call; plex.client.spec.ts has what else it can get wrong. */
  const LIES: readonly (readonly [string, keyof typeof PLEX_CALLS, FakeFault])[] = [
    ['a PIN of another id', 'checkPin', answering({ id: 1, authToken: 'someone-elses-token' })],
    ['a 404 that is no expiry', 'checkPin', answering({ errors: [{ code: 1002, message: 'no', status: 404 }] }, 404)],
    ['a person without an id', 'user', answering({ username: 'mallory' })],
    ['a server without an owner', 'resources', answering([{ provides: 'server', clientIdentifier: BASEMENT }])],
  ];

  it.each(LIES)(
    'issue 19 §3: %s is 503, and the attempt goes on without losing the approval',
    async (_, call, fault) => {
      const flow = await fixture.begin();
      const before = await traces();
      fixture.approve(friend());
      fixture.hub.fail(PLEX_CALLS[call], fault);
      const failed = await fixture.check(flow);
      expect([failed.status, (failed.body as Fields).code]).toEqual([503, 'hub_unavailable']);
      expect((await fixture.check(flow)).body).toEqual({ status: 'pending', interval: 3 });
      expect(await traces()).toEqual(before);
      await fixture.app.clock.advance(3_000);
      expect((await fixture.check(flow)).body).toMatchObject({ status: 'complete' });
    },
  );

  it('issue 19 §3: begins nothing while the hub is away', async () => {
    fixture.hub.fail(PLEX_CALLS.beginPin, 'reset');
    expect(await fixture.app.http.post('/api/auth/hub/begin', START)).toMatchObject({
      status: 503,
      body: { code: 'hub_unavailable' },
    });
  });

  it('a hub that never answers is 503 once its ten seconds are over', async () => {
    const flow = await fixture.begin();
    fixture.hub.fail(PLEX_CALLS.checkPin, 'timeout');
    const asked = fixture.hub.nextCall(PLEX_CALLS.checkPin);
    const answer = fixture.check(flow);
    await asked;
    await fixture.app.clock.advance(10_000);
    expect((await answer).status).toBe(503);
  });

  it('issue 19 §3: what the hub calls somebody is kept as far as it can be shown: no control character, no end of a character', async () => {
    const person = friend({ username: `ni\u0000ls\n${'x'.repeat(300)}`, email: 'no address at all' });
    const answer = await fixture.signIn(person);
    expect(userOf(answer).username).toMatch(/^nilsx+$/);
    expect(userOf(answer).hub_email).toBe('');
    const [identity] = (
      (await fixture.app.sessionOf(answer).get('/api/auth/hub/identities')).body as { identities: Fields[] }
    ).identities;
    expect([String(identity?.username).length, identity?.email]).toEqual([253, '']);
  });

  it('doc1 §8: counts begin, exchange and link by one budget of ten a minute, and check and cancel by one of 120', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 11; n += 1) answers.push((await fixture.exchange('f'.repeat(43), 'c'.repeat(43))).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect((await fixture.app.http.post('/api/auth/hub/begin', START)).status).toBe(429);
    for (let n = 0; n < 118; n += 1) fixture.app.get(RateLimitGuard).admit('hub-poll', clientKey('127.0.0.1'));
    const cancel = () =>
      fixture.app.http.post('/api/auth/hub/cancel', { flow: 'f'.repeat(43), verifier: 'w'.repeat(43) });
    const calls = [() => fixture.check('f'.repeat(43)), cancel];
    const statuses: number[] = [];
    for (const call of [...calls, ...calls]) statuses.push((await call()).status);
    expect(statuses).toEqual([400, 400, 429, 429]);
  });
});

describe('issue 43 E31, security 1: hub sign-in that can let nobody in', () => {
  let fixture: HubFixture;

  beforeAll(async () => {
    fixture = await HubFixture.start();
  });

  afterAll(() => fixture.close());

  it('is refused before the hub is asked, where nobody is linked and nobody new is let in; somebody can still link', async () => {
    const { app, hub, admin } = fixture;
    const oauth = { ...START, client: 'mcp', oauth: {} };
    for (const [autoCreate, refusal] of [
      [true, 'no_shared_server'],
      [false, 'account_creation_off'],
    ] as const) {
      await fixture.allow(true, autoCreate);
      const answer = await app.http.post('/api/auth/hub/begin', START);
      expect([answer.status, (answer.body as Fields).code]).toEqual([403, refusal]);
    }
    expect((await app.http.post('/api/auth/hub/mcp/begin', oauth)).status).toBe(400);
    expect(hub.calls()).toEqual([]);
    const person = hub.given.person({ id: 4_900_001 });
    const flow = fixture.flowOf(await admin.post('/api/auth/hub/link', START));
    fixture.approve(person);
    expect((await fixture.exchange(flow, await fixture.codeOf(flow))).body).toEqual({ status: 'linked' });
    expect(hub.count('resources')).toBe(0);
    expect((await fixture.signIn(person)).status).toBe(200);
  });
});
