import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DELUGE_CALL, DelugeFake } from '../../../test/fakes/deluge/deluge-fake.js';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { HOSTILE_TORRENT_IDS } from '../../../test/harness/hostile-torrent-ids.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { createLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { ForeignItemId } from '../downloads/download-client.js';
import { UnsafeAddress } from '../http/safe-address.js';
import { DelugeClient } from './deluge.client.js';

const PASSWORD = 'canary-deluge-password';
const [ONE, TWO, SEED] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];

let clock: MovedClock;
let fake: DelugeFake;
let client: DelugeClient;
let lines: string[];

function clientAt(url: string, password = PASSWORD): DelugeClient {
  const log = createLog({
    level: 'debug',
    format: 'json',
    clock,
    destination: { write: (line) => void lines.push(line) },
  });
  return new DelugeClient({ url, password: Secret.of(password), clock, log });
}

beforeEach(async () => {
  clock = new MovedClock();
  lines = [];
  fake = await new DelugeFake(PASSWORD).start();
  fake.given.torrent({ hash: ONE });
  fake.given.torrent({ hash: TWO, state: 'Paused' });
  fake.given.torrent({ hash: SEED, state: 'Seeding', is_finished: true, completed_time: 1_795_752_136 });
  client = clientAt(fake.url);
});

afterEach(() => fake.stop());

const methods = (): readonly string[] => fake.asked().map(({ method }) => method);

/** Has the call after the next listing fail. */
function failAction(fault: FakeFault): void {
  fake.meanwhile(DELUGE_CALL, () => Promise.resolve(fake.fail(DELUGE_CALL, fault)));
}

describe('the connection to Deluge', () => {
  it('is proved by the password, which is shown to no other product', async () => {
    await client.testConnection();
    expect(methods()).toEqual(['web.connected', 'auth.login', 'web.update_ui']);
    fake.forgetCalls();
    fake.fail(DELUGE_CALL, { body: { version: 'x' } });
    expect(await failureOf(clientAt(fake.url).testConnection())).toMatchObject({ kind: 'malformed' });
    expect(methods()).toEqual(['web.connected']);
  });

  it.each<readonly [FakeFault, string]>([
    [{ status: 302, headers: { location: '/other/json?token=x' } }, 'server redirected with status 302 to /other/json'],
    [{ body: '<html>' }, 'server answered with something other than JSON'],
    [502, 'server returned status 502'],
    ['reset', 'could not reach server: connection reset'],
  ])('doc 3 §3.2: is not there after %j', async (fault, reason) => {
    fake.fail(DELUGE_CALL, fault);
    expect(await failureOf(client.testConnection())).toMatchObject({ system: 'deluge', reason });
  });

  it('ends after 10 s, and of a reading after 35', async () => {
    for (const [seconds, call] of [
      [10, () => client.testConnection()],
      [35, () => client.queue()],
    ] as const) {
      fake.fail(DELUGE_CALL, 'timeout', Infinity);
      const arrived = fake.nextCall(DELUGE_CALL);
      const failure = failureOf(call());
      await arrived;
      await clock.advance(seconds * 1_000);
      expect(await failure).toMatchObject({ kind: 'timeout' });
      fake.recover();
    }
  });

  it('is found below a base path, and nowhere unsafe', async () => {
    fake.route('POST /deluge/json', () => ({ body: { result: false, error: null, id: 1 } }));
    expect(await failureOf(clientAt(`${fake.url}/deluge/`).queue())).toMatchObject({ reason: 'invalid password' });
    expect(() => clientAt('ftp://deluge.example')).toThrow(UnsafeAddress);
  });
});

