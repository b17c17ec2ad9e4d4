import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUDIOBOOKSHELF_CALLS, AudiobookshelfFake } from '../../../test/fakes/audiobookshelf/audiobookshelf-fake.js';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import {
  AudiobookshelfClient,
  isAudiobookshelfAdministrator,
  isAudiobookshelfNameTaken,
} from './audiobookshelf.client.js';

const KEY = 'canary-abs-key';
const PASSWORD = Secret.of('canary-abs-password');
const [BOOKS, MORE] = ['3c9be1de-0000-4d7e-8001-000000000010', '3c9be1de-0000-4d7e-8001-000000000011'] as const;

let clock: MovedClock;
let fake: AudiobookshelfFake;
let client: AudiobookshelfClient;

beforeEach(async () => {
  clock = new MovedClock();
  fake = await new AudiobookshelfFake({ apiKey: KEY, now: () => clock.now() }).start();
  fake.given.library({ id: BOOKS, name: 'Audiobooks' });
  fake.given.library({ id: MORE, name: 'Podcasts', mediaType: 'podcast' });
  client = new AudiobookshelfClient({ url: fake.url, apiKey: Secret.of(KEY), clock, log: silentLog });
});

afterEach(() => fake.stop());

const wanted = { username: 'mara', password: PASSWORD, isActive: false, libraries: [BOOKS], explicitContent: false };
const bodies = (call: string): readonly unknown[] => fake.calls(call).map(({ body }) => body);

describe('who answers', () => {
  it('is said without the key, and the key says for whom it acts', async () => {
    await expect(client.testConnection()).resolves.toEqual({
      appName: 'audiobookshelf',
      version: '2.36.0',
      isInitialised: true,
    });
    expect(fake.calls(AUDIOBOOKSHELF_CALLS.status)[0]?.headers.authorization).toBeUndefined();
    const owner = await client.keyOwner();
    expect(owner).toMatchObject({ id: fake.root.id, isAdministrator: true });
    expect(JSON.stringify(owner)).not.toContain('planted');
  });

  it.each<readonly [FakeFault, string]>([
    [
      { status: 301, headers: { location: 'https://user:pass@books.example/audiobookshelf/status?token=x#y' } },
      'server redirected with status 301 to https://books.example/audiobookshelf/status',
    ],
    [502, 'server returned status 502'],
    [{ body: '<html>' }, 'server answered with something other than JSON'],
    [{ body: { success: true } }, 'server answered with unexpected data at app'],
    ['reset', 'could not reach server: connection reset'],
  ])('doc 3 §3.2: is not said after %j, and why', async (fault, reason) => {
    fake.fail(AUDIOBOOKSHELF_CALLS.status, fault);
    expect(await failureOf(client.testConnection())).toMatchObject({ system: 'audiobookshelf', reason });
  });

  it('a key that is refused, or that is no administrator’s', async () => {
    const other = new AudiobookshelfClient({ url: fake.url, apiKey: Secret.of('other'), clock, log: silentLog });
    expect(await failureOf(other.keyOwner())).toMatchObject({ kind: 'unauthorized', reason: 'invalid API key' });
    fake.keyOwner = fake.given.account({ username: 'otto' });
    await expect(client.keyOwner()).resolves.toMatchObject({ isAdministrator: false });
    const reason = 'the API key lacks the permission';
    expect(await failureOf(client.users())).toMatchObject({ kind: 'unauthorized', status: 403, reason });
  });

  it('is found below the base path of the server', async () => {
    fake.route('GET /audiobookshelf/api/users', () => ({ body: { users: [] } }));
    const below = { url: `${fake.url}/audiobookshelf`, apiKey: Secret.of(KEY), clock, log: silentLog };
    await expect(new AudiobookshelfClient(below).users()).resolves.toEqual({ users: [], isComplete: true });
  });
});

