import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import {
  TRANSMISSION_CALLS,
  TransmissionFake,
  type TransmissionFakeOptions,
} from '../../../test/fakes/transmission/transmission-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { UnsafeAddress } from '../http/safe-address.js';
import { CLASSIC, JSON_RPC } from './transmission-session.js';
import { type TransmissionAccess, TransmissionClient } from './transmission.client.js';

const PASSWORD = 'canary-tr-pass:wörd';
const ACCOUNT = { username: 'admin', password: Secret.of(PASSWORD) };
const LOCKED = { username: 'admin', password: PASSWORD };
const WRONG = { username: 'admin', password: Secret.of('canary-wrong') };

let clock: MovedClock;
let fake: TransmissionFake;

beforeEach(() => {
  clock = new MovedClock();
});

afterEach(() => fake.stop());

async function clientOf(
  options: TransmissionFakeOptions = {},
  credentials: TransmissionAccess['credentials'] = null,
): Promise<TransmissionClient> {
  fake = await new TransmissionFake(options).start();
  return new TransmissionClient({ url: fake.url, credentials, clock, log: silentLog });
}

const VERSIONS = ['3.00', '4.0.6', '4.1.0', '5.0.0'];

describe('issue 23 §1: the test of a Transmission', () => {
  it.each(VERSIONS)('of version %s proves the credential', async (version) => {
    const client = await clientOf({ ...LOCKED, version }, ACCOUNT);
    await expect(client.testConnection()).resolves.toBeUndefined();
  });

  it.each(VERSIONS)('of version %s needs none where none is asked for', async (version) => {
    await expect((await clientOf({ version })).testConnection()).resolves.toBeUndefined();
  });

  const none =
    'server asks for no credential, so that none can be proved: leave user name and password empty, or have it ask for them';

  it.each([
    ['a wrong password', LOCKED, WRONG, 'the user name or the password was refused'],
    ['none where one is wanted', LOCKED, null, 'server asks for a user name and a password'],
    ['a password where none is wanted', {}, WRONG, none],
  ])('fails for %s', async (_, options, credentials, reason) => {
    const client = await clientOf(options, credentials);
    expect(await failureOf(client.testConnection())).toMatchObject({ system: 'transmission', reason });
  });

  it('begins a session anew: one that is open says nothing of the credential', async () => {
    const client = await clientOf(LOCKED, ACCOUNT);
    await client.queue();
    const before = fake.calls(TRANSMISSION_CALLS.session).length;
    await client.testConnection();
    const greetings = fake.calls(TRANSMISSION_CALLS.session).slice(before);
    expect(greetings.map(({ headers }) => headers.authorization !== undefined)).toEqual([false, true, true]);
  });

  it.each([421, 403] as const)('names a whitelist that refuses by %i', async (status) => {
    const client = await clientOf();
    fake.refusesHostWith = status;
    const reason = 'server allows no calls under this host name or from this address: see its whitelists';
    expect(await failureOf(client.testConnection())).toMatchObject({ kind: 'rejected', status, reason });
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'rejected', status, reason });
    fake.refusesHostWith = null;
    await expect(client.testConnection()).resolves.toBeUndefined();
  });

  it.each<readonly [FakeFault, string]>([
    [{ status: 301, headers: { location: '/web/transmission/rpc' } }, 'server redirected with status 301 to /web'],
    [502, 'server returned status 502'],
    [404, 'server returned status 404'],
    [{ body: '<html>canary-text' }, 'server answered with something other than JSON'],
    [{ body: { jsonrpc: '2.0', error: {} } }, 'server answered with something other than Transmission does'],
    [{ body: { jsonrpc: '2.0', result: {} } }, 'server answered with something other than Transmission does'],
    [{ body: { result: 'success', arguments: {} } }, 'server answered with something other than Transmission does'],
    [{ status: 409 }, 'server answered with something other than Transmission does'],
    [{ status: 409, headers: { 'x-transmission-session-id': 'a b' } }, 'server answered with something other than'],
    [{ status: 409, headers: { 'x-transmission-session-id': 'again' } }, 'server keeps no session'],
    ['empty', 'server answered with something other than JSON'],
    ['reset', 'could not reach server: connection reset'],
  ])('fails after %j', async (fault, reason) => {
    const client = await clientOf();
    fake.fail(TRANSMISSION_CALLS.rpc, fault, Infinity);
    expect((await failureOf(client.testConnection())).reason).toContain(reason);
  });

  it('takes no address that is none', () => {
    const of = (url: string) => new TransmissionClient({ url, credentials: null, clock, log: silentLog });
    for (const url of ['', 'ftp://a', 'http://user:pass@a', 'http://a?x=1', '/rpc'])
      expect(() => of(url)).toThrow(UnsafeAddress);
  });
});