describe('issue 23 §1: the session with Deluge', () => {
  it('begins once and is renewed once when it has ended, for all who wait', async () => {
    await client.queue();
    fake.endSessions();
    await Promise.all([client.queue(), client.jobs(), client.history(9)]);
    expect(fake.asked('auth.login')).toHaveLength(2);
  });

  it('ends between a look-up and an action: the action is done once', async () => {
    await client.queue();
    fake.meanwhile(DELUGE_CALL, () => {
      fake.instead.set('core.pause_torrents', [{ result: null, error: { message: 'x', code: 1 }, id: 1 }]);
      return Promise.resolve();
    });
    await expect(client.pause(ONE)).resolves.toBe(true);
    expect(fake.row(ONE)).toMatchObject({ state: 'Paused' });
    expect(fake.asked('auth.login')).toHaveLength(2);
  });

  it('isn’t tried more than four times in an hour with a wrong password', async () => {
    const wrong = clientAt(fake.url, 'other');
    for (let minute = 0; minute < 60; minute += 1) {
      expect(await failureOf(wrong.queue())).toMatchObject({ kind: 'unauthorized', reason: 'invalid password' });
      await clock.advance(60_000);
    }
    expect(fake.asked('auth.login').length).toBeLessThan(5);
  });

  it.each([
    [{ result: true, error: null }, 'malformed'],
    [{ result: null, error: null }, 'malformed'],
    [{ result: null, error: { message: 'canary', code: 4 } }, 'failed'],
    [{}, 'malformed'],
  ] as const)('doesn’t begin with %j', async (body, kind) => {
    fake.instead.set('auth.login', [body]);
    expect(await failureOf(client.queue())).toMatchObject({ kind });
  });
});

describe('issue 23 §1: a web interface without a daemon', () => {
  beforeEach(() => {
    fake.isConnected = false;
  });

  it('is connected to the only one that it knows, once for all who ask', async () => {
    const [queue] = await Promise.all([client.queue(), client.jobs()]);
    expect(queue.items).toHaveLength(2);
    expect(fake.asked('web.connect').map(({ params }) => params)).toEqual([['h1']]);
  });

  it.each([
    [[], 'failed', 'server is connected to no daemon, and knows none'],
    [[['h1'], ['h2']], 'failed', 'server is connected to no daemon, and knows more than one'],
    [{ canary: 1 }, 'malformed', 'server answered with unexpected data'],
    [[[7]], 'malformed', 'server answered with unexpected data'],
  ])('says so where it knows %j', async (hosts, kind, reason) => {
    fake.hosts = hosts;
    expect(await failureOf(client.testConnection())).toMatchObject({ kind, reason });
    expect(fake.asked('web.connect')).toEqual([]);
  });

  it('says so where the daemon doesn’t answer', async () => {
    fake.isDaemonUp = false;
    const reason = 'server could not connect to its daemon';
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'failed', reason });
  });
});

describe('what Deluge has', () => {
  it.each([true, false])(
    'doc 4 §6.3: is split by whether it is finished (plugin for labels: %s)',
    async (hasLabels) => {
      fake.hasLabels = hasLabels;
      fake.given.torrent({ hash: ONE, label: 'sonarr', total_done: 1_610_612_736 });
      const queue = await client.queue();
      expect(queue).toMatchObject({ isPaused: false, speedBps: 6_291_456 });
      expect(queue.items.map(({ id, category }) => [id, category])).toEqual([
        [ONE, hasLabels ? 'sonarr' : ''],
        [TWO, ''],
      ]);
      expect((await client.jobs()).items.map(({ id }) => id)).toEqual([ONE, TWO, SEED]);
      expect(await client.history(1)).toEqual([
        expect.objectContaining({ status: 'Seeding', completedAt: 1_795_752_136_000, isFailed: false }),
      ]);
    },
  );

  it.each([
    { connected: true, torrents: { [ONE]: { state: 7 } } },
    { connected: true, torrents: { canary: { state: 'Paused', is_finished: false } } },
    { connected: true, torrents: null },
    { connected: true, torrents: [] },
    { torrents: {} },
    null,
  ])('is unknown, and not less, when it answers %j', async (result) => {
    fake.instead.set('web.update_ui', [{ result, error: null, id: 1 }]);
    const fault = await failureOf(client.jobs());
    expect(fault.kind).toBe('malformed');
    expect(fault.message).not.toContain('canary');
  });

  it.each<FakeFault>([
    { body: '<html>canary' },
    'cut-body',
    302,
    { body: Buffer.alloc(16 * 1024 * 1024 + 1, 32) },
    500,
  ])('issue 23 §2: is a fault after %#, in words of ours', async (fault) => {
    await client.queue();
    fake.fail(DELUGE_CALL, fault);
    const { kind, message } = await failureOf(client.queue());
    expect(['malformed', 'unreachable', 'redirected', 'too_large', 'failed']).toContain(kind);
    expect(message).not.toContain('canary');
  });
});

