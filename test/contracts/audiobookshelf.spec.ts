import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  audiobookshelfFinding,
  audiobookshelfFindings,
  audiobookshelfLibraries,
} from '../../src/clients/audiobookshelf/audiobookshelf-books.js';
import { AudiobookshelfClient } from '../../src/clients/audiobookshelf/audiobookshelf.client.js';
import { audiobookshelfUsers, wrappedUser } from '../../src/clients/audiobookshelf/audiobookshelf-user.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { AUDIOBOOKSHELF_CALLS, AudiobookshelfFake } from '../fakes/audiobookshelf/audiobookshelf-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { holdReads, type Reading } from './held-readings.js';
import { exampleRecord } from './lesser-records.js';
import { missingKeys, SchemaCheck } from './schema-check.js';
import { upstreamJson } from './upstream-documents.js';

const example = <T = Record<string, unknown>>(name: string): T =>
  upstreamJson<T>(`audiobookshelf/examples/${name}.json`);

const KEY = 'canary-abs-key';
const LIBRARY = '3c9be1de-0000-4d7e-8001-000000000010';
const PASSWORD = 'a-strong-one';

describe('Audiobookshelf contract', () => {
  let fake: AudiobookshelfFake;
  let client: AudiobookshelfClient;
  let check: SchemaCheck;

  beforeAll(() => {
    check = new SchemaCheck(upstreamJson('audiobookshelf/openapi.json'), { allowNull: true });
  });

  beforeEach(async () => {
    const clock = new MovedClock();
    fake = await new AudiobookshelfFake({ apiKey: KEY, now: () => clock.now() }).start();
    fake.given.library({ id: LIBRARY, name: 'Audiobooks' });
    fake.given.book(LIBRARY, { title: 'The Salt Cartographer', isbn: '9780000000019', asin: 'B0DEMOAUD1' });
    client = new AudiobookshelfClient({ url: fake.url, apiKey: Secret.of(KEY), clock, log: silentLog });
  });

  afterEach(() => fake.stop());

  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    const answer = await fetch(`${fake.url}${path}`, { method, headers, body: JSON.stringify(body) });
    return answer.json();
  }

  /** Both have the same keys of the same types: the fake knows nothing that the example doesn't. */
  function expectAlike(name: string, answer: unknown): void {
    expect(missingKeys(example(name), answer)).toEqual([]);
  }

  it('the fake answers as the examples do', async () => {
    expectAlike('ping', await ask('GET', '/ping'));
    expect(await ask('GET', '/status')).toEqual(example('status'));
    fake.given.account({ username: 'mara', librariesAccessible: [LIBRARY], password: PASSWORD });
    expectAlike('users.list', await ask('GET', '/api/users'));
    expectAlike('libraries.list', await ask('GET', '/api/libraries'));
    expectAlike('library.search', {
      ...((await ask('GET', `/api/libraries/${LIBRARY}/search?q=salt&limit=5`)) as object),
      narrators: example('library.search').narrators,
    });
    expectAlike('login.response', await ask('POST', '/login', example('login.request')));
    const made = (await ask('POST', '/api/users', { ...example<object>('user.create.request'), username: 'otto' })) as {
      user: { id: string };
    };
    expectAlike('user.create.response', made);
    expectAlike(
      'user.update.response',
      await ask('PATCH', `/api/users/${made.user.id}`, example('user.update.request')),
    );
    expect(await ask('DELETE', `/api/users/${made.user.id}`)).toEqual(example('user.delete.response'));
  });

  it('the fake’s list of libraries is what the document describes', async () => {
    const beyondDocument = ['libraries[].lastScan', 'libraries[].lastScanVersion'];
    const lenient = new SchemaCheck(upstreamJson('audiobookshelf/openapi.json'), { allowNull: true, beyondDocument });
    expect(lenient.answer('GET', '/api/libraries', await ask('GET', '/api/libraries'))).toEqual([]);
  });

  it('the client asks for libraries as the document describes', async () => {
    await client.libraries();
    const [call] = fake.calls(AUDIOBOOKSHELF_CALLS.libraries);
    expect(call && check.call(call)).toEqual([]);
  });

  it('the client makes an account as the example does', async () => {
    const wanted = { isActive: true, libraries: [LIBRARY], explicitContent: false };
    await client.createUser({ username: 'mara', password: Secret.of(PASSWORD), ...wanted });
    expect(fake.calls(AUDIOBOOKSHELF_CALLS.createUser)[0]?.body).toEqual(example('user.create.request'));
  });

  it('the client changes an account by members of the example alone', async () => {
    const { id } = fake.given.account({ username: 'mara' });
    await client.changeUser(id, { isActive: false });
    await client.changeUser(id, { libraries: [LIBRARY] });
    await client.setPassword(id, Secret.of(PASSWORD));
    const [active, libraries, password] = fake.calls(AUDIOBOOKSHELF_CALLS.changeUser).map(({ body }) => body);
    expect(active).toEqual(example('user.update.request'));
    const { permissions, librariesAccessible, itemTagsSelected } = example('user.create.request');
    expect(libraries).toEqual({ permissions, librariesAccessible, itemTagsSelected });
    expect(password).toEqual({ password: PASSWORD });
  });

  it('the client signs in as the example does', async () => {
    fake.given.account({ username: 'mara', password: PASSWORD });
    await client.signIn('mara', Secret.of(PASSWORD));
    expect(fake.calls(AUDIOBOOKSHELF_CALLS.login)[0]?.body).toEqual(example('login.request'));
  });

  it.each([
    [{ username: 'mara' }, 'Username and password are required'],
    [{ password: 'x' }, 'Username and password are required'],
    [{ username: 'mara', password: 'x', type: 'root' }, 'Invalid account type'],
    [{ username: 'root', password: 'x' }, 'Username already taken'],
  ])('audiobookshelf facts, Errors: the fake refuses %j in plain text', async (body, words) => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    const answer = await fetch(`${fake.url}/api/users`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([answer.status, await answer.text()]).toEqual([400, words]);
  });

  describe('audiobookshelf facts, Seen: the fake', () => {
    it('makes accounts that are off and see all libraries where nothing is said', async () => {
      const { user } = (await ask('POST', '/api/users', { username: 'mara', password: 'x' })) as { user: object };
      expect(user).toMatchObject({ isActive: false, permissions: { accessAllLibraries: true } });
    });

    it('changes no libraries without permissions, and keeps the list beside a yes to all', async () => {
      const { id } = fake.given.account({ username: 'mara', librariesAccessible: [LIBRARY] });
      await ask('PATCH', `/api/users/${id}`, { librariesAccessible: ['other'] });
      await ask('PATCH', `/api/users/${id}`, { permissions: { accessAllLibraries: true }, librariesAccessible: [] });
      expect(fake.accounts.byId(id)?.librariesAccessible).toEqual([LIBRARY]);
    });

    it('takes unknown libraries and permissions that are no yes or no', async () => {
      const { id } = fake.given.account({ username: 'mara' });
      const body = { permissions: { accessAllLibraries: false, upload: 'maybe' }, librariesAccessible: ['nowhere'] };
      await expect(ask('PATCH', `/api/users/${id}`, body)).resolves.toMatchObject({ success: true });
      expect(fake.accounts.byId(id)).toMatchObject({
        librariesAccessible: ['nowhere'],
        permissions: { upload: 'maybe' },
      });
    });

    it('takes a name beside the same in other letters, which can never sign in', async () => {
      fake.given.account({ username: 'mara', password: 'first' });
      await ask('POST', '/api/users', { username: 'Mara', password: 'second', isActive: true });
      await expect(client.signIn('Mara', Secret.of('second'))).resolves.toEqual({ outcome: 'bad_credentials' });
    });

    it('lets the root switch itself off, and is shut then', async () => {
      await ask('PATCH', `/api/users/${fake.root.id}`, { isActive: false });
      await expect(client.users()).rejects.toMatchObject({ status: 401 });
    });

    it('gives everybody’s token to the root, and empty texts to another administrator', async () => {
      fake.given.account({ username: 'mara' });
      const tokens = async (): Promise<readonly string[]> =>
        ((await ask('GET', '/api/users')) as { users: { token: string }[] }).users.map(({ token }) => token);
      expect((await tokens()).every((token) => token.startsWith('planted-abs-token'))).toBe(true);
      fake.keyOwner = fake.given.account({ username: 'boss', type: 'admin' });
      expect(new Set(await tokens())).toEqual(new Set(['']));
    });
  });
});

