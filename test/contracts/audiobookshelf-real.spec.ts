import { afterEach, describe, expect, it } from 'vitest';
import {
  AudiobookshelfClient,
  isAudiobookshelfNameTaken,
} from '../../src/clients/audiobookshelf/audiobookshelf.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { SystemClock } from '../../src/core/time/clock.js';
import { failureOf } from '../harness/upstream-failure.js';
import { AudiobookshelfFake } from '../fakes/audiobookshelf/audiobookshelf-fake.js';

/** The address and the key of the root of a real server that may be written to; without them only the fake is asked. */
const { ABS_URL, ABS_KEY } = process.env;
const PASSWORD = Secret.of('a-strong-one');

const REAL =
  ABS_URL && ABS_KEY ? [['a real server', () => Promise.resolve({ url: ABS_URL, key: ABS_KEY })] as const] : [];
let fake: AudiobookshelfFake | undefined;

async function aFake(): Promise<{ readonly url: string; readonly key: string }> {
  fake = await new AudiobookshelfFake({ apiKey: 'key' }).start();
  return { url: fake.url, key: 'key' };
}

/** What was seen on Audiobookshelf 2.36.0. Source: audiobookshelf facts, Seen. */
describe.each([['the fake', aFake] as const, ...REAL])('Audiobookshelf as it was seen: %s', (_, open) => {
  afterEach(async () => {
    await fake?.stop();
    fake = undefined;
  });

  async function opened(): Promise<{ readonly client: AudiobookshelfClient; readonly name: string }> {
    const { url, key } = await open();
    const clock = new SystemClock();
    const client = new AudiobookshelfClient({ url, apiKey: Secret.of(key), clock, log: silentLog });
    return { client, name: `usher-${clock.now()}-${Math.floor(clock.monotonic())}` };
  }

  it('says who it is, and that the key is an administrator’s', async () => {
    const { client } = await opened();
    await expect(client.testConnection()).resolves.toMatchObject({ appName: 'audiobookshelf', isInitialised: true });
    await expect(client.keyOwner()).resolves.toMatchObject({ isAdministrator: true });
    await expect(client.libraries()).resolves.toEqual(expect.any(Array));
  });

  it('an account goes its whole way', async () => {
    const { client, name } = await opened();
    const off = { isActive: false, libraries: ['nowhere'], explicitContent: false };
    const { id } = await client.createUser({ username: name, password: PASSWORD, ...off });
    try {
      await expect(client.user(id)).resolves.toMatchObject({ username: name, isActive: false });
      await expect(client.signIn(name, PASSWORD)).resolves.toEqual({ outcome: 'bad_credentials' });
      await client.changeUser(id, { isActive: true, libraries: 'all' });
      await expect(client.changeUser(id, { libraries: ['other'], explicitContent: true })).resolves.toMatchObject({
        access: { libraries: ['other'], explicitContent: true },
      });
      await client.setPassword(id, Secret.of('another-strong-one'));
      await expect(client.signIn(name, PASSWORD)).resolves.toEqual({ outcome: 'bad_credentials' });
      await expect(client.signIn(name.toUpperCase(), Secret.of('another-strong-one'))).resolves.toMatchObject({
        outcome: 'accepted',
        user: { id, username: name },
      });
      const again = await failureOf(client.createUser({ username: name, password: PASSWORD, ...off }));
      expect(isAudiobookshelfNameTaken(again)).toBe(true);
      expect((await client.users()).users.filter((user) => user.id === id)).toHaveLength(1);
    } finally {
      await client.deleteUser(id);
    }
    await expect(client.user(id)).resolves.toBeNull();
  });
});
