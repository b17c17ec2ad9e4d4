import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import {
  QBITTORRENT_CALLS,
  QbittorrentFake,
  type QbittorrentFakeOptions,
  SEEDING,
} from '../../../test/fakes/qbittorrent/qbittorrent-fake.js';
import { HOSTILE_TORRENT_IDS } from '../../../test/harness/hostile-torrent-ids.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { createLog, silentLog, type Log } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { ForeignItemId, MOST_ITEMS } from '../downloads/download-client.js';
import { UnsafeAddress } from '../http/safe-address.js';
import { QbittorrentClient, type QbittorrentAccess } from './qbittorrent.client.js';

const KEY = 'canary-qbt-key';
const PASSWORD = 'canary-qbt-password';
const ACCOUNT = { username: 'admin', password: Secret.of(PASSWORD) };

let clock: MovedClock;
let fake: QbittorrentFake;

beforeEach(() => {
  clock = new MovedClock();
});

afterEach(() => fake.stop());

async function clientOf(
  options: QbittorrentFakeOptions = {},
  credentials: QbittorrentAccess['credentials'] = ACCOUNT,
  log: Log = silentLog,
): Promise<QbittorrentClient> {
  fake = await new QbittorrentFake({ password: PASSWORD, apiKey: KEY, ...options }).start();
  return new QbittorrentClient({ url: fake.url, credentials, clock, log });
}

const sent = (key: string) => fake.calls(key).map(({ body }) => Object.fromEntries(new URLSearchParams(String(body))));

describe('issue 23 §1: the test of a qBittorrent', () => {
  it.each([
    ['2.8.3', ACCOUNT],
    ['2.16.1', ACCOUNT],
    ['2.14.1', { apiKey: Secret.of(KEY) }],
    ['2.16', { apiKey: Secret.of(KEY) }],
  ])('of WebAPI %s proves the credential', async (webapi, credentials) => {
    const client = await clientOf({ webapi }, credentials);
    await expect(client.testConnection()).resolves.toBeUndefined();
  });

  const refused = 'the user name or the password was refused';
  const key = 'invalid API key, or a version that takes none: it takes keys since WebAPI 2.14.1';
  const letIn =
    'server lets this address in without a credential, so that none can be proved: leave them all empty, or switch that off in its settings';
  const noKey = 'server takes no API key: it does so since WebAPI 2.14.1, before it wants a user name and a password';
  const wrong = { username: 'admin', password: Secret.of('canary-wrong') };

  it.each([
    ['a wrong password', '2.16.1', false, wrong, refused],
    ['a wrong password of before 2.14', '2.8.3', false, wrong, refused],
    ['a wrong password where anybody is let in', '2.8.3', true, wrong, letIn],
    ['a wrong key', '2.14.1', false, { apiKey: Secret.of('canary-wrong') }, key],
    ['a key where none is taken', '2.14.0', false, { apiKey: Secret.of(KEY) }, key],
    ['a key where none is taken and anybody is let in', '2.14.0', true, { apiKey: Secret.of(KEY) }, noKey],
    ['a key where anybody is let in', '2.16.1', true, { apiKey: Secret.of(KEY) }, letIn],
  ])('fails for %s', async (_, webapi, letsIn, credentials, reason) => {
    const client = await clientOf({ webapi, letsIn }, credentials);
    expect(await failureOf(client.testConnection())).toMatchObject({ system: 'qbittorrent', reason });
  });

  it('fails for a password that is not right any more, while a session is still open', async () => {
    const client = await clientOf();
    await client.queue();
    fake.fail(QBITTORRENT_CALLS.login, { status: 401, body: 'Unauthorized' });
    expect(await failureOf(client.testConnection())).toMatchObject({ reason: refused });
  });

  it('sends neither key nor cookie with the call that nobody makes', async () => {
    const client = await clientOf({}, { apiKey: Secret.of(KEY) });
    await client.testConnection();
    expect(fake.calls(QBITTORRENT_CALLS.webapiVersion).map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      `Bearer ${KEY}`,
    ]);
  });

  it.each<readonly [FakeFault, string]>([
    [{ status: 302, headers: { location: '/login?next=x' } }, 'server redirected with status 302 to /login'],
    [502, 'server returned status 502'],
    [404, 'server returned status 404'],
    [{ body: '<html>canary-text' }, 'server answered with something other than qBittorrent does'],
    ['empty', 'server answered with something other than qBittorrent does'],
    ['reset', 'could not reach server: connection reset'],
  ])('fails after %j', async (fault, reason) => {
    const client = await clientOf();
    fake.fail(QBITTORRENT_CALLS.webapiVersion, fault);
    expect(await failureOf(client.testConnection())).toMatchObject({ operation: 'connection.test', reason });
  });

  it('takes no address that is none', () => {
    const of = (url: string) => new QbittorrentClient({ url, credentials: ACCOUNT, clock, log: silentLog });
    for (const url of ['', 'ftp://a', 'http://user:pass@a', 'http://a?x=1', '/api'])
      expect(() => of(url)).toThrow(UnsafeAddress);
  });
});

