import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { MediaAccountRow } from '../../../src/modules/media-accounts/rows.js';
import { JELLYFIN_CALLS } from '../../fakes/jellyfin/jellyfin-fake.js';
import { callsInWords } from '../../harness/calls-in-words.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import { MediaHousehold } from '../../harness/media-household.js';
import type { Session } from '../../harness/start-app.js';

const KINDS = ['video_server_a', 'video_server_b', 'audiobook_server', 'hub'] as const;
type Kind = (typeof KINDS)[number];
type Fields = Readonly<Record<string, unknown>>;

/** The kind that stands for all where it makes no difference. */
const VIDEO = 'video_server_a';

/** Everything that a kind is asked, call by call. */
interface KindCalls {
  /** Nothing differs, or it is an administrator's: it is only read. */
  readonly same: readonly string[];
  readonly off: readonly string[];
  readonly on: readonly string[];
  readonly oneLibrary: readonly string[];
  readonly allLibraries: readonly string[];
}

const videoCalls = (library: string): KindCalls => {
  const read = 'GET /Users/{id}';
  const written = (what: string): readonly string[] => [read, `POST /Users/{id}/Policy ${what}`, read];
  return {
    same: [read],
    off: written('off=true libraries="all"'),
    on: written('off=false libraries="all"'),
    oneLibrary: written(`off=false libraries=["${library}"]`),
    allLibraries: written('off=false libraries="all"'),
  };
};

const SHARES = `/api/servers/${BASEMENT}/shared_servers`;
const LISTS = [`GET ${SHARES}`, 'GET /api/invites/requested'];
const BOOKS = '3c9be1de-0000-4d7e-8001-000000000011';

const audiobookCalls = (what: string): readonly string[] => [
  'GET /api/users/{id}',
  `PATCH /api/users/{id} ${what}`,
  'GET /api/users/{id}',
];

const CALLS: Readonly<Record<Kind, KindCalls>> = {
  video_server_a: videoCalls('b5d2c1f0-0000-0000-0000-000000000003'),
  video_server_b: videoCalls('b5d2c1f0000000000000000000000003'),
  audiobook_server: {
    same: ['GET /api/users/{id}'],
    off: audiobookCalls('active=false'),
    on: audiobookCalls('active=true libraries="all"'),
    oneLibrary: audiobookCalls(`active=true libraries=["${BOOKS}"]`),
    allLibraries: audiobookCalls('active=true libraries="all"'),
  },
  hub: {
    same: [`GET ${SHARES}`, `GET ${SHARES}`],
    off: [...LISTS, `DELETE ${SHARES}/{id}`, ...LISTS],
    on: [...LISTS, `POST ${SHARES} sections=[]`, `GET ${SHARES}`],
    oneLibrary: [`GET ${SHARES}`, `PUT ${SHARES}/{id} sections=[121001]`, `GET ${SHARES}`],
    allLibraries: [`GET ${SHARES}`, `PUT ${SHARES}/{id} sections=[]`, `GET ${SHARES}`],
  },
};

/** What happens to somebody's access. */
type Happening = readonly [name: string, happen: (person: Session, kind: Kind) => Promise<unknown>];