describe('issue 23 §1: the session of a Transmission', () => {
  it.each(VERSIONS)('of version %s is begun once, and its dialect is kept', async (version) => {
    const client = await clientOf({ version });
    fake.given.torrent();
    await Promise.all([client.queue(), client.jobs(), client.history(5)]);
    const isNew = version >= '4.1';
    expect(fake.calls(TRANSMISSION_CALLS.session)).toHaveLength(isNew ? 2 : 3);
    const lists = fake.calls(TRANSMISSION_CALLS.list).map(({ body }) => (body as { method: string }).method);
    expect(lists).toEqual(Array<string>(3).fill(isNew ? 'torrent_get' : 'torrent-get'));
  });

  it('that ends at any moment is renewed once, by one caller, and the call done then', async () => {
    const client = await clientOf();
    const id = fake.given.torrent();
    await client.queue();
    fake.endSession();
    await Promise.all([client.queue(), client.jobs(), client.history(5)]);
    expect(fake.calls(TRANSMISSION_CALLS.session)).toHaveLength(4);
    fake.meanwhile(TRANSMISSION_CALLS.remove, () => Promise.resolve(fake.endSession()));
    await expect(client.remove(id, false)).resolves.toBe(true);
    expect(fake.torrents).toEqual([]);
  });

  it('that ends with every call is a fault, not a loop', async () => {
    const client = await clientOf();
    fake.isForgetful = true;
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'unauthorized', operation: 'session.use' });
    expect(fake.calls(TRANSMISSION_CALLS.list)).toHaveLength(2);
  });

  it('finds the dialect again after the server has become another version', async () => {
    const client = await clientOf({ version: '4.0.6' });
    fake.given.torrent();
    await client.queue();
    fake.become('4.1.0');
    await expect(client.jobs()).resolves.toMatchObject({ items: [{}] });
    fake.become('4.0.6');
    await expect(client.jobs()).resolves.toMatchObject({ items: [{}] });
  });

  it('is not tried five times in an hour with a credential that is refused', async () => {
    const client = await clientOf(LOCKED, WRONG);
    for (let minute = 0; minute < 60; minute += 1) {
      expect(await failureOf(client.queue())).toMatchObject({ kind: 'unauthorized', status: 401 });
      await clock.advance(60_000);
    }
    expect(fake.calls()).toHaveLength(4);
  });
});

const DONE = (result: object) => ({ outcome: 'done', result });
const REFUSED = { outcome: 'refused' };
const FOREIGN = { outcome: 'foreign' };

describe('the dialects of Transmission', () => {
  it('write the same call', () => {
    const params = { ids: ['a'], 'delete-local-data': true };
    expect(CLASSIC.request('torrent-remove', params)).toEqual({
      method: 'torrent-remove',
      arguments: params,
      tag: 1,
    });
    expect(JSON_RPC.request('torrent-remove', params)).toEqual({
      jsonrpc: '2.0',
      method: 'torrent_remove',
      params: { ids: ['a'], delete_local_data: true },
      id: 1,
    });
    expect(['hashString', 'sizeWhenDone', 'eta'].map(JSON_RPC.field)).toEqual(['hash_string', 'size_when_done', 'eta']);
    expect(CLASSIC.field('hashString')).toBe('hashString');
  });

  it.each([
    [{ result: 'success', arguments: { a: 1 }, tag: 1 }, DONE({ a: 1 })],
    [{ result: 'success' }, DONE({})],
    [{ result: 'success', arguments: null }, DONE({})],
    [{ result: 'success', arguments: [] }, FOREIGN],
    [{ result: 'no such torrent', arguments: {} }, REFUSED],
    [{ jsonrpc: '2.0', result: {}, id: 1 }, FOREIGN],
    [{ result: {} }, FOREIGN],
    [{}, FOREIGN],
    [[], FOREIGN],
    [null, FOREIGN],
    ['success', FOREIGN],
  ])('classic: %j', (body, said) => {
    expect(CLASSIC.answer(body)).toEqual(said);
  });

  it.each([
    [{ jsonrpc: '2.0', result: { a: 1 }, id: 1 }, DONE({ a: 1 })],
    [{ jsonrpc: '2.0', result: null, id: 1 }, DONE({})],
    [{ jsonrpc: '2.0', id: 1 }, DONE({})],
    [{ jsonrpc: '2.0', error: null, result: {}, id: 1 }, DONE({})],
    [{ jsonrpc: '2.0', error: { code: 7, message: 'x' }, id: 1 }, REFUSED],
    [{ jsonrpc: '2.0', result: 'success', id: 1 }, FOREIGN],
    [{ jsonrpc: '1.0', result: {} }, FOREIGN],
    [{ result: 'success', arguments: {} }, FOREIGN],
    [{ result: 'method name not recognized', arguments: {} }, FOREIGN],
    [[], FOREIGN],
    [null, FOREIGN],
  ])('JSON-RPC: %j', (body, said) => {
    expect(JSON_RPC.answer(body)).toEqual(said);
  });
});
