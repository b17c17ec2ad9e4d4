import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import { RUTORRENT_PLACES, RutorrentFake } from '../../../test/fakes/rutorrent/rutorrent-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { createLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { UnsafeAddress } from '../http/safe-address.js';
import { RutorrentClient } from './rutorrent.client.js';

const PASSWORD = 'canary-rutorrent-password';
const ONE = 'A'.repeat(40);

let clock: MovedClock;
let fake: RutorrentFake;
let client: RutorrentClient;
let lines: string[];

function clientAt(url: string, password: string | null = PASSWORD): RutorrentClient {
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'debug', format: 'json', clock, destination });
  const credentials = password === null ? null : { username: 'mara', password: Secret.of(password) };
  return new RutorrentClient({ url, credentials, clock, log });
}

async function start(place: keyof typeof RUTORRENT_PLACES): Promise<void> {
  fake = await new RutorrentFake({ place, credentials: `mara:${PASSWORD}` }).start();
  fake.given.torrent({ 'd.hash=': ONE });
  client = clientAt(fake.typed);
}

beforeEach(async () => {
  clock = new MovedClock();
  lines = [];
  await start('rpc2');
});

afterEach(() => fake.stop());

const calls = (): readonly string[] => fake.calls().map(({ method, path }) => `${method} ${path}`);

describe('issue 23 §1: the place where rTorrent answers', () => {
  it('is the address as it was typed where that is XML-RPC', async () => {
    await client.testConnection();
    expect(fake.asked().map(([method]) => method)).toEqual(['system.client_version', 'd.multicall2']);
    await fake.stop();
    fake = await new RutorrentFake({ place: 'plugin' }).start();
    expect(await failureOf(clientAt(`${fake.url}/RPC2`).testConnection())).toMatchObject({ kind: 'not_found' });
    expect(calls()).toEqual(['POST /RPC2']);
  });

  it('is below a ruTorrent where its page answers first; it is found by reading and remembered', async () => {
    await fake.stop();
    await start('plugin');
    await client.pause(ONE);
    await client.queue();
    expect(calls()).toEqual(['POST /rutorrent', ...Array<string>(4).fill(RUTORRENT_PLACES.plugin)]);
    expect(fake.asked().map(([method]) => method)).toEqual([
      'system.client_version',
      'd.multicall2',
      'd.stop',
      'd.multicall2',
    ]);
  });

  it('is looked for again when it has moved, and by each test', async () => {
    await fake.stop();
    await start('plugin');
    await client.queue();
    fake.fail(fake.key, 404);
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'not_found' });
    await client.queue();
    await client.testConnection();
    expect(fake.asked('system.client_version')).toHaveLength(3);
  });

  it.each<readonly [FakeFault, string]>([
    [
      { status: 301, headers: { location: 'https://a:b@x.example/RPC2?t=1' } },
      'server redirected with status 301 to https://x.example/RPC2',
    ],
    [{ body: '<html>canary<br>' }, 'server answered with something other than XML that we take'],
    [502, 'server returned status 502'],
    ['reset', 'could not reach server: connection reset'],
  ])('doc 3 §3.2: is not there after %j', async (fault, reason) => {
    fake.fail(fake.key, fault);
    expect(await failureOf(client.testConnection())).toMatchObject({ system: 'rutorrent', reason });
  });

  it('is not where XML-RPC tells no version, and nowhere unsafe', async () => {
    fake.route(fake.key, () => ({
      body: '<methodResponse><params><param><value><i4>0</i4></value></param></params></methodResponse>',
    }));
    expect(await failureOf(client.testConnection())).toMatchObject({ kind: 'malformed' });
    expect(() => clientAt('http://a:b@rutorrent.example')).toThrow(UnsafeAddress);
  });

  it('says why when it is in neither place', async () => {
    await fake.stop();
    await start('plugin');
    fake.fail(fake.key, 404);
    expect(await failureOf(client.testConnection())).toMatchObject({ kind: 'malformed' });
    expect(await failureOf(clientAt(`${fake.url}/elsewhere`).testConnection())).toMatchObject({ kind: 'not_found' });
  });
});

describe('the credentials for rTorrent', () => {
  it.each([
    ['other', 'invalid username or password'],
    [null, 'server wants a username and a password'],
  ])('%s are refused, and no other place is tried', async (password, reason) => {
    await fake.stop();
    await start('plugin');
    expect(await failureOf(clientAt(fake.typed, password).testConnection())).toMatchObject({
      kind: 'unauthorized',
      reason,
    });
    expect(calls()).toEqual(['POST /rutorrent']);
  });

  it('issue 23 §1: are shown no more than four times in an hour when they are refused', async () => {
    const wrong = clientAt(fake.typed, 'other');
    for (let minute = 0; minute < 60; minute += 1) {
      expect(await failureOf(wrong.queue())).toMatchObject({ kind: 'unauthorized' });
      await clock.advance(60_000);
    }
    expect(fake.calls().length).toBeLessThan(5);
  });

  it.each([
    ['Digest realm="canary", nonce="basic"', 'server wants a sign-in that is not Basic'],
    ['Digest realm="a", Basic realm="b"', 'invalid username or password'],
    ['BASIC', 'invalid username or password'],
  ])('are of no use where the web server wants %s', async (asked, reason) => {
    fake.fail(fake.key, { status: 401, headers: { 'www-authenticate': asked } });
    expect(await failureOf(client.testConnection())).toMatchObject({ kind: 'unauthorized', reason });
  });

  it('are not sent where there are none', async () => {
    await fake.stop();
    fake = await new RutorrentFake({ place: 'rpc2' }).start();
    await clientAt(fake.typed, null).testConnection();
    expect(fake.calls().map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it('are in no log and no error', async () => {
    await client.queue();
    fake.fail(fake.key, 500);
    const fault = await failureOf(client.queue());
    const secret = Buffer.from(`mara:${PASSWORD}`).toString('base64');
    const told = `${fault.message}${fault.stack}${JSON.stringify(fault)}${lines.join()}`;
    expect([told.includes(secret), told.includes('canary'), lines.length > 0]).toEqual([false, false, true]);
  });
});
