import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUDIOBOOKSHELF_CALLS, AudiobookshelfFake } from '../../../test/fakes/audiobookshelf/audiobookshelf-fake.js';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { AudiobookshelfClient } from './audiobookshelf.client.js';

const KEY = 'canary-abs-key';
const PASSWORD = Secret.of('canary-abs-password');

let fake: AudiobookshelfFake;
let client: AudiobookshelfClient;

beforeEach(async () => {
  const clock = new MovedClock();
  fake = await new AudiobookshelfFake({ apiKey: KEY, now: () => clock.now() }).start();
  client = new AudiobookshelfClient({ url: fake.url, apiKey: Secret.of(KEY), clock, log: silentLog });
});

afterEach(() => fake.stop());

describe('signing in', () => {
  it('says whose account it is, without case, and leaves no session', async () => {
    const { id } = fake.given.account({ username: 'Mara' });
    const password = Secret.of('password of Mara');
    const checked = await client.signIn('mara', password);
    expect(checked).toMatchObject({ outcome: 'accepted', user: { id, username: 'Mara' } });
    expect(JSON.stringify(checked)).not.toContain('planted');
    expect(fake.hasSessions).toBe(false);
    expect(fake.calls(AUDIOBOOKSHELF_CALLS.login)[0]?.headers.authorization).toBeUndefined();
  });

  it('leaves no session where the account can not be read', async () => {
    fake.given.account({ username: 'mara', type: '' }).isActive = true;
    fake.fail(AUDIOBOOKSHELF_CALLS.login, { body: { user: { accessToken: 'a', refreshToken: 'b' } } });
    expect(await failureOf(client.signIn('mara', PASSWORD))).toMatchObject({ kind: 'malformed' });
    expect(fake.calls(AUDIOBOOKSHELF_CALLS.logout)[0]?.headers).toMatchObject({
      authorization: 'Bearer a',
      'x-refresh-token': 'b',
    });
  });

  it.each<FakeFault>([500, 'answer-lost'])(
    'what was found out about a password holds where /logout ends with %j',
    async (fault) => {
      fake.given.account({ username: 'mara' });
      fake.fail(AUDIOBOOKSHELF_CALLS.logout, fault);
      await expect(client.signIn('mara', Secret.of('password of mara'))).resolves.toMatchObject({
        outcome: 'accepted',
      });
    },
  );

  it('a password that was set is the one', async () => {
    const { id } = fake.given.account({ username: 'mara' });
    await client.setPassword(id, PASSWORD);
    await expect(client.signIn('mara', PASSWORD)).resolves.toMatchObject({ outcome: 'accepted' });
    await expect(client.signIn('mara', Secret.of('password of mara'))).resolves.toEqual({ outcome: 'bad_credentials' });
  });

  it('issue 21: a password whose answer was lost is settled by signing in', async () => {
    const { id } = fake.given.account({ username: 'mara' });
    fake.fail(AUDIOBOOKSHELF_CALLS.changeUser, 'answer-lost');
    expect(await failureOf(client.setPassword(id, PASSWORD))).toMatchObject({ kind: 'unreachable' });
    await expect(client.signIn('mara', PASSWORD)).resolves.toMatchObject({ outcome: 'accepted' });
  });

  it.each<readonly [FakeFault, string]>([
    [{ status: 401, body: 'Unauthorized' }, 'bad_credentials'],
    [{ status: 403, body: 'Forbidden' }, 'account_refused'],
  ])('%j is %s', async (fault, outcome) => {
    fake.fail(AUDIOBOOKSHELF_CALLS.login, fault);
    await expect(client.signIn('mara', PASSWORD)).resolves.toEqual({ outcome });
  });

  it.each<readonly [FakeFault, string]>([
    [{ status: 401, body: '<html>401 Authorization Required</html>' }, 'unauthorized'],
    [401, 'unauthorized'],
    [404, 'not_found'],
    [500, 'failed'],
    [{ body: { user: null } }, 'malformed'],
    ['answer-lost', 'unreachable'],
  ])('%j says nothing of the password', async (fault, kind) => {
    fake.fail(AUDIOBOOKSHELF_CALLS.login, fault);
    expect(await failureOf(client.signIn('mara', PASSWORD))).toMatchObject({ kind, operation: 'user.login' });
  });

  it('issue 21: after 40 tries the server counts us out, which is a fault of its own and not tried again', async () => {
    for (let tries = 0; tries < 40; tries += 1) await client.signIn('mara', PASSWORD);
    expect(await failureOf(client.signIn('mara', PASSWORD))).toMatchObject({ kind: 'rate_limited', status: 429 });
    expect(fake.calls(AUDIOBOOKSHELF_CALLS.login)).toHaveLength(41);
  });
});
