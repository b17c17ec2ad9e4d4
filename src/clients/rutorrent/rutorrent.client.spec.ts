import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import { RutorrentFake } from '../../../test/fakes/rutorrent/rutorrent-fake.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { HOSTILE_TORRENT_IDS } from '../../../test/harness/hostile-torrent-ids.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { createLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { ForeignItemId } from '../downloads/download-client.js';
import { RutorrentClient } from './rutorrent.client.js';

const PASSWORD = 'canary-rutorrent-password';
const [ONE, TWO, SEED, NONE] = ['A', 'B', 'C', 'D'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
];

let clock: MovedClock;
let fake: RutorrentFake;
let client: RutorrentClient;
let lines: string[];

beforeEach(async () => {
  clock = new MovedClock();
  lines = [];
  fake = await new RutorrentFake({ place: 'rpc2', credentials: `mara:${PASSWORD}` }).start();
  fake.given.torrent({ 'd.hash=': ONE });
  fake.given.torrent({ 'd.hash=': TWO, 'd.is_active=': 0 });
  fake.given.torrent({ 'd.hash=': SEED, 'd.complete=': 1, 'd.left_bytes=': 0, 'd.timestamp.finished=': 1_795_752_136 });
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'debug', format: 'json', clock, destination });
  const credentials = { username: 'mara', password: Secret.of(PASSWORD) };
  client = new RutorrentClient({ url: fake.typed, credentials, clock, log });
});

afterEach(() => fake.stop());

/** Has the call after the next listing fail. */
function failAction(fault: FakeFault): void {
  fake.meanwhile(fake.key, () => Promise.resolve(fake.fail(fake.key, fault)));
}

describe.each([
  { isNew: true, isTerse: false },
  { isNew: false, isTerse: true },
])('what rTorrent has: %j', ({ isNew, isTerse }) => {
  beforeEach(() => {
    Object.assign(fake, { isNew, isTerse });
    fake.given.torrent({
      'd.hash=': NONE,
      'd.name=': '<Zoë> & Bo',
      'd.message=': 'Tracker: [canary]',
      'd.custom1=': '',
    });
  });

  it('doc 4 §6.3: is split by whether it is complete', async () => {
    const { items, ...queue } = await client.queue();
    expect(queue).toEqual({ isPaused: false, speedBps: 9_437_184, unread: 0 });
    expect(items.map(({ id, name, status, state }) => [id, name, status, state])).toEqual([
      [ONE, 'Northern.Relay.S02E02', 'downloading', 'downloading'],
      [TWO, 'Northern.Relay.S02E02', 'paused', 'paused'],
      [NONE, '<Zoë> & Bo', 'downloading', 'downloading'],
    ]);
    expect((await client.jobs()).items.map(({ id }) => id)).toEqual([ONE, TWO, SEED, NONE]);
    expect(await client.history(5)).toEqual([
      {
        name: 'Northern.Relay.S02E02',
        status: 'seeding',
        sizeBytes: 1_610_612_736,
        completedAt: isNew ? 1_795_752_136_000 : null,
        category: 'sonarr',
        isFailed: false,
      },
    ]);
  });

  it('is asked for more than an old version knows once', async () => {
    await client.queue();
    await client.queue();
    expect(fake.asked('d.multicall2')).toHaveLength(isNew ? 2 : 3);
  });
});

describe('a list of rTorrent', () => {
  const list = (value: string): FakeFault => ({
    body: `<methodResponse><params><param><value>${value}</value></param></params></methodResponse>`,
  });

  it.each<FakeFault>([
    list('<i4>0</i4>'),
    list('<array><data><value>canary</value></data></array>'),
    list(`<array><data><value><array><data><value>${ONE}</value></data></array></value></data></array>`),
    { body: '<!DOCTYPE a [<!ENTITY b "canary">]><methodResponse>&b;</methodResponse>' },
    'cut-body',
    'empty',
    302,
    { body: Buffer.alloc(16 * 1024 * 1024 + 1, 32) },
  ])('issue 23 §2: is unknown, and not empty, after %#, in words of ours', async (fault) => {
    await client.queue();
    fake.fail(fake.key, fault);
    const { kind, message } = await failureOf(client.jobs());
    expect(['malformed', 'unreachable', 'redirected', 'too_large']).toContain(kind);
    expect(message).not.toContain('canary');
  });

  it('is empty where there is none', async () => {
    fake.fail(fake.key, list('0.9.8'));
    fake.meanwhile(fake.key, () => Promise.resolve(fake.fail(fake.key, list('<array><data/></array>'))));
    await expect(client.queue()).resolves.toEqual({ isPaused: false, speedBps: 0, items: [], unread: 0 });
  });
});