describe('accounts', () => {
  it.each([false, true])('are listed without their tokens (terse: %s)', async (isTerse) => {
    fake.accounts.isTerse = isTerse;
    const { id } = fake.given.account({
      username: 'mara',
      permissions: { accessAllLibraries: false, accessAllTags: false, selectedTagsNotAccessible: true },
      librariesAccessible: [BOOKS],
      itemTagsSelected: ['late'],
    });
    const { users: all } = await client.users();
    const mara = {
      id,
      username: 'mara',
      isAdministrator: false,
      isActive: true,
      access: { libraries: [BOOKS], tags: { without: ['late'] }, explicitContent: false },
    };
    expect(all).toEqual([expect.objectContaining({ username: 'root', isAdministrator: true }), mara]);
    expect(JSON.stringify(all)).not.toContain('planted');
    await expect(client.user(id)).resolves.toEqual(mara);
  });

  it('one comes as it is or wrapped', async () => {
    const account = fake.given.account({ username: 'mara' });
    const body = { user: fake.accounts.shown(account, true) };
    fake.fail(AUDIOBOOKSHELF_CALLS.user, { body });
    await expect(client.user(account.id)).resolves.toMatchObject({ id: account.id });
    fake.fail(AUDIOBOOKSHELF_CALLS.user, { body });
    expect(await failureOf(client.user(fake.root.id))).toMatchObject({ kind: 'malformed' });
  });

  it('issue 21: one is gone where the list lacks it too, and not because of a 404 alone', async () => {
    const { id } = fake.given.account({ username: 'mara' });
    await expect(client.user('somebody')).resolves.toBeNull();
    await expect(client.user('..')).resolves.toBeNull();
    fake.fail(AUDIOBOOKSHELF_CALLS.user, { status: 404, body: '404 page not found' });
    await expect(client.user(id)).resolves.toMatchObject({ id });
    fake.fail(AUDIOBOOKSHELF_CALLS.user, 404);
    fake.fail(AUDIOBOOKSHELF_CALLS.users, 404);
    expect(await failureOf(client.user(id))).toMatchObject({ kind: 'not_found', operation: 'user.list' });
  });

  it.each([
    'reset',
    'garbage',
    'empty',
    'cut-body',
    401,
    403,
    404,
    429,
    500,
    { body: [] },
    { body: { users: {} } },
  ] as const)('are unknown and not none after %j', async (fault) => {
    fake.fail(AUDIOBOOKSHELF_CALLS.users, fault);
    expect(await failureOf(client.users())).toMatchObject({ system: 'audiobookshelf', operation: 'user.list' });
  });

  it.each(['x', 'somebody', null])('issue 43 C14: one by the id %j that can’t be read may be it alone', async (id) => {
    fake.fail(AUDIOBOOKSHELF_CALLS.users, { body: { users: [fake.accounts.shown(fake.root, true), { id }] } }, 2);
    expect(await client.users()).toMatchObject({ users: [{ username: 'root' }], isComplete: false });
    expect((await client.user('somebody').catch(() => 'unknown')) === null).toBe(id === 'x');
  });

  it.each(['../users', 'a/b', '..'])('security 7: an id %j leads to no other path', async (id) => {
    await client.user(id).catch(() => undefined);
    for (const { path } of fake.calls()) expect(path).toMatch(/^\/api\/users(\/[^/]*%2F[^/]*)?$/);
  });
});

describe('making an account', () => {
  it('audiobookshelf facts, Seen: says all that the server would choose by itself', async () => {
    const made = await client.createUser(wanted);
    expect(bodies(AUDIOBOOKSHELF_CALLS.createUser)).toMatchObject([
      {
        type: 'user',
        isActive: false,
        permissions: { accessAllLibraries: false, accessExplicitContent: false },
        librariesAccessible: [BOOKS],
      },
    ]);
    const access = { libraries: [BOOKS], tags: 'all', explicitContent: false };
    expect(made).toEqual({ id: made.id, username: 'mara', isAdministrator: false, isActive: false, access });
    await expect(client.createUser({ ...wanted, username: 'otto', libraries: 'all' })).resolves.toMatchObject({
      access: { libraries: 'all' },
    });
  });

  it('a name that is taken is told apart, and compared exactly by the server', async () => {
    fake.given.account({ username: 'mara' });
    const fault = await failureOf(client.createUser(wanted));
    expect(fault).toMatchObject({ kind: 'rejected', status: 400, reason: 'Username already taken' });
    expect(isAudiobookshelfNameTaken(fault)).toBe(true);
    await expect(client.createUser({ ...wanted, username: 'Mara' })).resolves.toMatchObject({ username: 'Mara' });
  });

  it.each([
    ['the password', () => `no ${PASSWORD.reveal()}`],
    ['the password as JSON has it', () => JSON.stringify({ password: `${PASSWORD.reveal()}"` })],
    ['the key', () => `Username already taken by ${KEY}`],
    ['the token of somebody else', () => 'not while planted-abs-token-0001 is used'],
  ])('security 9: a refusal that repeats %s shows nothing of it', async (_, body) => {
    fake.fail(AUDIOBOOKSHELF_CALLS.createUser, { status: 400, body: body() });
    const fault = await failureOf(client.createUser(wanted));
    expect(fault).toMatchObject({ kind: 'rejected', status: 400, reason: 'server returned status 400' });
    expect(isAudiobookshelfNameTaken(fault)).toBe(false);
  });

  it('issue 21: another account than the wanted one is a failure', async () => {
    const shown = fake.accounts.shown(fake.given.account({ username: 'otto', isActive: false }), true);
    const loose = fake.accounts.shown(fake.given.account({ username: 'mara' }), true);
    for (const user of [shown, loose, { ...loose, type: 'admin' }]) {
      fake.fail(AUDIOBOOKSHELF_CALLS.createUser, { body: { user } });
      expect(await failureOf(client.createUser(wanted))).toMatchObject({ kind: 'malformed' });
    }
  });

  it('issue 21: an answer that was lost is settled by the list', async () => {
    fake.fail(AUDIOBOOKSHELF_CALLS.createUser, 'answer-lost');
    const fault = await failureOf(client.createUser(wanted));
    expect(fault).toMatchObject({ kind: 'unreachable', definitelyNotSent: false });
    expect((await client.users()).users.map(({ username }) => username)).toContain('mara');
  });
});

