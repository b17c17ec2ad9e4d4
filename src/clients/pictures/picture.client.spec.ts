import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeServer } from '../../../test/fakes/fake-server.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { PictureNetworkPath, PICTURES } from '../../../test/harness/picture-network-path.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { joinUrl } from '../http/safe-address.js';
import { PictureAddress, PictureClient, type PictureSource } from './picture.client.js';

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

const LISTS: PictureSource = { system: 'trakt', hosts: { below: 'trakt.tv' }, folder: 'images' };
const COVERS: PictureSource = { system: 'hardcover', hosts: { only: 'covers.example' } };

const HOST = 'walter-r2.trakt.tv';

const judged = (host: string | undefined, path: string, source = LISTS): PictureAddress | null =>
  PictureAddress.judge(source, { host, segments: path.split('/') });
const hostOfLength = (length: number): string => `${'a'.repeat(length - '.trakt.tv'.length)}.trakt.tv`;
const pathOfLength = (length: number): string => `images/${'a'.repeat(length - 'images/'.length)}`;

describe('doc4 §3.5: which pictures may be fetched', () => {
  it.each([
    [HOST, PATH],
    ['media.trakt.tv', 'images/a'],
    ['a.b-c.d.trakt.tv', 'images/_x/-y/z.9'],
    [hostOfLength(64), PATH],
    [HOST, pathOfLength(512)],
  ])('%s/%s may', (host, path) => {
    const address = judged(host, path);
    expect([address?.host, address?.segments.join('/')]).toEqual([host, path]);
  });

  it.each([
    'trakt.tv',
    '.trakt.tv',
    'eviltrakt.tv',
    'walter.trakt.tv.evil.example',
    'evil.example',
    'WALTER.trakt.tv',
    'walter.trakt.tv.',
    'walter..trakt.tv',
    '-walter.trakt.tv',
    'walter-.trakt.tv',
    'walter.trakt.tv:8443',
    'ana@walter.trakt.tv',
    'evil.example#.trakt.tv',
    'evil.example?.trakt.tv',
    'evil.example/.trakt.tv',
    'evil.example\\.trakt.tv',
    'evil.example%2f.trakt.tv',
    '[::1].trakt.tv',
    'wälter.trakt.tv',
    'walter.trakt.tv\n',
    ' walter.trakt.tv',
    '',
    hostOfLength(65),
  ])('security 7: the host %j may not', (host) => {
    expect(judged(host, PATH)).toBeNull();
  });

  it('a host that isn’t there, or is a list, may not', () => {
    expect(judged(undefined, PATH)).toBeNull();
    expect(judged([HOST] as unknown as string, PATH)).toBeNull();
  });

  it.each([
    '',
    'images',
    'images/',
    '/images/a',
    'Images/a',
    'imagesx/a',
    'users/images/a',
    'images//a',
    'images/a/',
    'images/./a',
    'images/../users/me',
    'images/..',
    'images/a..b',
    'images/.hidden',
    'images/%2e%2e/users',
    'images/a%2fb',
    'images/a?x=1',
    'images/a#x',
    'images/a;x',
    'images/a\\..\\b',
    'images/a b',
    'images/a\r\nHost: evil.example',
    'images/ä',
    'images/a:b',
    'images/a@b',
    pathOfLength(513),
  ])('security 7: the path %j may not', (path) => {
    expect(judged(HOST, path)).toBeNull();
  });

  it('a source of one host has that host, whatever a caller names', () => {
    expect(judged(undefined, 'edition/1/cover.jpg', COVERS)).toMatchObject({ host: 'covers.example' });
    expect(judged('evil.example', 'a.jpg', COVERS)).toMatchObject({ host: 'covers.example' });
    expect(judged(undefined, '../a.jpg', COVERS)).toBeNull();
  });

  const HOSTILE = [
    '..',
    '.',
    '%2e%2e',
    '/',
    '//',
    '\\',
    '?',
    '#',
    '@',
    ':',
    ';',
    '\r\n',
    '\0',
    'images',
    'trakt.tv',
    'http',
  ];
  const pieces = fc
    .array(
      fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 6 }), fc.constantFrom(HOST, PATH)),
      {
        maxLength: 6,
      },
    )
    .map((parts) => parts.join(''));

  it('security 7: nothing that a caller writes leads to another host, port, scheme, folder or into a query', () => {
    let passed = 0;
    const host = fc.oneof(
      pieces,
      pieces.map((piece) => `${piece}.trakt.tv`),
      fc.constant(HOST),
    );
    const segments = fc.oneof(
      fc.array(pieces, { maxLength: 5 }),
      fc.array(pieces, { maxLength: 5 }).map((rest) => ['images', ...rest]),
      fc.array(fc.stringMatching(/^[\w.-]{1,4}$/), { maxLength: 4 }).map((rest) => ['images', ...rest]),
    );
    fc.assert(
      fc.property(host, segments, (named, path) => {
        const address = PictureAddress.judge(LISTS, { host: named, segments: path });
        if (!address) return;
        passed += 1;
        const url = new URL(joinUrl(`https://${address.host}`, address.segments));
        expect(url.href).toBe(`https://${named}/${path.join('/')}`);
        expect([url.protocol, url.port, url.username, url.password, url.search, url.hash]).toEqual([
          'https:',
          ...Array<string>(5).fill(''),
        ]);
        expect(url.hostname.endsWith('.trakt.tv')).toBe(true);
        expect(url.pathname.startsWith('/images/')).toBe(true);
      }),
      { numRuns: 3_000 },
    );
    expect(passed).toBeGreaterThan(50);
  });
});
