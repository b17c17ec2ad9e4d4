import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import {
  SEEDING,
  TRANSMISSION_CALLS,
  TransmissionFake,
  type TransmissionFakeOptions,
} from '../../../test/fakes/transmission/transmission-fake.js';
import { HOSTILE_TORRENT_IDS } from '../../../test/harness/hostile-torrent-ids.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { createLog, silentLog, type Log } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { ForeignItemId } from '../downloads/download-client.js';
import { TransmissionClient, type TransmissionAccess } from './transmission.client.js';

const PASSWORD = 'canary-tr-pass:wörd';
const ACCOUNT = { username: 'admin', password: Secret.of(PASSWORD) };
const LOCKED = { username: 'admin', password: PASSWORD };

let clock: MovedClock;
let fake: TransmissionFake;

beforeEach(() => {
  clock = new MovedClock();
});

afterEach(() => fake.stop());

async function clientOf(
  options: TransmissionFakeOptions = {},
  credentials: TransmissionAccess['credentials'] = null,
  log: Log = silentLog,
): Promise<TransmissionClient> {
  fake = await new TransmissionFake(options).start();
  return new TransmissionClient({ url: fake.url, credentials, clock, log });
}

/** What was sent of a method. */
const sent = (method: string): readonly string[] =>
  fake.calls(method).map(({ body }) => JSON.stringify((body as { params?: unknown }).params ?? body));

describe('doc 4 §6.3: what a Transmission has', () => {
  it.each(['4.0.6', '4.1.0'])('of version %s is listed by queue, history and jobs', async (version) => {
    const client = await clientOf({ version });
    const half = fake.given.torrent({ rateDownload: 5 });
    const stopped = fake.given.torrent({ status: 0, rateDownload: null, eta: -2, labels: undefined });
    fake.given.torrent({ ...SEEDING, name: 'Old', doneDate: 1_700_000_000 });
    fake.given.torrent({ ...SEEDING, name: 'New', doneDate: 1_763_640_000 });
    const queue = await client.queue();
    expect(queue).toMatchObject({ isPaused: false, speedBps: 5 });
    expect(queue.items.map(({ id, status }) => [id, status])).toEqual([
      [half, 'downloading'],
      [stopped, 'stopped'],
    ]);
    expect((await client.jobs()).items.map(({ state }) => state)).toEqual([
      'downloading',
      'paused',
      'finished',
      'finished',
    ]);
    expect((await client.history(1)).map(({ name }) => name)).toEqual(['New']);
  });

  it.each<readonly [FakeFault, string]>([
    ['reset', 'unreachable'],
    ['garbage', 'malformed'],
    ['empty', 'malformed'],
    ['cut-body', 'unreachable'],
    [302, 'redirected'],
    [404, 'not_found'],
    [500, 'failed'],
    [{ body: { jsonrpc: '2.0', error: { message: 'canary-text' }, id: 1 } }, 'rejected'],
    [{ body: { result: 'success', arguments: { torrents: [] } } }, 'malformed'],
    [{ body: { jsonrpc: '2.0', result: {}, id: 1 } }, 'malformed'],
    [{ body: { jsonrpc: '2.0', result: { torrents: { canary: 1 } }, id: 1 } }, 'malformed'],
    [{ body: { jsonrpc: '2.0', result: { torrents: [{ name: 'canary-text' }] }, id: 1 } }, 'malformed'],
  ])('is unknown and not empty after %j', async (fault, kind) => {
    const client = await clientOf();
    fake.fail(TRANSMISSION_CALLS.list, fault);
    const failure = await failureOf(client.queue());
    expect(failure).toMatchObject({ kind, operation: 'queue.read' });
    expect(inspect(failure)).not.toContain('canary');
  });

  it('is refused beyond 16 MB', async () => {
    const client = await clientOf();
    fake.fail(TRANSMISSION_CALLS.list, { body: Buffer.alloc(16 * 1024 * 1024 + 1, ' ') });
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'too_large' });
  });
});