describe('a key that is refused', () => {
  it('is not tried five times in an hour', async () => {
    const client = await clientOf({}, { apiKey: Secret.of('canary-wrong') });
    for (let minute = 0; minute < 60; minute += 1) {
      expect(await failureOf(client.queue())).toMatchObject({ kind: 'unauthorized' });
      await clock.advance(60_000);
    }
    expect(fake.calls()).toHaveLength(4);
  });
});

describe('doc 4 §6.3: what a qBittorrent has', () => {
  it('is listed: unfinished ones in the queue, finished ones in the history, all of them as jobs', async () => {
    const client = await clientOf();
    const half = fake.given.torrent({ dlspeed: 5 });
    const waits = fake.given.torrent({ state: 'queuedDL', dlspeed: 0, name: null, eta: undefined });
    fake.given.torrent({ ...SEEDING, name: 'Old', completion_on: 1_700_000_000 });
    fake.given.torrent({ ...SEEDING, name: 'New', completion_on: 1_763_640_000 });
    const queue = await client.queue();
    expect(queue).toMatchObject({ isPaused: false, speedBps: 5 });
    expect(queue.items.map(({ id }) => id)).toEqual([half, waits]);
    expect((await client.jobs()).items.map(({ state }) => state)).toEqual([
      'downloading',
      'queued',
      'finished',
      'finished',
    ]);
    expect((await client.history(500)).map(({ name }) => name)).toEqual(['New', 'Old']);
    expect(await client.history(1)).toHaveLength(1);
  });

  it.each<readonly [FakeFault, string]>([
    ['reset', 'unreachable'],
    ['garbage', 'malformed'],
    ['empty', 'malformed'],
    ['cut-body', 'unreachable'],
    [302, 'redirected'],
    [404, 'not_found'],
    [500, 'failed'],
    [{ body: '<html>canary-text</html>' }, 'malformed'],
    [{ body: { torrents: [] } }, 'malformed'],
    [{ body: [{ name: 'canary-text' }] }, 'malformed'],
  ])('is unknown and not empty after %j', async (fault, kind) => {
    const client = await clientOf();
    fake.fail(QBITTORRENT_CALLS.list, fault);
    const failure = await failureOf(client.queue());
    expect(failure).toMatchObject({ kind, operation: 'queue.read' });
    expect(inspect(failure)).not.toContain('canary');
  });
});

describe('doc 4 §6.4: a list of more than 16 MB', () => {
  it('is refused', async () => {
    const client = await clientOf();
    fake.fail(QBITTORRENT_CALLS.list, { body: Buffer.alloc(16 * 1024 * 1024 + 1, ' ') });
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'too_large' });
  });
});

describe('security 31: a list of more torrents than anybody has', () => {
  it('is refused before all of them are judged', async () => {
    const client = await clientOf();
    const row = (_: unknown, at: number) => ({ hash: at.toString(16).padStart(40, 'a') });
    fake.fail(QBITTORRENT_CALLS.list, { body: Array.from({ length: MOST_ITEMS + 1 }, row) });
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'malformed' });
  });
});

