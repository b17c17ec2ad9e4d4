import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { joinUrl } from '../http/safe-address.js';
import { PictureAddress, type PictureSource } from './picture-address.js';

const LISTS: PictureSource = { system: 'trakt', hosts: { below: 'trakt.tv' }, folder: 'images' };
const COVERS: PictureSource = { system: 'hardcover', hosts: { only: 'covers.example' } };

const HOST = 'walter-r2.trakt.tv';
const PATH = 'images/movies/000/000/801/posters/thumb/demo.jpg.webp';

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