describe('issue 23 §2: actions at a Transmission', () => {
  it.each(['4.0.6', '4.1.0'])('of version %s name torrents by their hashes', async (version) => {
    const client = await clientOf({ version });
    const [one, other] = [fake.given.torrent(), fake.given.torrent()];
    fake.given.torrent(SEEDING);
    await expect(client.pause(one.toUpperCase())).resolves.toBe(true);
    await client.pauseAll();
    await expect(client.queue()).resolves.toMatchObject({ isPaused: true });
    await expect(client.resume(other)).resolves.toBe(true);
    await client.resumeAll();
    await expect(client.remove(other, true)).resolves.toBe(true);
    expect(fake.torrents).toHaveLength(2);
    const isNew = version === '4.1.0';
    const written = (method: string, params: object) =>
      JSON.stringify(isNew ? params : { method, arguments: params, tag: 1 });
    expect(sent(TRANSMISSION_CALLS.stop)).toEqual([
      written('torrent-stop', { ids: [one] }),
      written('torrent-stop', { ids: [one, other] }),
    ]);
    expect(sent(TRANSMISSION_CALLS.start)).toEqual([
      written('torrent-start', { ids: [other] }),
      written('torrent-start', { ids: [one, other] }),
    ]);
    const flag = isNew ? 'delete_local_data' : 'delete-local-data';
    expect(sent(TRANSMISSION_CALLS.remove)).toEqual([written('torrent-remove', { ids: [other], [flag]: true })]);
  });

  it('look the item up: what isn’t there is no success', async () => {
    const client = await clientOf();
    fake.given.torrent();
    const unknown = 'e'.repeat(40);
    expect(await client.pause(unknown)).toBe(false);
    expect(await client.resume(unknown)).toBe(false);
    expect(await client.remove(unknown, true)).toBe(false);
    const { stop, start, remove } = TRANSMISSION_CALLS;
    expect([stop, start, remove].flatMap((method) => fake.calls(method))).toEqual([]);
  });

  it('of everything send nothing where nothing is unfinished', async () => {
    const client = await clientOf();
    fake.given.torrent(SEEDING);
    await client.pauseAll();
    await client.resumeAll();
    expect([...fake.calls(TRANSMISSION_CALLS.stop), ...fake.calls(TRANSMISSION_CALLS.start)]).toEqual([]);
  });

  it('have succeeded when the answer is lost and the item gone, and are sent once', async () => {
    const client = await clientOf();
    const [one, other] = [fake.given.torrent(), fake.given.torrent()];
    fake.fail(TRANSMISSION_CALLS.remove, 'answer-lost');
    await expect(client.remove(one, true)).resolves.toBe(true);
    fake.fail(TRANSMISSION_CALLS.remove, 'reset');
    expect(await failureOf(client.remove(other, true))).toMatchObject({ kind: 'unreachable' });
    expect(fake.calls(TRANSMISSION_CALLS.remove)).toHaveLength(2);
  });

  it.each(HOSTILE_TORRENT_IDS)('send nothing for %j', async (id) => {
    const client = await clientOf();
    fake.given.torrent();
    expect(client.isItem(id)).toBe(false);
    for (const call of [client.pause(id), client.resume(id), client.remove(id, true)])
      await expect(call).rejects.toBeInstanceOf(ForeignItemId);
    expect(fake.calls()).toEqual([]);
  });
});

describe('security: what must not be seen', () => {
  const { session, list, stop, remove } = TRANSMISSION_CALLS;

  it.each<readonly [string, FakeFault]>([
    [session, { status: 401, body: 'canary-text' }],
    [session, { status: 421, body: 'canary-text' }],
    [session, { body: { result: 'canary-text' } }],
    [list, { status: 500, body: 'canary-text' }],
    [list, { body: { jsonrpc: '2.0', error: { message: 'canary-text' }, id: 1 } }],
    [list, { body: { jsonrpc: '2.0', result: { torrents: [{ hash_string: 'canary-text' }] } } }],
    [list, { status: 302, headers: { location: '/canary-text' } }],
    [stop, { body: 'canary-text' }],
    [remove, { body: { jsonrpc: '2.0', error: { message: '/canary-path' }, id: 1 } }],
  ])('is in no fault and no log line: %s, %j', async (method, fault) => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) };
    const log = createLog({ level: 'debug', format: 'json', destination, clock });
    const client = await clientOf(LOCKED, ACCOUNT, log);
    const id = fake.given.torrent({ name: 'canary-name', errorString: 'canary-words', downloadDir: '/canary-path' });
    fake.fail(method, fault, Infinity);
    const failure = await failureOf(method === remove ? client.remove(id, true) : client.pause(id));
    const basic = Buffer.from(`admin:${PASSWORD}`).toString('base64');
    for (const text of [inspect(failure, { depth: 9 }), lines.join('')]) {
      expect(text).not.toContain('canary');
      expect(text).not.toContain(basic);
    }
    expect(lines.length).toBeGreaterThan(0);
  });
});