describe('issue 23 §2: an action of rTorrent', () => {
  it('reaches one torrent, by the name that rTorrent has for it', async () => {
    await expect(client.pause(ONE.toLowerCase())).resolves.toBe(true);
    await expect(client.resume(TWO)).resolves.toBe(true);
    await expect(client.remove(SEED, true)).resolves.toBe(true);
    expect(fake.ordered).toEqual([
      ['d.stop', ONE],
      ['d.start', TWO],
      ['d.erase', SEED],
    ]);
    expect([fake.row(ONE)?.['d.is_active='], fake.row(TWO)?.['d.is_active=']]).toEqual([0, 1]);
  });

  it('reaches all unfinished ones by their names', async () => {
    await client.pauseAll();
    await expect(client.queue()).resolves.toMatchObject({ isPaused: true });
    await client.resumeAll();
    expect(fake.ordered).toEqual([
      ['system.multicall', 'd.stop', ONE, 'd.stop', TWO],
      ['system.multicall', 'd.start', ONE, 'd.start', TWO],
    ]);
    expect(fake.row(SEED)).toMatchObject({ 'd.is_active=': 1 });
  });

  it('on all says when one of them failed', async () => {
    await client.queue();
    fake.meanwhile(fake.key, () => {
      const part =
        '<value><struct><member><name>faultCode</name><value><i4>-501</i4></value></member></struct></value>';
      const body = `<methodResponse><params><param><value><array><data>${part}${part}</data></array></value></param></params></methodResponse>`;
      return Promise.resolve(fake.fail(fake.key, { body }));
    });
    expect(await failureOf(client.pauseAll())).toMatchObject({ kind: 'failed', reason: 'server reported an error' });
  });

  it('reaches nobody where nothing is unfinished, and where there is no such torrent', async () => {
    await expect(client.remove(NONE, true)).resolves.toBe(false);
    await client.remove(ONE, false);
    await client.remove(TWO, false);
    await client.pauseAll();
    expect(fake.ordered).toEqual([
      ['d.erase', ONE],
      ['d.erase', TWO],
    ]);
  });

  it.each([ONE, ONE.toLowerCase()])('has an id like %s', (id) => {
    expect(client.isItem(id)).toBe(true);
  });

  it.each(HOSTILE_TORRENT_IDS)('is never sent for %j', async (id) => {
    expect(client.isItem(id)).toBe(false);
    for (const call of [client.pause(id), client.resume(id), client.remove(id, true)])
      expect(await errorOf(call)).toBeInstanceOf(ForeignItemId);
    expect(fake.calls()).toEqual([]);
  });

  it('that fails tells nothing of rTorrent’s own words', async () => {
    await client.queue();
    fake.meanwhile(fake.key, () => {
      fake.meanwhile(fake.key, () => Promise.resolve(fake.forget(ONE)));
      return Promise.resolve();
    });
    const fault = await failureOf(client.pause(ONE));
    expect(fault).toMatchObject({ kind: 'failed', reason: 'server reported an error' });
    expect(`${fault.message}${JSON.stringify(fault)}${lines.join()}`).not.toContain('canary');
  });

  it.each(['answer-lost', 'reset'] as const)(
    'a removal whose answer is lost (%s) is looked for once',
    async (fault) => {
      await client.queue();
      failAction(fault);
      const removal = client.remove(ONE, false);
      if (fault === 'answer-lost') await expect(removal).resolves.toBe(true);
      else expect(await failureOf(removal)).toMatchObject({ kind: 'unreachable' });
      expect(fake.asked('d.multicall2')).toHaveLength(3);
      expect(fake.asked('d.erase')).toHaveLength(1);
    },
  );
});
