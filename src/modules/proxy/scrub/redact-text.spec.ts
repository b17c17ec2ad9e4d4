import { describe, expect, it, vi } from 'vitest';
import { slowSize } from '../../../../test/harness/slow-size.js';
import fc from 'fast-check';
import { generatedCount } from '../../../../test/harness/full-counts.js';
import { redactText } from './redact-text.js';

const R = '[REDACTED]';
const SECRET = 'canary-7f3a';

describe('doc3 §4.3: strings', () => {
  it.each([
    ['http://ana:pw@films.test/path', 'http://films.test/path'],
    ['https://ana@films.test', 'https://films.test'],
    ['//ana:pw@films.test/x', '//films.test/x'],
    ['see https://ana:pw@films.test/x, or (ftp://u:p@b.test)', 'see https://films.test/x, or (ftp://b.test)'],
    ['http://ana:p@w@films.test/x', 'http://films.test/x'],
    ['http:ana:pw@films.test', 'http:films.test'],
    ['HTTP:\\\\ana:pw@films.test\\x', 'HTTP:\\\\films.test\\x'],
    ['https:/ana:pw@films.test', 'https:/films.test'],
    ['http://ana:p w@films.test/x', 'http://films.test/x'],
    ['at "http://a:b@c.test" and "http://d:e@f.test"', 'at "http://c.test" and "http://f.test"'],
    ['see http://ana:p@w@films.test/x', 'see http://films.test/x'],
    ['see http:/ana:pw@films.test', 'see http:/films.test'],
    ['ws:/ana:pw@films.test', 'ws:/films.test'],
    ['wss:ana:pw@films.test', 'wss:films.test'],
    ['ws:ana:pw@films.test', 'ws:films.test'],
    ['x="http:ana:pw@films.test"', 'x="http:films.test"'],
    ['(//ana:pw@films.test/x)', '(//films.test/x)'],
    ['a (//ana:pw@films.test/x)', 'a (//films.test/x)'],
    ['////ana:pw@films.test', '////films.test'],
    [`x${'/'.repeat(70)}ana:pw@films.test`, `x${'/'.repeat(70)}films.test`],
    ['@ana: see http://u:p@b.test', '@ana: see http://b.test'],
  ])('strip the user and password of an address: %s', (text, clean) => expect(redactText(text)).toBe(clean));

  it.each([
    ['http://a.test/?a=1&apikey=x&b=2', `http://a.test/?a=1&apikey=${R}&b=2`],
    ['/relative?access_token=x#part', `/relative?access_token=${R}#part`],
    ['?token=x&token=y&Token=z', `?token=${R}&token=${R}&Token=${R}`],
    ['http://a.test/?api%5Fkey=x', `http://a.test/?api%5Fkey=${R}`],
    ['http://a.test/?key=x&sig=y&X-Amz-Signature=z', `http://a.test/?key=${R}&sig=${R}&X-Amz-Signature=${R}`],
    ['http://a.test/#access_token=x&b=2', `http://a.test/#access_token=${R}&b=2`],
    ['http://a.test/?apikey=x;y&b=2', `http://a.test/?apikey=${R}&b=2`],
    ['http://a.test/?a=1;apikey=x', `http://a.test/?a=1;apikey=${R}`],
    ['http://a.test/?a=1&amp;apikey=x', `http://a.test/?a=1&amp;apikey=${R}`],
    ['failed: http://a.test/?apikey=x then more', `failed: http://a.test/?apikey=${R} then more`],
    ['http://a.test/?apikey=x y&b=2', `http://a.test/?apikey=${R}&b=2`],
    ['http://a.test/?a?apikey=x', `http://a.test/?a?apikey=${R}`],
    ['http://a.test/?a=b?apikey=x', `http://a.test/?a=b?apikey=${R}`],
    ['http://a.test/?to=http%3A%2F%2Fu%3Ap%40b.test%2F', 'http://a.test/?to=http%3A%2F%2Fb.test%2F'],
    ['http://a.test/?to=%2Fb%3Fapikey%3Dx', `http://a.test/?to=${encodeURIComponent(`/b?apikey=${R}`)}`],
    ['http://a.test/?apikey=', `http://a.test/?apikey=${R}`],
    ['http://a.test/dl?passkey=x&b=2', `http://a.test/dl?passkey=${R}&b=2`],
    ['http://a.test/dl?torrent_pass=x&RssKey=y&pass=z', `http://a.test/dl?torrent_pass=${R}&RssKey=${R}&pass=${R}`],
    ['http://a.test/getnzb/7.nzb&i=12&r=0123456789abcdef', `http://a.test/getnzb/7.nzb&i=12&r=${R}`],
    ['http://a.test/t.rss?u=12;tp=0123456789abcdef;b', `http://a.test/t.rss?u=12;tp=${R}`],
    ['http://a.test/?pk=0123456789abcdef&pid=0123456789abcdef', `http://a.test/?pk=${R}&pid=${R}`],
    ['http://a.test/?uk=0123456789abcdef/x', `http://a.test/?uk=${R}`],
    ['http://a.test/?pwd=x&AWSAccessKeyId=y', `http://a.test/?pwd=${R}&AWSAccessKeyId=${R}`],
    ['http://a.test/?to=a+b%2Fx%3Fapikey%3Dx', `http://a.test/?to=${encodeURIComponent(`a b/x?apikey=${R}`)}`],
    [
      'magnet:?xt=urn:btih:9f&tr=http%3A%2F%2Ft.test%2F0123456789abcdef%2Fannounce',
      `magnet:?xt=urn:btih:9f&tr=${encodeURIComponent(`http://t.test/${R}/announce`)}`,
    ],
    [
      'magnet:?xt=urn:btih:9f&tr=http://t.test/0123456789abcdef/announce&tr=udp://u.test:80/announce',
      `magnet:?xt=urn:btih:9f&tr=http://t.test/${R}/announce&tr=udp://u.test:80/announce`,
    ],
    // What can't be decoded as a whole is decoded as far as it can be.
    ['http://a.test/?%api%6Bey%E2%82%AC=x', `http://a.test/?%api%6Bey%E2%82%AC=${R}`],
    ['http://a.test/?%ffapi%6Bey=x', `http://a.test/?%ffapi%6Bey=${R}`],
    ['http://a.test/?to=%ff%2Fb%3Fapikey%3Dx', `http://a.test/?to=${encodeURIComponent(`%ff/b?apikey=${R}`)}`],
    [
      'http://a.test/?to=%2Fb%3Fapikey%3Dx%26b\ud800',
      `http://a.test/?to=${encodeURIComponent(`/b?apikey=${R}&b\ufffd`)}`,
    ],
  ])('replace the values of sensitive parameters: %s', (text, clean) => expect(redactText(text)).toBe(clean));

  it.each([
    '',
    'plain words',
    'mail ana@films.test, or a = b',
    'C:\\films\\me@home\\x.mkv',
    'C:/films/me@home/x.mkv',
    '/films//me@home/x.mkv',
    'C:/me@home',
    '/http:me@home',
    'xhttp:me@home',
    'xhttp:/me@home',
    'ws:ab:/me@home',
    'a (b//me@home)',
    '\\\\server@SSL\\share',
    '/MediaCover/1/poster.jpg?lastWrite=638',
    'https://image.example/t/p/original/a.jpg?a=1&b=%2F%zz',
    'key=value',
    'https://image.example/avatar?r=pg&pid=12',
    'https://a.test/login?r=https://a.test/library',
    'a@b@c',
  ])('leave everything else as it is: %s', (text) => expect(redactText(text)).toBe(text));

  it('no secret in the query or before the host of an address outlives it, wherever the address is', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'B', '7', '-', '.', '%20', '+', 'é'), maxLength: 6 });
    const name = fc.constantFrom(
      'apikey',
      'api_key',
      'ApiKey',
      'passphrase',
      'x-plex-token',
      'sig',
      'auth%6Bey',
      'KEY',
    );
    const scheme = fc.constantFrom('http://', 'https://', 'HTTP://', 'ws://', 'magnet://');
    const query = fc.tuple(word, name, word).map(([a, secret, b]) => `?a=${a}&${secret}=${SECRET}&b=${b}`);
    const address = fc
      .tuple(scheme, fc.constantFrom('', `ana:${SECRET}@`, `${SECRET}@`), word, query)
      .map(([start, user, path, rest]) => `${start}${user}films.test/${path}${rest}`);
    const nested = address.map((inner) => `http://a.test/?to=${encodeURIComponent(inner)}`);
    const prose = fc
      .tuple(
        fc.constantFrom('', 'see ', '("', '\n', '/x '),
        fc.oneof(address, nested),
        fc.constantFrom('', ' there', '")'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(prose, { minLength: 1, maxLength: 3 }), (parts) => {
        expect(redactText(parts.join(' '))).not.toContain(SECRET);
      }),
      { numRuns: generatedCount(30_000) },
    );
  });

  it('addresses in addresses are read four deep; what lies deeper goes altogether', () => {
    const wrapped = (inner: string, times: number): string =>
      Array.from({ length: times }).reduce<string>((text) => `/?to=${encodeURIComponent(text)}`, inner);
    expect(redactText(wrapped('/?apikey=x', 4))).toBe(wrapped(`/?apikey=${R}`, 4));
    expect(redactText(wrapped('/films?a=1', 4))).toBe(wrapped('/films?a=1', 4));
    expect(redactText(wrapped('/films?a=1', 5))).toBe(wrapped(R, 5));
  });

  it('redacting twice is redacting once', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'http://', '@', '?', '&', '=', 'key', ' ', '%3D', '#', ';') }),
        (text) => {
          const once = redactText(text);
          expect(redactText(once)).toBe(once);
        },
      ),
      { numRuns: generatedCount(30_000) },
    );
  });

  /** Milliseconds of the processor, which has other things to do: the best of several tries, for a text of so many letters. */
  it.each(['?a=%', '?a=%ff', '?a=%zz', '?%ed%a0%80=x'])(
    'security 28: a text of %j, over and over, costs no error for each value: they would hold everybody up',
    (part) => {
      const decoding = vi.spyOn(globalThis, 'decodeURIComponent');
      redactText(part.repeat(1_000));
      const faults = decoding.mock.results.filter(({ type }) => type === 'throw');
      decoding.mockRestore();
      expect(faults).toEqual([]);
    },
  );

  it.each(['a', '@', '/', '//@', ';', '?a=', '?key=', '%', 'http:', ':', '?a=%26', 'a@', '&a'])(
    'security 28: a long text of %j takes no longer than its length warrants',
    (part) => {
      const slow = slowSize((size) => {
        const text = part.repeat(Math.ceil(size / part.length));
        redactText(`http://${text}@=`);
        redactText(`x ${text}@=`);
      });
      expect(slow).toBeNull();
    },
  );
});
