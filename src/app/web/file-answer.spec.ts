import { describe, expect, it } from 'vitest';
import { acceptedEncoding, type Encoding } from './file-answer.js';

const BOTH: ReadonlySet<Encoding> = new Set(['br', 'gzip']);

describe('issue 22: in which encoding a file of the web app goes out', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5 , identity', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0', undefined],
    ['br;q=x', undefined],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('RFC 9110 §12.5.3: Accept-Encoding %j gets %j', (header, encoding) => {
    expect(acceptedEncoding(header, BOTH)).toBe(encoding);
  });

  it('is none that the file doesn’t have', () => {
    expect(acceptedEncoding('br, gzip', new Set(['gzip']))).toBe('gzip');
    expect(acceptedEncoding('br, gzip', new Set())).toBeUndefined();
  });
});