describe.each([2, 1] as const)('issue 23 §2: what is done with torrents of Deluge %i', (version) => {
  const name = (verb: string): string => `core.${verb}_torrent${version === 2 ? 's' : ''}`;
  /** Without the calls of methods that version 1 doesn't know. */
  const done = (): readonly unknown[] =>
    fake.ordered.filter(([method]) => version === 2 || !/^core\.(pause|resume)_torrents$/.test(method));

  beforeEach(() => {
    fake.version = version;
  });

  it('reaches one of them', async () => {
    await expect(client.pause(ONE.toUpperCase())).resolves.toBe(true);
    await expect(client.resume(TWO)).resolves.toBe(true);
    await expect(client.remove(SEED, true)).resolves.toBe(true);
    await expect(client.remove(TWO, false)).resolves.toBe(true);
    expect(done()).toEqual([
      [name('pause'), [ONE]],
      [name('resume'), [TWO]],
      ['core.remove_torrent', SEED, true],
      ['core.remove_torrent', TWO, false],
    ]);
  });

  it('reaches all unfinished ones by their names, and never all', async () => {
    await client.pauseAll();
    expect(fake.row(SEED)).toMatchObject({ state: 'Seeding' });
    await expect(client.queue()).resolves.toMatchObject({ isPaused: true });
    await client.resumeAll();
    expect(done()).toEqual([
      [name('pause'), [ONE, TWO]],
      [name('resume'), [ONE, TWO]],
    ]);
  });
});

describe('issue 23 §2: an action of Deluge', () => {
  it('reaches nobody where nothing is unfinished: an empty list may mean all', async () => {
    fake.given.torrent({ hash: ONE, is_finished: true });
    fake.given.torrent({ hash: TWO, is_finished: true });
    await client.pauseAll();
    await client.resumeAll();
    expect(fake.ordered).toEqual([]);
  });

  it('on a torrent that isn’t there is false, and nothing is sent', async () => {
    await expect(client.remove('d'.repeat(40), true)).resolves.toBe(false);
    await expect(client.pause('d'.repeat(40))).resolves.toBe(false);
    expect(fake.ordered).toEqual([]);
  });

  it.each(HOSTILE_TORRENT_IDS)('is never sent for %j', async (id) => {
    expect(client.isItem(id)).toBe(false);
    for (const call of [client.pause(id), client.resume(id), client.remove(id, true)])
      expect(await errorOf(call)).toBeInstanceOf(ForeignItemId);
    expect(fake.calls()).toEqual([]);
  });

  it('that fails tells nothing of Deluge’s own words, nor does the log', async () => {
    fake.instead.set('core.pause_torrents', [
      { result: null, error: { message: '/canary: Traceback', code: 4 }, id: 1 },
    ]);
    const fault = await failureOf(client.pause(ONE));
    expect(fault).toMatchObject({ kind: 'failed', reason: 'server reported an error' });
    expect(`${fault.message}${fault.stack}${JSON.stringify(fault)}${lines.join()}`).not.toContain('canary');
    expect(lines).not.toEqual([]);
  });

  it('that is known by neither name is refused', async () => {
    const unknown = { result: null, error: { message: 'Unknown method', code: 2 }, id: 1 };
    fake.instead.set('core.pause_torrents', [unknown]);
    fake.instead.set('core.pause_torrent', [unknown]);
    expect(await failureOf(client.pause(ONE))).toMatchObject({ kind: 'rejected' });
  });

  it.each(['answer-lost', 'reset'] as const)(
    'a removal whose answer is lost (%s) is looked for once',
    async (fault) => {
      await client.queue();
      failAction(fault);
      const removal = client.remove(ONE, false);
      if (fault === 'answer-lost') await expect(removal).resolves.toBe(true);
      else expect(await failureOf(removal)).toMatchObject({ kind: 'unreachable' });
      expect(fake.asked('core.remove_torrent')).toHaveLength(1);
      expect(fake.asked('web.update_ui')).toHaveLength(3);
    },
  );

  it('a removal that Deluge says it hasn’t done is a fault while the torrent is there', async () => {
    fake.instead.set('core.remove_torrent', [{ result: false, error: null, id: 1 }]);
    expect(await failureOf(client.remove(ONE, false))).toMatchObject({ kind: 'failed' });
  });
});
