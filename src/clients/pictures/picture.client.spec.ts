import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeServer } from '../../../test/fakes/fake-server.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { PictureNetworkPath, PICTURES } from '../../../test/harness/picture-network-path.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { PictureAddress } from './picture-address.js';
import { PictureClient } from './picture.client.js';

const PATH = 'images/movies/000/000/801/posters/thumb/demo.jpg.webp';
const KEY = `GET /${PATH}`;
const JPEG = PICTURES['image/jpeg'];

describe('fetching a picture', () => {
  let host: FakeServer;
  let networkPath: PictureNetworkPath;
  let clock: MovedClock;
  let client: PictureClient;

  const address = PictureAddress.judge(
    { system: 'trakt', hosts: { below: 'trakt.tv' }, folder: 'images' },
    { host: 'walter-r2.trakt.tv', segments: PATH.split('/') },
  ) as PictureAddress;

  beforeEach(async () => {
    host = await new FakeServer().start();
    host.route(KEY, () => ({ body: JPEG, headers: { 'content-type': 'image/jpeg' } }));
    networkPath = new PictureNetworkPath(host);
    clock = new MovedClock();
    client = new PictureClient({ clock, log: silentLog, path: () => Promise.resolve(networkPath) });
  });

  afterEach(() => host.stop());

  const answered = (type: string | undefined, body: Buffer | string, status = 200): void => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    host.route(KEY, () => ({ status, body, headers }));
  };

  it('security 8: what was judged is what is fetched: that host by https at its own port, that path, no query, no key', async () => {
    expect(await client.get(address)).toEqual({ type: 'image/jpeg', bytes: JPEG });
    expect(networkPath.dialled).toEqual([{ host: 'walter-r2.trakt.tv', port: '443' }]);
    const [call] = host.calls();
    expect(call).toMatchObject({ method: 'GET', path: `/${PATH}`, query: {}, headers: { host: 'walter-r2.trakt.tv' } });
    expect(Object.keys(call?.headers ?? {})).toEqual(expect.not.arrayContaining(['authorization', 'cookie']));
  });

  it.each(Object.entries(PICTURES))('%s is taken, without its parameters', async (type, bytes) => {
    answered(`${type.toUpperCase()}; charset=x`, bytes);
    expect(await client.get(address)).toEqual({ type, bytes });
  });

  it.each([404, 410])('doc4 §3.5: what its host affirms not to have is absent: %i', async (status) => {
    answered('text/html', '<h1>no</h1>', status);
    expect(await client.get(address)).toBeNull();
  });

  it.each([
    ['a page', 'text/html', '<html></html>'],
    ['a drawing that is a document', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a document that says it is a picture', 'image/jpeg', '<script>alert(1)</script>'],
    ['a picture that says it is a page', 'text/html', JPEG],
    ['a picture that says it is a drawing', 'image/svg+xml', JPEG],
    ['a picture that says nothing', undefined, JPEG],
    ['nothing', 'image/jpeg', ''],
  ])('security 8, 22: %s is refused', async (_, type, body) => {
    answered(type, body);
    expect(await failureOf(client.get(address))).toMatchObject({ kind: 'malformed', system: 'trakt' });
  });

  it('security 8: a part of a picture is none', async () => {
    answered('image/jpeg', JPEG, 206);
    expect(await failureOf(client.get(address))).toMatchObject({ kind: 'malformed' });
  });

  it.each([
    'https://evil.example/images/a.jpg',
    'http://127.0.0.1/',
    `/${PATH}`,
    'https://media.trakt.tv/images/a.jpg',
  ])('security 8: a redirect is followed nowhere, not to %s either', async (location) => {
    host.fail(KEY, { status: 302, headers: { location } });
    expect(await failureOf(client.get(address))).toMatchObject({ kind: 'redirected' });
    expect([networkPath.dialled.length, host.calls().length]).toEqual([1, 1]);
  });

  it('security 28: more than 8 MiB is refused, announced or not', async () => {
    const large = Buffer.concat([JPEG, Buffer.alloc(8 * 1024 * 1024)]);
    answered('image/jpeg', large);
    expect(await failureOf(client.get(address))).toMatchObject({ kind: 'too_large' });
    host.route(KEY, () => ({
      body: large,
      headers: { 'content-type': 'image/jpeg', 'transfer-encoding': 'chunked' },
    }));
    expect(await failureOf(client.get(address))).toMatchObject({ kind: 'too_large' });
  });

  it('doc4 §3.5: an answer is waited for 15 seconds', async () => {
    host.fail(KEY, 'timeout');
    const asked = host.nextCall(KEY);
    const failed = failureOf(client.get(address));
    await asked;
    await clock.advance(14_999);
    await clock.advance(1);
    expect(await failed).toMatchObject({ kind: 'timeout', reason: expect.stringContaining('15 s') as unknown });
  });
});
