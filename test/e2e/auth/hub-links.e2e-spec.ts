import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { foreignWords } from '../../../src/core/errors/sentence.js';
import { Database } from '../../../src/core/database/database.js';
import { PortRegistry } from '../../../src/core/ports/port-registry.js';
import { PasskeysRepository } from '../../../src/modules/users/users.public.js';
import { SsoOnlyService } from '../../../src/modules/auth/sso-only/sso-only.service.js';
import {
  HUB_ACCOUNT_LINKS,
  type HubAccountLink,
  type HubSignUp,
} from '../../../src/modules/instances/instances.public.js';
import type { PlexPerson } from '../../fakes/plex/plex-person.js';
import { tableRows } from '../../harness/database-inspection.js';
import type { Answer } from '../../harness/http-client.js';
import { BASEMENT, HubFixture, START } from '../../harness/hub-fixture.js';
import { ADMIN_PASSWORD, type Session } from '../../harness/start-app.js';

type Fields = Readonly<Record<string, unknown>>;

const ENDED = { code: 1008, reason: 'the session has ended' };

describe('doc1 §4 hub sign-in: links of accounts, and their ends', () => {
  let fixture: HubFixture;
  let instanceId: string;
  let people = 5_000_000;

  beforeAll(async () => {
    fixture = await HubFixture.start();
    instanceId = await fixture.connect();
  });

  beforeEach(async () => {
    await fixture.pass(61_000);
    await fixture.allow(true, true);
  });

  afterAll(() => fixture.close());

  function friend(): PlexPerson {
    people += 1;
    const person = fixture.hub.given.person({ id: people });
    fixture.hub.given.share(BASEMENT, person);
    return person;
  }

  /** A member with a password, who is signed in by a link. */
  async function member(): Promise<Session> {
    people += 1;
    const session = await fixture.app.invite(`member ${people}`);
    await fixture.admin.patch(`/api/admin/users/${session.userId}/auth-methods`, { password_enabled: true });
    const set = await session.post('/api/auth/password', { password: 'planted-member-password' });
    expect(set.status).toBe(200);
    return session;
  }

  /** The session begins to link an account at the hub, whose owner approves; the answer of the exchange is still to come. */
  async function approvedLink(session: Session, person: PlexPerson): Promise<() => Promise<Answer>> {
    const flow = fixture.flowOf(await session.post('/api/auth/hub/link', START));
    fixture.approve(person);
    const code = await fixture.codeOf(flow);
    return () => fixture.exchange(flow, code);
  }

  const link = async (session: Session, person: PlexPerson): Promise<Answer> => (await approvedLink(session, person))();

  const codeIn = ({ status, body }: Answer): readonly unknown[] => [status, (body as Fields).code];

  const identitiesOf = async (session: Session): Promise<readonly Fields[]> =>
    ((await session.get('/api/auth/hub/identities')).body as { identities: readonly Fields[] }).identities;

  it('links the account that asked, which the hub signs in from then on, without grants and while no accounts are made', async () => {
    await fixture.allow(true, false);
    const [ana, person] = [await member(), friend()];
    expect((await link(ana, person)).body).toEqual({ status: 'linked' });
    expect(await identitiesOf(ana)).toMatchObject([{ hub_account_id: person.id }]);
    const session = await fixture.session(person);
    expect(session.userId).toBe(ana.userId);
    expect((await session.get('/api/config')).body).toMatchObject({ instances: [] });
    expect((await link(ana, person)).body).toEqual({ status: 'linked' });
  });

  it('issue 19 §3: 409 for an account at the hub that is linked with another, and for an account that is linked already', async () => {
    const [ana, ben, person] = [await member(), await member(), friend()];
    await link(ana, person);
    expect(codeIn(await link(ben, person))).toEqual([409, 'hub_identity_taken']);
    expect(codeIn(await link(ana, friend()))).toEqual([409, 'hub_already_linked']);
    expect(await identitiesOf(ben)).toEqual([]);
  });

  it('security 14: a link is void once the session that began it has ended: 403, never 401', async () => {
    const [ana, person] = [await member(), friend()];
    const exchange = await approvedLink(ana, person);
    await fixture.admin.delete(`/api/admin/devices/${ana.deviceId}`);
    expect(codeIn(await exchange())).toEqual([403, 'session_ended']);
    expect((await fixture.admin.get(`/api/admin/users/${ana.userId}/hub`)).body).toEqual({ identities: [] });
  });

  it('and once its account was deleted', async () => {
    const [ana, person] = [await member(), friend()];
    const exchange = await approvedLink(ana, person);
    await fixture.admin.delete(`/api/admin/users/${ana.userId}`);
    expect(codeIn(await exchange())).toEqual([403, 'session_ended']);
  });

  it('and once somebody has unlinked the account meanwhile', async () => {
    const [ana, person] = [await member(), friend()];
    await link(ana, person);
    const exchange = await approvedLink(ana, person);
    await fixture.admin.delete(`/api/admin/users/${ana.userId}/hub`);
    expect(codeIn(await exchange())).toEqual([400, 'attempt_ended']);
    expect(await identitiesOf(ana)).toEqual([]);
  });

  describe('security 12: the next call of REST, refresh and an open WebSocket fails, and local sessions stay', () => {
    const ENDINGS: readonly (readonly [string, (ana: Session) => Promise<Answer>])[] = [
      [
        'sign-in by the hub is switched off',
        () => fixture.admin.put('/api/admin/hub-auth', { enabled: false, auto_create: true }),
      ],
      ['the account unlinks itself', (ana) => ana.delete('/api/auth/hub/identities')],
      ['an administrator unlinks the account', (ana) => fixture.admin.delete(`/api/admin/users/${ana.userId}/hub`)],
    ];

    it.each(ENDINGS)('once %s', async (_, end) => {
      const [ana, person] = [await member(), friend()];
      await link(ana, person);
      const session = await fixture.session(person);
      const [socket, own] = [await fixture.app.live(session), await fixture.app.live(ana)];
      expect((await end(ana)).status).toBe(200);
      expect(await socket.closed).toEqual(ENDED);
      const refreshed = await fixture.app.http.post('/api/auth/refresh', { refresh_token: session.refreshToken });
      expect([(await session.get('/api/auth/me')).status, refreshed.status]).toEqual([401, 401]);
      expect((await ana.get('/api/auth/me')).status).toBe(200);
      await own.close();
    });

    it('once the account is deleted, and its person gets no other one by themselves', async () => {
      const person = friend();
      const session = await fixture.session(person);
      const socket = await fixture.app.live(session);
      await fixture.admin.delete(`/api/admin/users/${session.userId}`);
      expect(await socket.closed).toEqual(ENDED);
      const refreshed = await fixture.app.http.post('/api/auth/refresh', { refresh_token: session.refreshToken });
      expect([(await session.get('/api/auth/me')).status, refreshed.status]).toEqual([401, 401]);
      expect(codeIn(await fixture.signIn(person))).toEqual([403, 'identity_known']);
    });

    it('switching it on again revives none of them, and a sign-in begins anew', async () => {
      const person = friend();
      const session = await fixture.session(person);
      await fixture.allow(false, true);
      await fixture.allow(true, true);
      expect((await session.get('/api/auth/me')).status).toBe(401);
      expect((await fixture.session(person)).userId).toBe(session.userId);
    });

    it('a code that was handed out before is refused once its account was unlinked', async () => {
      const [ana, person] = [await member(), friend()];
      await link(ana, person);
      const flow = await fixture.begin();
      fixture.approve(person);
      const code = await fixture.codeOf(flow);
      await ana.delete('/api/auth/hub/identities');
      expect(codeIn(await fixture.exchange(flow, code))).toEqual([400, 'attempt_ended']);
    });
  });

  describe('issue 19 §5: unlinking one’s last way in', () => {
    it('is 409, and an administrator may do it to somebody', async () => {
      const session = await fixture.session(friend());
      expect(codeIn(await session.delete('/api/auth/hub/identities'))).toEqual([409, 'last_sign_in_method']);
      expect((await session.get('/api/auth/me')).status).toBe(200);
      expect((await fixture.admin.delete(`/api/admin/users/${session.userId}/hub`)).body).toEqual({
        status: 'unlinked',
      });
    });

    it('counts a permitted method only where there is a password: the switch alone is none', async () => {
      const session = await fixture.session(friend());
      await fixture.admin.patch(`/api/admin/users/${session.userId}/auth-methods`, { password_enabled: true });
      expect((await session.delete('/api/auth/hub/identities')).status).toBe(409);
      await session.post('/api/auth/password', { password: 'planted-member-password' });
      expect((await session.delete('/api/auth/hub/identities')).status).toBe(200);
    });

    it('counts passkeys where there is one and they are permitted', async () => {
      const session = await fixture.session(friend());
      const { app, admin } = fixture;
      const passkey = {
        id: `a${session.userId}`,
        userId: session.userId,
        publicKey: '',
        attestationType: 'none',
        aaguid: '',
      };
      const facts = { signCount: 0, backupEligible: false, backupState: false, rpId: 'localhost', name: 'Passkey' };
      await app.get(Database).write((tx) => app.get(PasskeysRepository).add(tx, { ...passkey, ...facts }));
      expect((await session.delete('/api/auth/hub/identities')).status).toBe(409);
      await admin.patch(`/api/admin/users/${session.userId}/auth-methods`, { passkey_enabled: true });
      expect((await session.delete('/api/auth/hub/identities')).status).toBe(200);
    });

    it('is asked of administrators for their own account, also where they use the route for others', async () => {
      const person = friend();
      await link(fixture.admin, person);
      expect((await fixture.admin.delete(`/api/admin/users/${fixture.admin.userId}/hub`)).status).toBe(200);
      const eve = await fixture.session(friend());
      await fixture.admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
      expect(codeIn(await eve.delete(`/api/admin/users/${eve.userId}/hub`))).toEqual([409, 'last_sign_in_method']);
    });

    it('is no question where nothing is linked', async () => {
      const ana = await fixture.app.invite(`unlinked ${(people += 1)}`);
      expect((await ana.delete('/api/auth/hub/identities')).body).toEqual({ status: 'unlinked' });
    });
  });

  it('issue 19 §4: while single sign-on is required, only administrators get in: nobody new, no member, and nobody links', async () => {
    const [database, ssoOnly] = [fixture.app.get(Database), fixture.app.get(SsoOnlyService)];
    const [known, owner] = [friend(), friend()];
    await fixture.session(known);
    const ana = await member();
    await link(fixture.admin, owner);
    const exchange = await approvedLink(ana, friend());
    await database.write((tx) => ssoOnly.set(tx, true));
    try {
      expect(codeIn(await exchange())).toEqual([403, 'sso_required']);
      await fixture.pass(61_000);
      expect(codeIn(await fixture.signIn(known))).toEqual([403, 'sso_required']);
      expect(codeIn(await fixture.signIn(friend()))).toEqual([403, 'sso_required']);
      expect((await fixture.signIn(owner)).status).toBe(200);
    } finally {
      await database.write((tx) => ssoOnly.set(tx, false));
      await fixture.admin.delete('/api/auth/hub/identities');
    }
  });

  describe('doc3 §12.1: candidates', () => {
    it('name nobody who is linked with no share, and such a mapping can not be confirmed', async () => {
      const { body } = await fixture.admin.get('/api/admin/hub-auth/candidates');
      const { candidates } = body as { candidates: readonly { readonly user_id: number }[] };
      expect(candidates.filter(({ user_id: userId }) => userId === fixture.admin.userId)).toEqual([]);
      const mappings = [{ user_id: fixture.admin.userId, hub_account_id: 7 }];
      expect(codeIn(await fixture.admin.post('/api/admin/hub-auth/confirm', { mappings }))).toEqual([
        409,
        'hub_link_unproven',
      ]);
    });

    it('that hub.body.spec.ts refuses are 400', async () => {
      const twice = [1, 2].map((user_id) => ({ user_id, hub_account_id: 5 }));
      for (const mappings of [[], [{ hub_account_id: 5 }], twice])
        expect((await fixture.admin.post('/api/admin/hub-auth/confirm', { mappings })).status).toBe(400);
    });

    it('come from the module that keeps media accounts, are confirmed all or none, and sign-ups are noted there', async () => {
      const own = await HubFixture.start();
      const links: HubAccountLink[] = [];
      const signUps: HubSignUp[] = [];
      own.app.get(PortRegistry).register(HUB_ACCOUNT_LINKS, {
        review: async () => links,
        addSignUp: async (_, signUp) => void signUps.push(signUp),
      });
      const id = await own.connect();
      await own.allow(true, true);
      const [ana, ben] = [await own.app.invite('ana'), await own.app.invite('ben')];
      const servers = [{ instanceId: id }];
      const of = (userId: number, hubAccountId: string, rest: Partial<HubAccountLink> = {}): HubAccountLink => {
        return { userId, hubAccountId, email: 'a@example.org', hubUsername: 'a', servers, reason: null, ...rest };
      };
      links.push(
        of(ben.userId, '72', { reason: foreignWords('two accounts share it') }),
        of(ana.userId, '71'),
        of(9_999, '73'),
      );
      const view = { email: 'a@example.org', hub_username: 'a', servers: [{ instance_id: id, name: 'Basement' }] };
      const candidates = async () => (await own.admin.get('/api/admin/hub-auth/candidates')).body;
      const first = { user_id: ana.userId, username: 'ana', hub_account_id: 71, ...view };
      const second = {
        user_id: ben.userId,
        username: 'ben',
        hub_account_id: 72,
        ...view,
        reason: 'two accounts share it',
        sentence: { code: 'foreign', params: { text: 'two accounts share it' } },
      };
      expect(await candidates()).toEqual({
        candidates: [
          { ...first, confirmed: false },
          { ...second, confirmed: false },
        ],
      });
      const confirm = (...ids: readonly (readonly [number, number])[]) => {
        const mappings = ids.map(([user_id, hub_account_id]) => ({ user_id, hub_account_id }));
        return own.admin.post('/api/admin/hub-auth/confirm', { mappings });
      };
      expect(codeIn(await confirm([ana.userId, 71], [ben.userId, 72]))).toEqual([409, 'hub_link_unproven']);
      expect(await candidates()).toMatchObject({ candidates: [{ confirmed: false }, { confirmed: false }] });
      expect((await confirm([ana.userId, 71])).body).toEqual({ status: 'confirmed' });
      expect(await candidates()).toMatchObject({ candidates: [{ confirmed: true }, { confirmed: false }] });
      expect((await own.session(own.hub.given.person({ id: 71 }))).userId).toBe(ana.userId);
      const nils = own.hub.given.person({ id: 74, username: 'nils', email: 'nils@example.org' });
      own.hub.given.share(BASEMENT, nils);
      const { userId } = await own.session(nils);
      const signUp = { userId, hubAccountId: '74', username: 'nils', email: 'nils@example.org', instanceIds: [id] };
      expect(signUps).toEqual([signUp]);
      await own.close();
    });
  });

  describe('doc1 §4: administrators hear of another address at the hub', () => {
    const ask = (session: Session, email: string) => session.post('/api/auth/hub-email', { email });

    it('once for each change, never of the address, and nobody else does', async () => {
      const ana = await member();
      const [told, untold] = [await fixture.app.live(fixture.admin), await fixture.app.live(ana)];
      const frame = {
        type: 'hub_access_request',
        data: { user_id: ana.userId, username: ana.username, invite_state: '' },
      };
      await ask(ana, 'one@example.org');
      expect(await told.next()).toEqual(frame);
      for (const email of ['one@example.org', 'two@example.org']) await ask(ana, email);
      expect(await told.next()).toEqual(frame);
      await fixture.admin.put(`/api/instances/${instanceId}/grant-users`, { user_ids: [ana.userId] });
      expect([(await told.next()).type, (await untold.next()).type]).toEqual(['config_changed', 'config_changed']);
      await told.close();
      await untold.close();
    });

    it('only while there is a hub', async () => {
      const ana = await member();
      await fixture.admin.delete(`/api/instances/${instanceId}`);
      const told = await fixture.app.live(fixture.admin);
      await ask(ana, 'three@example.org');
      instanceId = await fixture.connect();
      expect((await told.next()).type).toBe('config_changed');
      await told.close();
    });
  });

  it('security 4: no token of the hub and no code is in a body, a log line, a file or a socket', async () => {
    // Every answer, frame and log line of this suite was searched already; a file holds neither, sealed ones apart.
    const session = await fixture.session(friend());
    await session.get('/api/auth/me');
    const stored = JSON.stringify(await tableRows(fixture.app.databaseFile));
    for (const canary of ['planted-hub-token', 'planted-hub-owner-token', ADMIN_PASSWORD])
      expect(stored).not.toContain(canary);
    expect(JSON.stringify(fixture.app.logLines)).not.toMatch(/planted-hub|@example\.org|X-Plex-Token/);
  });
});
