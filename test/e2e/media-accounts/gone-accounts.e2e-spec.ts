import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUDIOBOOKSHELF_CALLS } from '../../fakes/audiobookshelf/audiobookshelf-fake.js';
import { EMBY_CALLS } from '../../fakes/emby/emby-fake.js';
import { JELLYFIN_CALLS, JellyfinFake } from '../../fakes/jellyfin/jellyfin-fake.js';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import { MediaHousehold } from '../../harness/media-household.js';
import type { Session } from '../../harness/start-app.js';

const KINDS = ['video_server_a', 'video_server_b', 'audiobook_server'] as const;
type Kind = (typeof KINDS)[number];

const PASSWORD = 'planted-own-password';
const EXISTS = { status: 409, code: 'account_exists' };

/** The calls that say whether an account is there. */
const READS: Readonly<Record<Kind, readonly string[]>> = {
  video_server_a: [JELLYFIN_CALLS.users, JELLYFIN_CALLS.user],
  video_server_b: [EMBY_CALLS.users, EMBY_CALLS.user],
  audiobook_server: [AUDIOBOOKSHELF_CALLS.users, AUDIOBOOKSHELF_CALLS.user],
};

describe('doc1 §4, verified: a linked account that the server affirms to be gone', () => {
  let house: MediaHousehold;
  let person: Session;
  let number = 0;

  beforeAll(async () => {
    house = await MediaHousehold.start();
    house.app.secrets.plant('own password', PASSWORD);
    await house.stopAccessJob();
  });

  /** Everybody of a test is somebody new. */
  beforeEach(async () => {
    await house.pass(61_000);
    number += 1;
    person = await house.app.invite(`person ${number}`);
    for (const kind of KINDS) {
      house.fakes[kind].recover();
      await house.grant(kind, person);
    }
    house.hub.recover();
    await house.grant('hub', person);
  });

  afterAll(() => house.close());

  const give = (kind: Kind, name: string): string =>
    kind === 'audiobook_server'
      ? house.audiobookshelf.given.account({ username: name, password: PASSWORD }).id
      : house[kind === 'video_server_a' ? 'jellyfin' : 'emby'].given.account({ name, password: PASSWORD }).id;

  const remove = (kind: Kind, id: string): void => {
    if (kind === 'audiobook_server') house.audiobookshelf.accounts.remove(id);
    else house[kind === 'video_server_a' ? 'jellyfin' : 'emby'].removeAccount(id);
  };

  /** Links the person with an account that is gone from then on. */
  const lose = async (kind: Kind): Promise<string> => {
    const id = give(kind, `short-lived ${number}`);
    expect((await house.link(person, kind, id, { manage_access: true })).status).toBe(200);
    remove(kind, id);
    return id;
  };

  const path = (kind: keyof MediaHousehold['ids']): string => `/api/media-servers/${house.ids[kind]}/account`;

  const create = (kind: Kind): Promise<Answer> => person.post(path(kind), { password: PASSWORD });

  const selfLink = (kind: Kind, username: string): Promise<Answer> =>
    person.post(`${path(kind)}/link`, { username, password: PASSWORD });

  const codeOf = ({ status, body }: Answer) => ({ status, code: (body as { code?: string }).code });

  /** The links of the person with a server, as administrators see them. */
  const rows = async (kind: keyof MediaHousehold['ids']): Promise<readonly object[]> => {
    const { body } = await house.admin.get('/api/admin/media-servers/accounts');
    return (body as readonly { user_id: number; instance_id: string }[]).filter(
      (row) => row.user_id === person.userId && row.instance_id === house.ids[kind],
    );
  };

  it.each(KINDS)('%s: gives way to the account that its person makes, which is managed', async (kind) => {
    const gone = await lose(kind);
    expect(await house.shown(person, kind)).toMatchObject({ account: null });
    expect((await create(kind)).status).toBe(201);
    const found = await rows(kind);
    expect(found).toMatchObject([
      { remote_username: person.username, manage_access: true, created_by_cantinarr: true, access_sync_pending: false },
    ]);
    expect(found).not.toMatchObject([{ remote_user_id: gone }]);
  });

  it('gives way to the account that its person proves, which is linked only', async () => {
    const kind = 'video_server_a';
    await lose(kind);
    const other = give(kind, `other ${number}`);
    expect((await selfLink(kind, `other ${number}`)).status).toBe(201);
    expect(await rows(kind)).toMatchObject([
      { remote_user_id: other, manage_access: false, access_sync_pending: false, attempts: 0 },
    ]);
  });

  it('gives way to the account that an administrator links', async () => {
    await lose('video_server_a');
    const other = give('video_server_a', `other ${number}`);
    expect((await house.link(person, 'video_server_a', other)).status).toBe(200);
    expect(await rows('video_server_a')).toMatchObject([{ remote_user_id: other }]);
  });

  it.each(KINDS)('%s: stays linked while the server can not be read, or not in full', async (kind) => {
    const gone = await lose(kind);
    give(kind, `other ${number}`);
    for (const fault of ['reset', 503, 'garbage'] as const) {
      for (const call of READS[kind]) house.fakes[kind].fail(call, fault, Infinity);
      expect(codeOf(await create(kind))).toEqual(EXISTS);
      expect(codeOf(await selfLink(kind, `other ${number}`))).toEqual(EXISTS);
      house.fakes[kind].recover();
    }
    expect(await rows(kind)).toMatchObject([{ remote_user_id: gone }]);
  });

  it('stays linked where the making fails before the server was asked to make one', async () => {
    const gone = await lose('video_server_a');
    give('video_server_a', person.username);
    expect(codeOf(await create('video_server_a'))).toEqual({ status: 409, code: 'name_taken' });
    expect(await rows('video_server_a')).toMatchObject([{ remote_user_id: gone }]);
  });

  it('doc3 §12.4: is no reason to ask a server that the person has lost', async () => {
    await lose('video_server_a');
    await house.grant('video_server_a');
    house.jellyfin.forgetCalls();
    expect((await create('video_server_a')).status).toBe(403);
    expect((await selfLink('video_server_a', 'anybody')).status).toBe(403);
    expect(house.jellyfin.calls()).toEqual([]);
  });

  it('security 9: another link that was made meanwhile wins', async () => {
    await lose('video_server_a');
    const other = give('video_server_a', `other ${number}`);
    house.jellyfin.meanwhile(JELLYFIN_CALLS.authenticate, async () => {
      await house.admin.delete(house.accountPath(person, 'video_server_a'));
      await house.link(person, 'video_server_a', other);
    });
    give('video_server_a', `third ${number}`);
    expect(codeOf(await selfLink('video_server_a', `third ${number}`))).toEqual(EXISTS);
    expect(await rows('video_server_a')).toMatchObject([{ remote_user_id: other }]);
  });

  it('stays linked where the instance has moved meanwhile: the other server has not said that it is gone', async () => {
    const gone = await lose('video_server_a');
    const apiKey = 'planted-key-of-jellyfin';
    const other = await new JellyfinFake({ apiKey, now: () => house.app.clock.now() }).start();
    const move = async (url: string): Promise<void> => {
      const fields = { name: 'Films', url, api_key: apiKey };
      expect((await house.admin.put(`/api/instances/${house.ids.video_server_a}`, fields)).status).toBe(200);
    };
    other.given.account({ name: 'root', administrator: true });
    house.jellyfin.meanwhile(JELLYFIN_CALLS.authenticate, () => move(other.url));
    give('video_server_a', `other ${number}`);
    expect(codeOf(await selfLink('video_server_a', `other ${number}`))).toEqual(EXISTS);
    await move(house.jellyfin.url);
    await other.stop();
    expect(await rows('video_server_a')).toMatchObject([{ remote_user_id: gone }]);
  });

  it('stays linked where the account is there again once its person has proven it', async () => {
    const gone = await lose('audiobook_server');
    const { audiobookshelf } = house;
    audiobookshelf.meanwhile(AUDIOBOOKSHELF_CALLS.login, () => {
      audiobookshelf.given.account({ id: gone, username: `again ${number}`, password: PASSWORD });
      return Promise.resolve();
    });
    expect(codeOf(await selfLink('audiobook_server', `again ${number}`))).toEqual(EXISTS);
    expect(await rows('audiobook_server')).toMatchObject([{ remote_user_id: gone, manage_access: true }]);
  });

  describe('at the hub', () => {
    const address = (): string => `person-${number}@example.org`;

    const invite = (email: string): Promise<Answer> => person.post(path('hub'), { email });

    /** Links the person with an accepted share that its owner ends then. */
    const loseShare = async (fields = {}): Promise<void> => {
      const id = 6_000_000 + number;
      house.hub.given.share(BASEMENT, house.hub.given.person({ id, username: `hub ${number}`, email: address() }));
      expect((await house.link(person, 'hub', String(id), fields)).status).toBe(200);
      house.hub.shares.end(BASEMENT, id);
    };

    it('a share that is gone gives way to the invitation that its person asks for', async () => {
      await loseShare();
      expect(await house.shown(person, 'hub')).toMatchObject({ account: null });
      expect(await invite(`new-${address()}`)).toMatchObject({ status: 201, body: { pending: true } });
      expect(await rows('hub')).toMatchObject([{ remote_user_id: `new-${address()}`, manage_access: true }]);
    });

    it('stays linked while the hub can not be read', async () => {
      await loseShare();
      house.hub.fail(PLEX_CALLS.invites, 503);
      expect(codeOf(await invite(address()))).toEqual(EXISTS);
      expect(await rows('hub')).toMatchObject([{ remote_user_id: String(6_000_000 + number) }]);
    });

    it('stays linked where the share is about to be made anew', async () => {
      await loseShare({ manage_access: true });
      house.hub.forgetCalls();
      expect(codeOf(await invite(address()))).toEqual(EXISTS);
      expect(house.hub.calls(PLEX_CALLS.share)).toEqual([]);
    });
  });
});