const LIST = ['refused', 'a list that isn’t told is not an empty one'] as const;
const WHO = ['refused', 'it may be another account'] as const;
const RIGHTS = ['refused', 'an administrator’s account would be written to'] as const;
const ACTIVE = ['refused', 'whether somebody gets in would be unknown'] as const;
const LIBRARY_ID = ['refused', 'a library that can’t be named could not be shared'] as const;
const BOOK = ['left out', 'which book of which library it is would be unknown'] as const;

const reading = (name: string, read: Reading['read'], needed: Reading['needed']): Reading => ({
  name,
  full: exampleRecord(example(name)),
  read,
  needed,
});

const account = (place: string): Reading['needed'] => ({
  [`${place}.id`]: WHO,
  [`${place}.username`]: WHO,
  [`${place}.type`]: RIGHTS,
  [`${place}.isActive`]: ACTIVE,
});

/** Of a list, which says then that it isn't complete. */
const listedAccount = Object.fromEntries(
  Object.entries(account('users[]')).map(([place, [, reason]]) => [place, ['left out', reason] as const]),
);

holdReads('audiobookshelf', [
  reading('users.list', (list) => audiobookshelfUsers.parse(list).users.length === 1, {
    users: LIST,
    ...listedAccount,
  }),
  reading('user.create.response', (answer) => wrappedUser.parse(answer) !== undefined, {
    user: WHO,
    ...account('user'),
  }),
  reading('login.response', (answer) => wrappedUser.parse(answer) !== undefined, { user: WHO, ...account('user') }),
  reading('libraries.list', (list) => audiobookshelfLibraries.parse(list).libraries.length === 1, {
    libraries: LIST,
    'libraries[].id': LIBRARY_ID,
  }),
  reading('library.search', (found) => findingsIn(found), {
    book: LIST,
    'book[].libraryItem': BOOK,
    'book[].libraryItem.id': BOOK,
    'book[].libraryItem.libraryId': BOOK,
    'book[].libraryItem.media': BOOK,
    'book[].libraryItem.media.metadata': BOOK,
  }),
]);

function findingsIn(found: unknown): boolean {
  return audiobookshelfFindings.parse(found).book.every((row) => audiobookshelfFinding.safeParse(row).success);
}
