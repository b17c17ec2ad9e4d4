import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { AccessSyncJob } from '../../../src/modules/media-accounts/access/access-sync.job.js';
import { AccountIntentRow } from '../../../src/modules/media-accounts/rows.js';
import { INTENT_SETTLING_JOB } from '../../../src/modules/media-accounts/creation/intent-settling.job.js';
import { HUB_FOLLOWING_JOB } from '../../../src/modules/media-accounts/hub/hub-following.job.js';
import { HUB_TOKEN_ENDINGS_JOB } from '../../../src/modules/media-accounts/hub/own-hub-account.service.js';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import type { PlexPerson } from '../../fakes/plex/plex-person.js';
import type { Answer } from '../../harness/http-client.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import { limitContent } from '../../harness/kids-policy.js';
import { MediaHousehold } from '../../harness/media-household.js';
import type { Session } from '../../harness/start-app.js';

type Fields = Readonly<Record<string, unknown>>;

const FORBIDDEN = {
  status: 403,
  body: { error: 'you have no access to this media server' },
};

describe('doc1 §4: shares and invitations at the hub', () => {
  let house: MediaHousehold;
  let person: Session;
  let email: string;
  let number = 0;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    await house.stopAccessJob();
  });

  /** Everybody of a test is somebody new, whom the hub doesn't know under any address. */
  beforeEach(async () => {
    await house.pass(61_000);
    number += 1;
    person = await house.app.invite(`person ${number}`);
    email = `person-${number}@example.org`;
    house.hub.recover();
    await house.grant('hub', person);
    await follow();
    house.hub.forgetCalls();
  });

  afterAll(() => house.close());

  const follow = (): Promise<void> => house.app.get(JobRunner).runNow(HUB_FOLLOWING_JOB);

  const settle = async (): Promise<void> => {
    await house.app.clock.advance(61_000);
    await house.app.get(JobRunner).runNow(INTENT_SETTLING_JOB);
    person = await house.app.refresh(person);
  };

  const intents = (): Promise<readonly AccountIntentRow[]> =>
    house.app.get(Database).read((tx) => tx.find(AccountIntentRow));

  const ask = (address = email, by = person): Promise<Answer> =>
    by.post(`/api/media-servers/${house.ids.hub}/account`, { email: address });

  const codeOf = ({ status, body }: Answer) => ({ status, code: (body as { code?: string }).code });

  const offers = (): number => house.hub.calls(PLEX_CALLS.share).length;

  /** Who is invited, or has accepted, under this address. */
  const sharesOf = (address = email) =>
    house.hub.shares.of(BASEMENT).filter(({ invitedEmail }) => invitedEmail.toLowerCase() === address.toLowerCase());

  const shown = (by = person): Promise<Fields | undefined> => house.shown(by, 'hub');

  /** Somebody at the hub with an address of their own. */
  const atHub = (address = email): PlexPerson =>
    house.hub.given.person({ id: 5_000_000 + number, username: `hub ${number}`, email: address });

  describe('asked for by the person', () => {
    it('invites the address, managed, and says so to the person', async () => {
      const live = await house.app.live(person);
      const { status, body } = await ask(` ${email} `);
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          username: email,
          public_address: 'https://hub.example',
          pending: true,
          administrator: false,
          manage_access: true,
        },
      });
      expect(sharesOf()).toMatchObject([{ isAccepted: false, libraries: 'all' }]);
      expect(await live.nextOf('hub_invite_sent')).toMatchObject({ data: {} });
      expect(await shown()).toMatchObject({
        account: { pending: true, manage_access: true, access_sync_pending: false },
      });
      expect(codeOf(await ask())).toEqual({ status: 409, code: 'account_exists' });
      expect(offers()).toBe(1);
    });

    it('doc3 §5.1: hub_invited_at says when, until the address is another one or the link ends', async () => {
      const invitedAt = async () =>
        ((await person.get('/api/auth/me')).body as { hub_invited_at: string | null }).hub_invited_at;
      expect(await invitedAt()).toBeNull();
      await ask();
      expect(await invitedAt()).toBe(new Date(house.app.clock.now()).toISOString());
      await person.post('/api/auth/hub-email', { email: `other-${email}` });
      expect(await invitedAt()).toBeNull();
      await follow();
      expect(await invitedAt()).toBe(new Date(house.app.clock.now()).toISOString());
      await house.admin.delete(house.accountPath(person, 'hub'));
      expect(await invitedAt()).toBeNull();
    });

    it('doc3 §9.3: hub_invited_at stays while an invitation to another server at the hub stands, also once one is removed', async () => {
      const invitedAt = async () =>
        ((await person.get('/api/auth/me')).body as { hub_invited_at: string | null }).hub_invited_at;
      await ask();
      const first = await invitedAt();
      const others: string[] = [];
      for (const name of ['Attic', 'Loft']) {
        await house.pass(1_000);
        house.hub.given.device({ machineIdentifier: name, owner: house.hubs.mara, name });
        others.push(await house.hubs.connect({ name, media_server_config: { machine_identifier: name } }));
        await house.admin.put(`/api/instances/${others.at(-1)}/grant-users`, { user_ids: [person.userId] });
        await follow();
      }
      const last = await invitedAt();
      await house.admin.delete(`/api/admin/users/${person.userId}/media-servers/${others[0]}/account`);
      const unlinked = await invitedAt();
      await house.admin.delete(`/api/instances/${others[1]}`);
      const removed = await invitedAt();
      await house.admin.delete(`/api/instances/${others[0]}`);
      expect([last === first, unlinked, removed, await invitedAt()]).toEqual([false, last, first, first]);
    });

    it.each(['nobody', `${'a'.repeat(250)}@b.org`])('is 400 for what is no address: %s', async (address) => {
      expect(codeOf(await ask(address))).toEqual({ status: 400, code: 'invalid_email' });
      expect(offers()).toBe(0);
    });

    it('is the same 403 without a grant as everywhere, and nobody is asked', async () => {
      await house.grant('hub');
      await follow();
      house.hub.forgetCalls();
      expect(await ask()).toMatchObject(FORBIDDEN);
      expect(house.hub.calls()).toEqual([]);
    });

    it('issue 21: a person who loses the server while they are invited is told so, and it is taken back', async () => {
      house.hub.meanwhile(PLEX_CALLS.share, () => house.grant('hub'));
      expect(await ask()).toMatchObject(FORBIDDEN);
      await house.app.get(AccessSyncJob).workOnDue(house.ids.hub, new AbortController().signal);
      expect(sharesOf()).toEqual([]);
    });

    it('issue 21: calls at the same time send one invitation', async () => {
      const answers = await Promise.all([ask(), ask(), ask()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      expect(offers()).toBe(1);
    });

    it('issue 21: an address that has a part in the server is nobody’s who has merely typed it', async () => {
      const stranger = atHub();
      house.hub.given.share(BASEMENT, stranger);
      expect(codeOf(await ask(email.toUpperCase()))).toEqual({ status: 409, code: 'name_taken' });
      expect(codeOf(await ask('mara@example.org'))).toEqual({ status: 409, code: 'name_taken' });
      expect(offers()).toBe(0);
      expect(await shown()).toMatchObject({ account: null });
    });

    it('issue 21: a kids account is invited with its limits', async () => {
      await limitContent(house.admin, person);
      expect((await ask()).status).toBe(201);
      const [share] = sharesOf();
      expect(share?.settings.filterMovies).toContain('contentRating=');
      expect(share?.settings.filterMovies).not.toContain('R%');
      expect(share?.settings.filterTelevision).toContain('contentRating=');
    });

    it('doc1 §3: ends a suppression, since it is their express word', async () => {
      await ask();
      await house.admin.delete(house.accountPath(person, 'hub'));
      house.hub.shares.drop(({ invitedEmail }) => invitedEmail === email);
      expect((await ask()).status).toBe(201);
      expect(await shown()).toMatchObject({ auto_link_suppressed: false, account: { pending: true } });
    });

    it('issue 21: an answer that is lost is settled by listing again', async () => {
      house.hub.fail(PLEX_CALLS.share, 'answer-lost');
      expect((await ask()).status).toBe(201);
      expect(sharesOf()).toHaveLength(1);
      expect(await intents()).toEqual([]);
    });

    it.each([true, false])('issue 21: a hub that goes is settled once it is back: done there is %s', async (isDone) => {
      const fake = house.hub;
      const live = await house.app.live(person);
      fake.meanwhile(PLEX_CALLS.share, () => fake.leave());
      fake.fail(PLEX_CALLS.share, isDone ? 'answer-lost' : 'reset');
      expect((await ask()).status).toBe(502);
      await settle();
      expect(await intents()).toHaveLength(1);
      await fake.start(fake.port);
      await settle();
      // Where nothing was done there, the person's address is followed without waiting for them.
      await follow();
      expect(await intents()).toEqual([]);
      expect((await ask()).status).toBe(409);
      expect(sharesOf()).toHaveLength(1);
      expect(await live.nextOf('hub_invite_sent')).toMatchObject({ data: {} });
      expect(await shown()).toMatchObject({ account: { pending: true, manage_access: true } });
    });
  });

  describe('issue 21: a grant and an address together invite, in either order', () => {
    const share = (address = email): Promise<Answer> => person.post('/api/auth/hub-email', { email: address });

    it('the address second', async () => {
      const live = await house.app.live(house.admin);
      await share();
      await follow();
      expect(sharesOf()).toHaveLength(1);
      expect(await live.nextOf('hub_access_request')).toMatchObject({
        data: { user_id: person.userId, invite_state: 'sent' },
      });
      expect(await shown()).toMatchObject({ account: { pending: true, manage_access: true } });
      await follow();
      expect(offers()).toBe(1);
    });

    it('the grant second', async () => {
      await house.grant('hub');
      await share();
      await follow();
      expect(offers()).toBe(0);
      await house.grant('hub', person);
      await follow();
      expect(sharesOf()).toHaveLength(1);
    });

    it('not those whose link an administrator has ended', async () => {
      await ask();
      await house.admin.delete(house.accountPath(person, 'hub'));
      house.hub.shares.drop(({ invitedEmail }) => invitedEmail === email);
      house.hub.forgetCalls();
      await share();
      await follow();
      expect(offers()).toBe(0);
    });

    it('and nobody whose address has a part in the server already', async () => {
      house.hub.given.share(BASEMENT, atHub());
      await share();
      await follow();
      expect(offers()).toBe(0);
      expect(await shown()).toMatchObject({ account: null });
      house.hub.forgetCalls();
      await follow();
      expect(house.hub.calls()).toEqual([]);
    });

    it('also somebody whose own call was under way when they were looked for, and failed', async () => {
      house.hub.meanwhile(PLEX_CALLS.share, follow);
      house.hub.fail(PLEX_CALLS.share, 400);
      expect((await ask()).status).toBe(502);
      expect(sharesOf()).toEqual([]);
      await follow();
      expect(sharesOf()).toHaveLength(1);
    });

    it('says that it has failed where the hub can not be asked, and tries again', async () => {
      const live = await house.app.live(house.admin);
      house.hub.fail(PLEX_CALLS.shares, 503, Infinity);
      await share();
      await follow();
      expect(await live.nextOf('hub_access_request')).toMatchObject({ data: { invite_state: 'failed' } });
      house.hub.recover();
      await follow();
      expect(sharesOf()).toHaveLength(1);
    });

    describe('doc3 §9.2: another address', () => {
      const other = (): string => `other-${email}`;

      /** Has the servers take what is still to be done, which the job of access does elsewhere. */
      const takeBack = (): Promise<void> =>
        house.app.get(AccessSyncJob).workOnDue(house.ids.hub, new AbortController().signal);

      const addresses = (): readonly string[] => [...sharesOf(), ...sharesOf(other())].map((one) => one.invitedEmail);

      it('is invited, and the invitation that waits at the earlier one is taken back', async () => {
        await share();
        await follow();
        expect(addresses()).toEqual([email]);
        await share(other());
        await follow();
        await takeBack();
        expect(addresses()).toEqual([other()]);
        expect(await shown()).toMatchObject({ account: { username: other(), pending: true, manage_access: true } });
        await follow();
        await takeBack();
        expect(addresses()).toEqual([other()]);
        expect(offers()).toBe(2);
      });

      it('changes nothing about an invitation that was accepted', async () => {
        await share();
        await follow();
        const [invited] = sharesOf();
        if (!invited) throw new Error('nobody was invited');
        Object.assign(invited, { person: atHub(), isAccepted: true });
        await share(other());
        await follow();
        await takeBack();
        expect(addresses()).toEqual([email]);
        expect(await shown()).toMatchObject({ account: { pending: false, manage_access: true } });
      });

      it('is followed once the hub can be asked again', async () => {
        await share();
        await follow();
        house.hub.fail(PLEX_CALLS.shares, 503, Infinity);
        await share(other());
        await follow();
        house.hub.recover();
        await follow();
        await takeBack();
        expect(addresses()).toEqual([other()]);
      });

      it('is the one that they name for a server', async () => {
        await ask(other());
        await follow();
        await takeBack();
        expect(addresses()).toEqual([other()]);
        expect((await person.get('/api/auth/me')).body).toMatchObject({ hub_email: other() });
      });
    });

    it('doc1 §2 auto_approve: an address alone is enough, and grants the server', async () => {
      await house.grant('hub');
      const config = { machine_identifier: BASEMENT, auto_approve: true };
      const path = `/api/instances/${house.ids.hub}`;
      const fields = { service_type: 'hub', name: 'Basement', media_server_config: config };
      expect((await house.admin.put(path, fields)).status).toBe(200);
      await share();
      await follow();
      expect(sharesOf()).toHaveLength(1);
      expect(await shown()).toMatchObject({ account: { pending: true } });
      await house.admin.put(path, { ...fields, media_server_config: { ...config, auto_approve: false } });
    });
  });

  describe('proven by a PIN', () => {
    const begin = async (): Promise<number> => {
      const { status, body } = await person.post('/api/media-servers/hub/sign-in/begin');
      expect(status).toBe(200);
      const { pin_id: pinId, code, url } = body as { pin_id: number; code: string; url: string };
      expect(url).toContain(code);
      return pinId;
    };

    const check = (pinId: unknown, by = person): Promise<Answer> =>
      by.post('/api/media-servers/hub/sign-in/check', { pin_id: pinId });

    const approve = (member: PlexPerson, pinId: number): string =>
      house.hub.approve(member, { pinId, token: house.app.secrets.plant('PIN token', `planted-pin-token-${number}`) });

    it('invites once it is approved, and says the same from then on', async () => {
      const pinId = await begin();
      expect((await check(pinId)).body).toEqual({ linked: false });
      const token = approve(atHub(), pinId);
      await house.app.clock.advance(1_000);
      const { body } = await check(pinId);
      expect(body).toEqual({
        linked: true,
        username: `hub ${number}`,
        email,
        invite_state: 'sent',
        identity_state: 'unlinked',
      });
      expect([(await check(pinId)).body, (await check(pinId)).body]).toEqual([body, body]);
      expect(offers()).toBe(1);
      expect(sharesOf()).toHaveLength(1);
      await house.hub.arrived(PLEX_CALLS.signOut, 1);
      expect(house.hub.knows(token)).toBe(false);
      expect((await person.get('/api/auth/me')).body).toMatchObject({ hub_email: email });
    });

    it('doc1 §4 identity_state: is linked where the account at the hub signs the caller in', async () => {
      await house.hubs.allow(true, true);
      const member = atHub();
      house.hub.given.share(BASEMENT, member);
      person = await house.hubs.session(member);
      const pinId = await begin();
      approve(member, pinId);
      await house.app.clock.advance(1_000);
      expect((await check(pinId)).body).toMatchObject({ linked: true, identity_state: 'linked' });
    });

    it('doc1 §4 identity_state: is a conflict where the account at the hub signs somebody else in', async () => {
      await house.hubs.allow(true, true);
      const member = atHub();
      house.hub.given.share(BASEMENT, member);
      await house.hubs.session(member);
      const pinId = await begin();
      approve(member, pinId);
      await house.app.clock.advance(1_000);
      expect((await check(pinId)).body).toMatchObject({
        linked: true,
        identity_state: 'conflict',
        identity_error: expect.any(String),
      });
    });

    it('doc3 §0: the hub is asked once a second at most', async () => {
      const pinId = await begin();
      await Promise.all([check(pinId), check(pinId), check(pinId)]);
      await check(pinId);
      expect(house.hub.calls(PLEX_CALLS.checkPin)).toHaveLength(1);
      await house.app.clock.advance(1_000);
      await check(pinId);
      expect(house.hub.calls(PLEX_CALLS.checkPin)).toHaveLength(2);
    });

    it('is nobody else’s, and good for nothing else', async () => {
      const pinId = await begin();
      approve(atHub(), pinId);
      house.hub.forgetCalls();
      expect(codeOf(await check(pinId, house.ben))).toEqual({ status: 404, code: 'pin_expired' });
      expect(codeOf(await check(99_999))).toEqual({ status: 404, code: 'pin_expired' });
      expect((await house.admin.post('/api/instances/hub/link/check', { pin_id: pinId })).status).toBe(404);
      const instancePin = await house.hubs.linkOwner();
      expect(codeOf(await check(instancePin, house.admin))).toEqual({ status: 404, code: 'pin_expired' });
      expect((await check('1')).status).toBe(400);
    });

    it('ends with the PIN', async () => {
      const pinId = await begin();
      house.hub.expirePin();
      expect(codeOf(await check(pinId))).toEqual({ status: 404, code: 'pin_expired' });
    });

    it('doc1 §3 adopted: links a share that is there, and writes nothing to it', async () => {
      const member = atHub();
      house.hub.given.share(BASEMENT, member);
      const pinId = await begin();
      approve(member, pinId);
      expect((await check(pinId)).body).toMatchObject({ linked: true, invite_state: 'adopted' });
      expect(offers()).toBe(0);
      expect(await shown()).toMatchObject({ account: { pending: false, manage_access: false } });
    });

    it('doc1 §3 claimed: not one that is linked with somebody else', async () => {
      const member = atHub();
      house.hub.given.share(BASEMENT, member);
      await house.link(house.ben, 'hub', String(member.id));
      const pinId = await begin();
      approve(member, pinId);
      expect((await check(pinId)).body).toMatchObject({ linked: true, invite_state: 'claimed' });
      await house.admin.delete(house.accountPath(house.ben, 'hub'));
    });

    it('doc1 §3 unlinked: nor for those whose link an administrator has ended', async () => {
      const member = atHub();
      house.hub.given.share(BASEMENT, member);
      await house.link(person, 'hub', String(member.id));
      await house.admin.delete(house.accountPath(person, 'hub'));
      const pinId = await begin();
      approve(member, pinId);
      expect((await check(pinId)).body).toMatchObject({ linked: true, invite_state: 'unlinked' });
      expect(await shown()).toMatchObject({ account: null });
    });

    it('is empty where they hold no server', async () => {
      await house.grant('hub');
      const pinId = await begin();
      approve(atHub(), pinId);
      expect((await check(pinId)).body).toMatchObject({ linked: true, invite_state: '' });
      expect(offers()).toBe(0);
    });

    it('doc3 §12.4: is 502 while the hub can not be asked, and goes on afterwards', async () => {
      const pinId = await begin();
      approve(atHub(), pinId);
      house.hub.fail(PLEX_CALLS.user, 503);
      expect((await check(pinId)).status).toBe(502);
      await house.app.clock.advance(1_000);
      expect((await check(pinId)).body).toMatchObject({ linked: true, invite_state: 'sent' });
      expect(house.hub.calls(PLEX_CALLS.checkPin)).toHaveLength(1);
    });

    it('doc3 §12.4: is 400 for an account without an address, each time, and its token is signed out', async () => {
      const pinId = await begin();
      const token = approve(house.hub.given.managedPerson(6_000_000 + number, 'Kim'), pinId);
      const answers = [await check(pinId), await check(pinId)];
      expect(answers.map(codeOf)).toEqual(Array(2).fill({ status: 400, code: 'invalid_email' }));
      await house.hub.arrived(PLEX_CALLS.signOut, 1);
      expect([house.hub.calls(PLEX_CALLS.user).length, house.hub.knows(token)]).toEqual([1, false]);
    });

    it('issue 21: a token is signed out once the hub can be asked again, also after its PIN has run out', async () => {
      const pinId = await begin();
      const token = approve(atHub(), pinId);
      for (const call of [PLEX_CALLS.user, PLEX_CALLS.signOut]) house.hub.fail(call, 503, Infinity);
      expect((await check(pinId)).status).toBe(502);
      const endTokens = async (): Promise<boolean> => {
        await house.app.get(JobRunner).runNow(HUB_TOKEN_ENDINGS_JOB);
        return !house.hub.knows(token);
      };
      expect(await endTokens()).toBe(false);
      await house.pass(16 * 60_000);
      expect(await endTokens()).toBe(false);
      house.hub.recover();
      expect(await endTokens()).toBe(true);
      house.hub.forgetCalls();
      await endTokens();
      expect(house.hub.calls(PLEX_CALLS.signOut)).toEqual([]);
    });

    it.each(['while it waits for its owner', 'while the hub is asked'])(
      'issue 21: of a person who is deleted %s, the token is signed out',
      async (when) => {
        const pinId = await begin();
        const token = approve(atHub(), pinId);
        const remove = () => house.admin.delete(`/api/admin/users/${person.userId}`);
        if (when === 'while the hub is asked') house.hub.meanwhile(PLEX_CALLS.checkPin, remove);
        else house.hub.fail(PLEX_CALLS.user, 503);
        await check(pinId);
        await remove();
        await house.hub.arrived(PLEX_CALLS.signOut, 1);
        expect(house.hub.knows(token)).toBe(false);
      },
    );
  });
});