describe('changing an account', () => {
  const OWN = { download: false, mayFly: true, accessAllTags: false };

  it('reads, writes what differs with all permissions, and reads again', async () => {
    const { id } = fake.given.account({ username: 'mara', permissions: OWN, itemTagsSelected: ['kids'] });
    const change = { isActive: false, libraries: [BOOKS], explicitContent: true };
    await expect(client.changeUser(id, change)).resolves.toMatchObject({
      isActive: false,
      access: { libraries: [BOOKS], tags: { only: ['kids'] }, explicitContent: true },
    });
    expect(fake.calls().map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET']);
    expect(fake.accounts.byId(id)).toMatchObject({ permissions: OWN, itemTagsSelected: ['kids'] });
  });

  it('issue 21: writes nothing where nothing differs', async () => {
    const { id } = fake.given.account({ username: 'mara' });
    await client.changeUser(id, { isActive: true, libraries: 'all', explicitContent: false });
    expect(fake.calls(AUDIOBOOKSHELF_CALLS.changeUser)).toEqual([]);
  });

  it('back and forth brings what stood before', async () => {
    const { id } = fake.given.account({
      username: 'mara',
      permissions: { ...OWN, accessAllLibraries: false },
      librariesAccessible: [BOOKS],
    });
    const before = structuredClone(fake.accounts.byId(id));
    await client.changeUser(id, { libraries: 'all', explicitContent: true });
    await client.changeUser(id, { libraries: [BOOKS], explicitContent: false });
    expect(fake.accounts.byId(id)).toEqual(before);
  });

  it('issue 21: an administrator’s is never written to, also when it became one since', async () => {
    const { id } = fake.given.account({ username: 'boss', type: 'admin' });
    for (const target of [id, fake.root.id])
      for (const call of [
        () => client.changeUser(target, { isActive: false }),
        () => client.setPassword(target, PASSWORD),
        () => client.deleteUser(target),
      ]) {
        const fault = await failureOf(call());
        expect(fault).toMatchObject({ kind: 'rejected', definitelyNotSent: true });
        expect(isAudiobookshelfAdministrator(fault)).toBe(true);
      }
    expect(fake.calls().every(({ method }) => method === 'GET')).toBe(true);
  });

  it('one that is gone is said to be', async () => {
    const gone = { kind: 'not_found', definitelyNotSent: true };
    expect(await failureOf(client.changeUser('somebody', { isActive: false }))).toMatchObject(gone);
    expect(await failureOf(client.setPassword('somebody', PASSWORD))).toMatchObject(gone);
  });

  it.each<readonly [string, FakeFault]>([
    ['says yes and does nothing', { body: { success: true } }],
    ['answers nothing', 'empty'],
  ])('issue 21: a server that %s has not changed the account', async (_, fault) => {
    const { id } = fake.given.account({ username: 'mara' });
    fake.fail(AUDIOBOOKSHELF_CALLS.changeUser, fault);
    expect(await failureOf(client.changeUser(id, { isActive: false }))).toMatchObject({ kind: 'malformed' });
  });

  it('what can not be read of an account is not written over', async () => {
    const account = fake.given.account({ username: 'mara' });
    const body = { ...fake.accounts.shown(account, true), permissions: null };
    fake.fail(AUDIOBOOKSHELF_CALLS.user, { body });
    const call = client.changeUser(account.id, { explicitContent: false });
    expect(await failureOf(call)).toMatchObject({ kind: 'malformed', definitelyNotSent: true });
  });

  it('issue 21: an answer that was lost is settled by changing once more', async () => {
    const { id } = fake.given.account({ username: 'mara' });
    fake.fail(AUDIOBOOKSHELF_CALLS.changeUser, 'answer-lost');
    expect(await failureOf(client.changeUser(id, { isActive: false }))).toMatchObject({ kind: 'unreachable' });
    await expect(client.changeUser(id, { isActive: false })).resolves.toMatchObject({ isActive: false });
    expect(fake.calls(AUDIOBOOKSHELF_CALLS.changeUser)).toHaveLength(1);
  });

  it('deletes an account once, even where the answer is lost', async () => {
    const { id } = fake.given.account({ username: 'mara' });
    fake.fail(AUDIOBOOKSHELF_CALLS.deleteUser, { body: { success: true } });
    expect(await failureOf(client.deleteUser(id))).toMatchObject({ kind: 'malformed' });
    fake.fail(AUDIOBOOKSHELF_CALLS.deleteUser, 'answer-lost');
    expect(await failureOf(client.deleteUser(id))).toMatchObject({ kind: 'unreachable' });
    await client.deleteUser(id);
    expect(fake.accounts.byId(id)).toBeUndefined();
    expect(fake.calls(AUDIOBOOKSHELF_CALLS.deleteUser)).toHaveLength(2);
  });

  it('a deletion that another one was faster than is done', async () => {
    const { id } = fake.given.account({ username: 'mara' });
    fake.meanwhile(AUDIOBOOKSHELF_CALLS.deleteUser, () => Promise.resolve(fake.accounts.remove(id)));
    await expect(client.deleteUser(id)).resolves.toBeUndefined();
  });
});
