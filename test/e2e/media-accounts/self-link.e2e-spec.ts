import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUDIOBOOKSHELF_CALLS } from '../../fakes/audiobookshelf/audiobookshelf-fake.js';
import { tableRows } from '../../harness/database-inspection.js';
import { MediaHousehold, PUBLIC_ADDRESS } from '../../harness/media-household.js';

const KINDS = ['video_server_a', 'video_server_b', 'audiobook_server'] as const;

const PASSWORD = 'planted-password-of-a-person';
const FORBIDDEN = {
  status: 403,
  body: { error: 'you have no access to this media server' },
};

describe('doc1 §4: POST /api/media-servers/{instanceID}/account/link', () => {
  let house: MediaHousehold;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    house.app.secrets.plant('password of a person', PASSWORD);
    for (const name of ['anna', 'otto']) {
      house.jellyfin.given.account({ name, password: PASSWORD });
      house.emby.given.account({ name, password: PASSWORD });
      house.audiobookshelf.given.account({ username: name, password: PASSWORD });
    }
  });

  beforeEach(async () => {
    await house.pass(61_000);
    await house.unlinkAll();
    for (const kind of KINDS) {
      await house.grant(kind, house.ana, house.ben);
      house.fakes[kind].recover();
      house.fakes[kind].forgetCalls();
    }
  });

  afterAll(() => house.close());

  const link = (kind: keyof MediaHousehold['ids'], username = 'anna', password = PASSWORD, by = house.ana) =>
    by.post(`/api/media-servers/${house.ids[kind]}/account/link`, { username, password });

  it.each(KINDS)(
    '%s: links the account that the credentials open, unmanaged, and ends the session there',
    async (kind) => {
      const { status, body } = await link(kind, 'ANNA');
      const linked = {
        username: 'anna',
        public_address: PUBLIC_ADDRESS[kind],
        administrator: false,
        manage_access: false,
      };
      expect({ status, body }).toEqual({ status: 201, body: linked });
      expect(await house.shown(house.ana, kind)).toMatchObject({ account: { username: 'anna', manage_access: false } });
      const logout = kind === 'audiobook_server' ? AUDIOBOOKSHELF_CALLS.logout : 'POST /Sessions/Logout';
      expect(house.fakes[kind].calls(logout)).toHaveLength(1);
    },
  );

  it('says 400 and never 401 for credentials that are not', async () => {
    const { status, body } = await link('video_server_a', 'anna', 'planted-wrong-password');
    expect({ status, code: (body as { code: string }).code }).toEqual({ status: 400, code: 'bad_credentials' });
    expect(await house.shown(house.ana, 'video_server_a')).toMatchObject({ account: null });
  });

  it('says where the server refuses the account itself', async () => {
    house.jellyfin.given.account({ name: 'locked', password: PASSWORD, disabled: true });
    house.jellyfin.disabledAnswer = 403;
    expect(await link('video_server_a', 'locked')).toMatchObject({ status: 400, body: { code: 'account_refused' } });
    house.jellyfin.disabledAnswer = 401;
  });

  it('links an administrator of the server too, and does not write to it', async () => {
    house.jellyfin.given.account({ name: 'boss', password: PASSWORD, administrator: true });
    expect(await link('video_server_a', 'boss')).toMatchObject({ status: 201, body: { administrator: true } });
  });

  it('is the same 403 for unknown servers and for those that the caller does not hold, and nobody is asked', async () => {
    for (const kind of KINDS) await house.grant(kind);
    await house.grant('hub');
    const paths = [...KINDS.map((kind) => house.ids[kind]), house.ids.hub, 'video_server_a-none', 'none%2F..'];
    for (const path of paths) {
      const answer = await house.ana.post(`/api/media-servers/${path}/account/link`, {
        username: 'anna',
        password: 'x',
      });
      expect({ status: answer.status, body: answer.body }).toEqual(FORBIDDEN);
    }
    for (const kind of KINDS) expect(house.fakes[kind].calls()).toEqual([]);
  });

  it('a right that ended while the server was asked links nothing', async () => {
    house.jellyfin.meanwhile('POST /Users/AuthenticateByName', () => house.grant('video_server_a'));
    expect(await link('video_server_a')).toMatchObject(FORBIDDEN);
    await house.grant('video_server_a', house.ana);
    expect(await house.shown(house.ana, 'video_server_a')).toMatchObject({ account: null });
  });

  it('says which of both is linked already', async () => {
    await link('video_server_a');
    expect(await link('video_server_a', 'otto')).toMatchObject({ status: 409, body: { code: 'account_exists' } });
    const taken = await link('video_server_a', 'anna', PASSWORD, house.ben);
    expect(taken).toMatchObject({ status: 409, body: { code: 'remote_already_linked' } });
  });

  it('of two who link one account at once, one does', async () => {
    const answers = await Promise.all([link('video_server_a'), link('video_server_a', 'anna', PASSWORD, house.ben)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is not for the hub, where people have no password of ours to give', async () => {
    await house.grant('hub', house.ana);
    expect(await link('hub')).toMatchObject({ status: 400, body: { code: 'wrong_kind' } });
  });

  it.each(['reset', 503, 'garbage', 'timeout'] as const)('is 502 when the server answers with %s', async (fault) => {
    house.audiobookshelf.fail(AUDIOBOOKSHELF_CALLS.login, fault);
    const arrived = house.audiobookshelf.nextCall(AUDIOBOOKSHELF_CALLS.login);
    const asked = link('audiobook_server');
    await arrived;
    if (fault === 'timeout') await house.app.clock.advance(30_000);
    expect((await asked).status).toBe(502);
  });

  it('issue 21: the 429 of Audiobookshelf is our 502, and is not tried again', async () => {
    house.audiobookshelf.fail(AUDIOBOOKSHELF_CALLS.login, { status: 429, body: 'Too many requests' });
    expect((await link('audiobook_server')).status).toBe(502);
    expect(house.audiobookshelf.calls(AUDIOBOOKSHELF_CALLS.login)).toHaveLength(1);
  });

  it('doc3 §0: counts against the budget of sign-ins', async () => {
    const statuses: number[] = [];
    for (let call = 0; call < 11; call += 1) statuses.push((await link('video_server_a', 'nobody', 'x')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  });

  it('security 26: keeps neither name nor password of the person', async () => {
    await link('video_server_a');
    expect(JSON.stringify(await tableRows(house.app.databaseFile))).not.toContain(PASSWORD);
  });

  it('ends a suppression', async () => {
    await link('video_server_a');
    await house.admin.delete(house.accountPath(house.ana, 'video_server_a'));
    expect(await house.shown(house.ana, 'video_server_a')).toMatchObject({ auto_link_suppressed: true });
    await link('video_server_a');
    expect(await house.shown(house.ana, 'video_server_a')).toMatchObject({ auto_link_suppressed: false });
  });
});