describe('issue 21: what servers are asked as people gain and lose access', () => {
  let house: MediaHousehold;
  let libraries: Readonly<Record<Kind, string>>;
  let made = 0;
  /** Where libraries were chosen. */
  const chosen = new Set<Kind>();

  beforeAll(async () => {
    house = await MediaHousehold.start();
    const { jellyfin, emby, audiobookshelf } = house;
    libraries = {
      video_server_a: jellyfin.given.library({ name: 'Films', collectionType: 'movies' }).guid ?? '',
      video_server_b: emby.given.library({ name: 'Films', collectionType: 'movies' }).guid ?? '',
      audiobook_server: audiobookshelf.given.library({ id: BOOKS, name: 'Books' }),
      hub: '121001',
    };
  });

  beforeEach(async () => {
    for (const kind of KINDS) await house.grant(kind);
    for (const kind of chosen) await setLibraries(kind, []);
    await house.settle();
    for (const kind of KINDS) house.fakes[kind].forgetCalls();
  });

  afterAll(() => house.close());

  const giveAccount = (kind: Kind): string => {
    const { jellyfin, emby, audiobookshelf, hub, hubs } = house;
    made += 1;
    const name = `person${made}`;
    if (kind === 'video_server_a') return jellyfin.given.account({ name }).id;
    if (kind === 'video_server_b') return emby.given.account({ name }).id;
    if (kind === 'audiobook_server') return audiobookshelf.given.account({ username: name }).id;
    const person = hub.given.person({ id: 3_200_000 + made, username: name, email: `${name}@example.org` });
    hub.shares.befriend(hubs.mara, person);
    hub.given.share(BASEMENT, person);
    return String(person.id);
  };

  /** The account becomes one of an administrator there. */
  const promoteThere = (kind: Kind, id: string): void => {
    const { jellyfin, emby, audiobookshelf } = house;
    if (kind === 'audiobook_server') Object.assign(audiobookshelf.accounts.byId(id) ?? {}, { type: 'admin' });
    for (const { accounts } of [jellyfin, emby])
      Object.assign(accounts.find((one) => one.id === id)?.policy ?? {}, { IsAdministrator: true });
  };

  /** What a server was asked since this was asked last, once the job is at its end. */
  const asked = async (kind: Kind): Promise<readonly string[]> => {
    await house.settle();
    const calls = callsInWords(house.fakes[kind].calls());
    house.fakes[kind].forgetCalls();
    return calls;
  };

  const setLibraries = async (kind: Kind, ids: readonly string[]): Promise<void> => {
    const { body } = await house.admin.get('/api/instances');
    const {
      name,
      url,
      media_server_config: config,
    } = (body as readonly Fields[]).find(({ id }) => id === house.ids[kind]) ?? {};
    const changed = { ...(config as Fields), library_ids: ids };
    const sent = { name, url, service_type: kind, media_server_config: changed };
    const { status, text } = await house.admin.put(`/api/instances/${house.ids[kind]}`, sent);
    if (status !== 200) throw new Error(text);
    if (ids.length > 0) chosen.add(kind);
    else chosen.delete(kind);
  };

  const setRole = async ({ userId }: Session, role: string): Promise<void> => {
    const { status, text } = await house.admin.patch(`/api/admin/users/${userId}`, { role });
    if (status !== 200) throw new Error(text);
  };

  const row = async ({ userId }: Session, kind: Kind): Promise<Fields | undefined> => {
    const { body } = await house.admin.get('/api/admin/media-servers/accounts');
    house.fakes[kind].forgetCalls();
    return (body as readonly Fields[]).find(
      ({ user_id, instance_id }) => user_id === userId && instance_id === house.ids[kind],
    );
  };

  /** Somebody who holds the server, with an account there that is managed, libraries too, and all of it confirmed. */
  const managed = async (kind: Kind): Promise<{ readonly person: Session; readonly remote: string }> => {
    const remote = giveAccount(kind);
    const person = await house.app.invite(`managed ${made}`);
    await house.grant(kind, person);
    await house.link(person, kind, remote, { manage_access: true });
    const ours = { createdByUs: true, managesLibraries: true };
    await house.app.get(Database).write((tx) => tx.update(MediaAccountRow, { userId: person.userId }, ours));
    await asked(kind);
    await asked(kind);
    return { person, remote };
  };

  const revoke: Happening = ['revoke', (_, kind) => house.grant(kind)];
  const regrant: Happening = ['regrant', (person, kind) => house.grant(kind, person)];
  const oneLibrary: Happening = ['one library', (_, kind) => setLibraries(kind, [libraries[kind]])];
  const allLibraries: Happening = ['all libraries', (_, kind) => setLibraries(kind, [])];
  const promote: Happening = ['make an administrator', (person) => setRole(person, 'admin')];
  const demote: Happening = ['demote', (person) => setRole(person, 'user')];
  const unlink: Happening = ['unlink', (person, kind) => house.admin.delete(house.accountPath(person, kind))];
  const remove: Happening = ['delete', ({ userId }) => house.admin.delete(`/api/admin/users/${userId}`)];

  /** Lets each happen, and compares what the server is asked for it. */
  const expectAsked = async (
    kind: Kind,
    person: Session,
    rows: readonly (readonly [Happening, readonly string[]])[],
  ): Promise<void> => {
    for (const [[name, happen], expected] of rows) {
      await happen(person, kind);
      expect({ name, asked: await asked(kind) }).toEqual({ name, asked: expected });
    }
  };

  it('issue 43 E29: libraries that were changed by hand at the hub are seen, and shared as chosen again', async () => {
    const { person, remote } = await managed('hub');
    const shareThere = () => house.hub.shares.of(BASEMENT).find((one) => String(one.person?.id) === remote);
    const changeThere = (ids: readonly number[]): unknown => Object.assign(shareThere() ?? {}, { libraries: ids });
    const isPending = async (): Promise<unknown> => (await row(person, 'hub'))?.access_sync_pending;
    const own = async (): Promise<unknown> => (await house.shown(person, 'hub'))?.account;
    changeThere([121_002]);
    expect(await isPending()).toBe(true);
    await asked('hub');
    expect([await isPending(), shareThere()?.libraries]).toEqual([false, 'all']);
    await house.grant('hub');
    await asked('hub');
    await house.grant('hub', person);
    await asked('hub');
    changeThere([121_001]);
    expect(await own()).toMatchObject({ verified: true, access_sync_pending: true });
    await asked('hub');
    expect(shareThere()?.libraries).toBe('all');
  });

  it.each(KINDS)(
    '%s, managed: off, on and its libraries, and off for good once its person is deleted',
    async (kind) => {
      const { person, remote } = await managed(kind);
      const { off, on, oneLibrary: some, allLibraries: all } = CALLS[kind];
      await expectAsked(kind, person, [
        [revoke, off],
        [regrant, on],
        [oneLibrary, some],
        [allLibraries, all],
        [remove, off],
      ]);
      if (kind !== 'hub') {
        const { body } = await house.admin.get(`/api/admin/media-servers/${house.ids[kind]}/users`);
        expect(body).toContainEqual(expect.objectContaining({ id: remote, is_disabled: true }));
      }
      const again = await house.link(house.ana, kind, remote);
      expect(again.status).toBe(kind === 'hub' ? 404 : 200);
      await house.admin.delete(house.accountPath(house.ana, kind));
    },
  );

  it('managed: it follows the role of its person, and nothing once it is unlinked', async () => {
    const { person } = await managed(VIDEO);
    const { off, on } = CALLS[VIDEO];
    await expectAsked(VIDEO, person, [
      [revoke, off],
      [promote, on],
      [demote, off],
      [regrant, on],
      [promote, []],
      [demote, []],
      [unlink, []],
      [revoke, []],
    ]);
  });

  it('linked only: nothing is asked for any of them', async () => {
    const remote = giveAccount(VIDEO);
    const person = await house.app.invite(`linked ${made}`);
    await house.grant(VIDEO, person);
    await house.link(person, VIDEO, remote);
    await asked(VIDEO);
    await expectAsked(VIDEO, person, [
      [revoke, []],
      [promote, []],
      [oneLibrary, []],
      [remove, []],
    ]);
  });

  it.each([VIDEO, 'hub'] as const)(
    '%s, an administrator’s there: it is read for each, and nothing is written',
    async (kind) => {
      const isHub = kind === 'hub';
      const { person, remote } = isHub
        ? { person: await house.app.invite('owner'), remote: String(house.hubs.mara.id) }
        : await managed(kind);
      if (isHub) await house.link(person, kind, remote);
      promoteThere(kind, remote);
      await asked(kind);
      const read = isHub ? [] : CALLS[kind].same;
      await expectAsked(kind, person, [
        [revoke, read],
        [oneLibrary, read],
      ]);
      expect(await row(person, kind)).toMatchObject({ administrator: true, access_sync_pending: false });
      await expectAsked(kind, person, [[remove, []]]);
    },
  );

  it('issue 21: the row says what is still to be written, how often it was tried, and why that failed, once its person is deleted, too', async () => {
    const { person, remote } = await managed(VIDEO);
    const rowThere = async (): Promise<Fields | undefined> => {
      const { body } = await house.admin.get('/api/admin/media-servers/accounts');
      return (body as readonly Fields[]).find(({ remote_user_id: id }) => id === remote);
    };
    const failed = {
      granted: false,
      access_sync_pending: true,
      attempts: expect.toSatisfy((attempts: number) => attempts > 0),
      last_error: expect.stringMatching(/^the server could not be asked: /),
    };
    await house.fakes[VIDEO].leave();
    await house.grant(VIDEO);
    expect(await rowThere()).toMatchObject({ granted: false, access_sync_pending: true, attempts: 0 });
    await house.settle();
    expect(await rowThere()).toMatchObject({ ...failed, user_id: person.userId });
    await house.admin.delete(`/api/admin/users/${person.userId}`);
    await house.settle();
    expect(await rowThere()).toMatchObject({ ...failed, user_id: 0, username: '' });
    await house.fakes[VIDEO].start(house.fakes[VIDEO].port);
    await house.pass(30_000);
    expect(await asked(VIDEO)).toEqual(CALLS[VIDEO].off);
    expect(await rowThere()).toBeUndefined();
  });

  it('managed from the start: it is read, and nothing is written where nothing differs', async () => {
    const remote = giveAccount(VIDEO);
    const person = await house.app.invite(`again ${made}`);
    await house.grant(VIDEO, person);
    await house.link(person, VIDEO, remote);
    await asked(VIDEO);
    await house.admin.patch(`${house.accountPath(person, VIDEO)}/management`, { manage_access: true });
    const [, ...calls] = await asked(VIDEO);
    expect(calls).toEqual(CALLS[VIDEO].same);
    expect(await row(person, VIDEO)).toMatchObject({ access_sync_pending: false, attempts: 0, last_error: null });
  });

  it.each([VIDEO, 'audiobook_server'] as const)(
    'issue 43 E30, doc3 §3.4: %s: adopted with its own libraries, it takes those that are chosen later',
    async (kind) => {
      const remote = giveAccount(kind);
      const person = await house.app.invite(`adopted ${made}`);
      await house.grant(kind, person);
      await setLibraries(kind, [libraries[kind]]);
      await house.link(person, kind, remote, { manage_access: true });
      await asked(kind);
      await setLibraries(kind, []);
      await asked(kind);
      await setLibraries(kind, [libraries[kind]]);
      // Of an audiobook server they are a default. Source: doc 1 §4, account rules.
      expect(await asked(kind)).toEqual(kind === 'audiobook_server' ? [] : CALLS[kind].oneLibrary);
    },
  );

  it('a change that is stopped while its first call is under way writes nothing', async () => {
    const { person } = await managed(VIDEO);
    house.fakes[VIDEO].meanwhile(JELLYFIN_CALLS.user, () =>
      house.admin.patch(`${house.accountPath(person, VIDEO)}/management`, { manage_access: false }),
    );
    await house.grant(VIDEO);
    expect((await asked(VIDEO)).filter((call) => !call.startsWith('GET '))).toEqual([]);
    expect(await row(person, VIDEO)).toMatchObject({ manage_access: false, access_sync_pending: false, attempts: 0 });
  });
});