describe('issue 23 §2: actions at a qBittorrent', () => {
  it.each([
    ['2.8.3', QBITTORRENT_CALLS.pause, QBITTORRENT_CALLS.resume],
    ['2.11.0', QBITTORRENT_CALLS.stop, QBITTORRENT_CALLS.start],
  ])('of WebAPI %s are called as it calls them', async (webapi, pause, resume) => {
    const client = await clientOf({ webapi });
    const [one, other] = [fake.given.torrent(), fake.given.torrent()];
    fake.given.torrent(SEEDING);
    await expect(client.pause(one.toUpperCase())).resolves.toBe(true);
    await client.pauseAll();
    await expect(client.queue()).resolves.toMatchObject({ isPaused: true });
    await expect(client.resume(other)).resolves.toBe(true);
    await client.resumeAll();
    expect(sent(pause)).toEqual([{ hashes: one }, { hashes: `${one}|${other}` }]);
    expect(sent(resume)).toEqual([{ hashes: other }, { hashes: `${one}|${other}` }]);
    // What it is called is found out once.
    expect(fake.calls(QBITTORRENT_CALLS.stop).length + fake.calls(QBITTORRENT_CALLS.pause).length).toBeLessThan(4);
  });

  it('are found again after the server has become another version', async () => {
    const client = await clientOf({ webapi: '2.8.3' });
    const id = fake.given.torrent();
    await client.pause(id);
    fake.become('2.16.1');
    fake.forgetCalls();
    await expect(client.pause(id)).resolves.toBe(true);
    expect(sent(QBITTORRENT_CALLS.stop)).toEqual([{ hashes: id }]);
  });

  it('that the server doesn’t know by either name are a fault, and no missing item', async () => {
    const client = await clientOf();
    const id = fake.given.torrent();
    fake.fail(QBITTORRENT_CALLS.stop, 404);
    expect(await failureOf(client.pause(id))).toMatchObject({
      kind: 'malformed',
      reason: 'server knows neither name of the action',
    });
  });

  it.each([true, false])('remove one item, and its data: %s', async (deleteData) => {
    const client = await clientOf();
    const [one, other] = [fake.given.torrent(), fake.given.torrent()];
    await expect(client.remove(one, deleteData)).resolves.toBe(true);
    expect(sent(QBITTORRENT_CALLS.remove)).toEqual([{ hashes: one, deleteFiles: String(deleteData) }]);
    expect(fake.torrents.map(({ hash }) => hash)).toEqual([other]);
  });

  it('look the item up: what isn’t there is no success', async () => {
    const client = await clientOf();
    fake.given.torrent();
    const unknown = 'd'.repeat(40);
    expect(await client.pause(unknown)).toBe(false);
    expect(await client.resume(unknown)).toBe(false);
    expect(await client.remove(unknown, true)).toBe(false);
    expect(fake.calls().every(({ method, path }) => method === 'GET' || path.endsWith('/login'))).toBe(true);
  });

  it('have succeeded when the answer is lost and the item gone, and are sent once', async () => {
    const client = await clientOf();
    const id = fake.given.torrent();
    fake.fail(QBITTORRENT_CALLS.remove, 'answer-lost');
    await expect(client.remove(id, true)).resolves.toBe(true);
    const other = fake.given.torrent();
    fake.fail(QBITTORRENT_CALLS.remove, 'reset');
    expect(await failureOf(client.remove(other, true))).toMatchObject({ kind: 'unreachable' });
    expect(fake.calls(QBITTORRENT_CALLS.remove)).toHaveLength(2);
  });

  it('have not succeeded when a page is answered', async () => {
    const client = await clientOf();
    const id = fake.given.torrent();
    fake.fail(QBITTORRENT_CALLS.stop, { body: ' <html>canary-text' });
    expect(await failureOf(client.pause(id))).toMatchObject({ kind: 'malformed' });
  });

  it.each(HOSTILE_TORRENT_IDS)('send nothing for %j', async (id) => {
    const client = await clientOf();
    fake.given.torrent();
    expect(client.isItem(id)).toBe(false);
    for (const call of [client.pause(id), client.resume(id), client.remove(id, true)])
      await expect(call).rejects.toBeInstanceOf(ForeignItemId);
    expect(fake.calls()).toEqual([]);
  });

  it('in a session that has just ended are done once it is renewed', async () => {
    const client = await clientOf();
    const id = fake.given.torrent();
    await client.queue();
    fake.meanwhile(QBITTORRENT_CALLS.remove, () => Promise.resolve(fake.endSessions()));
    await expect(client.remove(id, false)).resolves.toBe(true);
    expect(fake.torrents).toEqual([]);
  });
});

describe('security: what must not be seen', () => {
  it.each<readonly [string, FakeFault]>([
    [QBITTORRENT_CALLS.login, { status: 401, body: 'canary-text' }],
    [QBITTORRENT_CALLS.login, { status: 500, body: 'canary-text' }],
    [QBITTORRENT_CALLS.login, { body: 'canary-text' }],
    [QBITTORRENT_CALLS.list, { status: 403, body: 'canary-text' }],
    [QBITTORRENT_CALLS.list, { status: 418, body: 'canary-text' }],
    [QBITTORRENT_CALLS.list, { body: [{ hash: 'canary-text' }] }],
    [QBITTORRENT_CALLS.list, { status: 302, headers: { location: '/canary-text' } }],
    [QBITTORRENT_CALLS.stop, { status: 409, body: 'canary-text' }],
    [QBITTORRENT_CALLS.remove, { status: 500, body: 'canary-text' }],
  ])('is in no fault and no log line: %s, %j', async (call, fault) => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) };
    const log = createLog({ level: 'debug', format: 'json', destination, clock });
    const client = await clientOf({}, ACCOUNT, log);
    const id = fake.given.torrent({ name: 'canary-name', save_path: '/canary-path' });
    fake.fail(call, fault, Infinity);
    const action = call === QBITTORRENT_CALLS.remove ? client.remove(id, true) : client.pause(id);
    const failure = await failureOf(action);
    expect(inspect(failure, { depth: 9 })).not.toContain('canary');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain('canary');
  });
});
