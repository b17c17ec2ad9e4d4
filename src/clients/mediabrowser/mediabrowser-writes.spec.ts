import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import type { StoredAccount } from '../../../test/fakes/mediabrowser/stored-media.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { VIDEO_SERVERS, VideoServerFixture } from '../../../test/harness/video-servers.js';
import { Secret } from '../../core/secrets/secret.js';
import type { PolicyChange } from './media-policy.js';
import type { MediaBrowserClient } from './mediabrowser.client.js';

const KEY = 'canary-media-key';
const PASSWORD = 'canary-person-password';

describe.each(VIDEO_SERVERS)('what the client of $product writes', (server) => {
  const { calls } = server;
  let fake: VideoServerFixture['fake'];
  let client: MediaBrowserClient;
  let lines: readonly string[];
  let admin: StoredAccount;
  let mara: StoredAccount;

  beforeEach(async () => {
    ({ fake, client, lines, admin, mara } = await VideoServerFixture.start(server, KEY, PASSWORD));
  });

  afterEach(() => fake.stop());

  describe('issue 21: a change to a policy', () => {
    it('is read, sent back whole and read again', async () => {
      const movies = fake.given.library({ name: 'Movies', collectionType: 'movies' });
      Object.assign(mara.policy, { RemoteClientBitrateLimit: 4_000_000, EnableLiveTvAccess: false });
      const before = { ...mara.policy };
      fake.forgetCalls();
      const changed = await client.changePolicy(mara.id, () => ({ disabled: true, libraries: [String(movies.guid)] }));
      expect(changed).toMatchObject({
        outcome: 'changed',
        before: { disabled: false, allLibraries: true },
        user: { id: mara.id, policy: { disabled: true, libraryIds: [movies.guid] } },
      });
      const after = { IsDisabled: true, EnableAllFolders: false, EnabledFolders: [movies.guid] };
      expect(mara.policy).toEqual({ ...before, ...after });
      expect(fake.calls().map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
    });

    it('is decided by what the policy is, and is not written where nothing differs', async () => {
      const decide = ({ allLibraries }: { readonly allLibraries: boolean }): PolicyChange => ({
        disabled: false,
        ...(allLibraries ? {} : { libraries: 'all' }),
      });
      expect(await client.changePolicy(mara.id, decide)).toMatchObject({ outcome: 'unchanged', user: { id: mara.id } });
      expect(fake.calls().map(({ method }) => method)).toEqual(['GET']);
    });

    it('limits by age, and what stood before comes back', async () => {
      Object.assign(mara.policy, { BlockUnratedItems: ['Music'] });
      const cap = (await client.parentalRatings()).find(({ name }) => name === 'PG-13')?.cap ?? null;
      const capped = { limits: { maxRating: cap, blockUnrated: ['Movie', 'Series'] } };
      const changed = await client.changePolicy(mara.id, () => capped);
      expect(mara.policy).toMatchObject({ MaxParentalRating: 13, BlockUnratedItems: ['Movie', 'Series'] });
      if (!('before' in changed)) throw new Error('nothing was changed');
      await client.changePolicy(mara.id, () => ({ limits: changed.before.limits }));
      expect(mara.policy).toMatchObject({ MaxParentalRating: null, BlockUnratedItems: ['Music'] });
    });

    it('that the server takes and does not make is a failure', async () => {
      fake.ignoresChanges = true;
      const failing = client.changePolicy(mara.id, () => ({ disabled: true }));
      expect(await failureOf(failing)).toMatchObject({ kind: 'failed', operation: 'user.policy' });
    });

    it('is refused whole for a library that can have no id', async () => {
      const failing = client.changePolicy(mara.id, () => ({ libraries: ['../Movies'] }));
      expect(await failureOf(failing)).toMatchObject({ kind: 'rejected', definitelyNotSent: true });
      expect(fake.calls(calls.policy)).toEqual([]);
    });

    it('that nobody can read back is a failure', async () => {
      const unreadable = { body: { Id: mara.id, Name: 'mara', Policy: {} } };
      fake.meanwhile(calls.policy, async () => fake.fail(calls.user, unreadable));
      const failing = client.changePolicy(mara.id, () => ({ disabled: true }));
      expect(await failureOf(failing)).toMatchObject({ kind: 'malformed' });
      expect(mara.policy.IsDisabled).toBe(true);
    });

    it('finds an account that goes meanwhile gone', async () => {
      fake.meanwhile(calls.policy, async () => fake.removeAccount(mara.id));
      expect(await client.changePolicy(mara.id, () => ({ disabled: true }))).toEqual({ outcome: 'absent' });
    });
  });

  it('issue 21: nothing is written to an administrator, also when they became one later', async () => {
    mara.policy.IsAdministrator = true;
    const before = { ...mara.policy };
    expect(await client.changePolicy(mara.id, () => ({ disabled: true }))).toEqual({ outcome: 'administrator' });
    expect(await client.setPassword(mara.id, Secret.of('another'))).toBe('administrator');
    expect(await client.deleteUser(mara.id)).toBe('administrator');
    expect(mara).toMatchObject({ policy: before, password: PASSWORD });
    expect(fake.calls().every(({ method }) => method === 'GET')).toBe(true);
  });

  describe('a new account', () => {
    it('issue 21, Real products: is enabled and has every library, until it is closed', async () => {
      const made = await client.createUser('kim', Secret.of(PASSWORD));
      expect(made).toMatchObject({ name: 'kim', policy: { disabled: false, allLibraries: true } });
      expect(fake.opens('kim', client.makesWithPassword ? PASSWORD : '')).toBe(true);
      expect(await client.setPassword(made.id, Secret.of('another'))).toBe('done');
      expect(fake.opens('kim', 'another')).toBe(true);
      await client.changePolicy(made.id, () => ({ disabled: true, libraries: [] }));
      expect(fake.opens('kim', 'another')).toBe(false);
    });

    it.each(['mara', 'MARA'])('under a name that is taken is refused: %s', async (name) => {
      const failing = client.createUser(name, Secret.of(PASSWORD));
      expect(await failureOf(failing)).toMatchObject({ kind: 'rejected', status: 400 });
      expect(fake.accounts).toHaveLength(2);
    });

    it.each(['', ' ', ' kim', 'kim ', 'a/b', 'a\\b', 'a\nb', 'k'.repeat(256)])('can’t bear %j', async (name) => {
      expect(client.nameFits(name)).toBe(false);
      const failing = client.createUser(name, Secret.of(PASSWORD));
      expect(await failureOf(failing)).toMatchObject({ kind: 'rejected', definitelyNotSent: true });
      expect(fake.calls()).toEqual([]);
    });

    it.each(['kim', 'Ana María', "o'neil", 'x-1_2.3@home', '李'])('can bear %j', async (name) => {
      expect(client.nameFits(name)).toBe(true);
      expect(await client.createUser(name, Secret.of(PASSWORD))).toMatchObject({ name });
    });

    it.each([{ Id: 'b'.repeat(32), Name: 'mara' }, { Name: 'kim' }, [], 'kim'])(
      'security 34: that is another one is no answer: %j',
      async (body) => {
        fake.fail(calls.create, { body });
        expect(await failureOf(client.createUser('kim', Secret.of('x')))).toMatchObject({ kind: 'malformed' });
      },
    );
  });

  describe('a password', () => {
    it('that the server takes and does not set, the next check tells', async () => {
      fake.ignoresChanges = true;
      expect(await client.setPassword(mara.id, Secret.of('another'))).toBe('done');
      expect(await client.checkPassword('mara', Secret.of('another'))).toEqual({ outcome: 'bad_credentials' });
    });

    it('of an account that goes meanwhile is set for nobody', async () => {
      fake.meanwhile(calls.password, async () => fake.removeAccount(mara.id));
      expect(await client.setPassword(mara.id, Secret.of('another'))).toBe('absent');
    });

    it('that the server finds nobody for, though the account is there, is a failure', async () => {
      fake.fail(calls.password, 404);
      expect(await failureOf(client.setPassword(mara.id, Secret.of('another')))).toMatchObject({ kind: 'failed' });
    });

    it('opens an account, and the token that it brings is signed out', async () => {
      const accepted = { outcome: 'accepted', user: { id: mara.id, name: 'mara' } };
      expect(await client.checkPassword('MARA', Secret.of(PASSWORD))).toMatchObject(accepted);
      expect(fake.liveTokens).toEqual([]);
      expect(fake.calls().map(({ path }) => path)).toEqual(['/Users/AuthenticateByName', '/Sessions/Logout']);
    });

    it('of somebody else, of nobody, or none opens nothing', async () => {
      for (const [name, password] of [
        ['mara', 'wrong'],
        ['mara', ''],
        ['nobody', PASSWORD],
        ['', ''],
      ] as const) {
        expect(await client.checkPassword(name, Secret.of(password))).toEqual({ outcome: 'bad_credentials' });
      }
    });

    it.each([
      [401, 'bad_credentials'],
      [403, 'account_refused'],
    ] as const)('issue 21, Real products: of a disabled account may be refused by %i', async (status, outcome) => {
      mara.policy.IsDisabled = true;
      fake.disabledAnswer = status;
      expect(await client.checkPassword('mara', Secret.of(PASSWORD))).toEqual({ outcome });
    });

    it('issue 21: brings a token that is signed out also where nothing else of the answer can be read', async () => {
      const { token } = await signedIn();
      fake.fail(calls.authenticate, { body: { User: null, AccessToken: token } });
      expect(await failureOf(client.checkPassword('mara', Secret.of(PASSWORD)))).toMatchObject({ kind: 'malformed' });
      expect(fake.liveTokens).toEqual([]);
    });

    it.each<readonly [FakeFault, number]>([
      [500, 1],
      ['answer-lost', 0],
    ])('is judged also where signing out ends with %j, and the log says so', async (fault, left) => {
      fake.fail(calls.logout, fault);
      const verdict = await client.checkPassword('mara', Secret.of(PASSWORD));
      expect(verdict).toMatchObject({ outcome: 'accepted' });
      expect(lines.join('')).toContain('could not sign out of a media server');
      expect(fake.liveTokens).toHaveLength(left);
    });

    /** A token of Mara's that somebody else's sign-in has left. */
    async function signedIn(): Promise<{ readonly token: string }> {
      fake.fail(calls.logout, 204);
      await client.checkPassword('mara', Secret.of(PASSWORD));
      const [token = ''] = fake.liveTokens;
      return { token };
    }
  });

  describe('a deleted account', () => {
    it('is gone', async () => {
      expect(await client.deleteUser(mara.id)).toBe('done');
      expect(fake.accounts).toEqual([admin]);
      expect(await client.deleteUser(mara.id)).toBe('absent');
    });

    it('that is still there is a failure', async () => {
      fake.ignoresChanges = true;
      expect(await failureOf(client.deleteUser(mara.id))).toMatchObject({ kind: 'failed' });
    });
  });

  const WRITES = [
    ['create', () => client.createUser('kim', Secret.of(PASSWORD)), () => fake.account('kim') !== undefined],
    ['policy', () => client.changePolicy(mara.id, () => ({ disabled: true })), () => mara.policy.IsDisabled],
    ['password', () => client.setPassword(mara.id, Secret.of('another')), () => mara.password === 'another'],
    ['remove', () => client.deleteUser(mara.id), () => fake.account('mara') === undefined],
    ['authenticate', () => client.checkPassword('mara', Secret.of(PASSWORD)), () => fake.liveTokens.length === 1],
  ] as const;

  it.each(WRITES)('issue 21: %s may be done although its answer was lost', async (call, work, isDone) => {
    fake.fail(calls[call], 'answer-lost');
    expect(await failureOf(work())).toMatchObject({ kind: 'unreachable', definitelyNotSent: false });
    expect(isDone()).toBe(true);
  });

  it.each(WRITES)('%s that was refused before it was done is undone', async (call, work, isDone) => {
    fake.fail(calls[call], 500);
    expect(await failureOf(work())).toMatchObject({ kind: 'failed', definitelyNotSent: false });
    expect(isDone()).toBe(false);
  });

  it('issue 21 §5: keys, passwords and tokens are in no address, no log line and no error', async () => {
    await client.createUser('kim', Secret.of(PASSWORD));
    await client.setPassword(mara.id, Secret.of(PASSWORD));
    fake.fail(calls.logout, 500);
    await client.checkPassword('mara', Secret.of(PASSWORD));
    fake.fail(calls.authenticate, { status: 400, body: `no ${PASSWORD}` });
    const fault = await failureOf(client.checkPassword('mara', Secret.of(PASSWORD)));
    const seen = JSON.stringify([
      lines,
      fault,
      fault.message,
      fault.stack,
      fake.calls().map(({ path, query }) => [path, query]),
    ]);
    for (const secret of [KEY, PASSWORD, 'planted-session-token']) expect(seen).not.toContain(secret);
  });
});
