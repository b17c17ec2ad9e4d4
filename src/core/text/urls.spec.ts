import { describe, expect, it } from 'vitest';
import { parsedUrl } from './urls.js';

describe('a parsed URL', () => {
  it('is null for what is none', () => {
    expect(['', 'films', 'http://', 'http://[::1'].map((text) => parsedUrl(text))).toEqual([null, null, null, null]);
  });

  it('is resolved against a base', () => {
    expect(parsedUrl('../b?c', 'http://a.example/x/y')?.href).toBe('http://a.example/b?c');
    expect(parsedUrl('b', 'films')).toBeNull();
  });

  it('of an address beyond ASCII stays one however often addresses are parsed', () => {
    for (let n = 0; n < 30_000; n += 1) parsedUrl(`http://a.example/${n % 7}`);
    expect(parsedUrl('http://küche.example:8443')?.host).toBe('xn--kche-0ra.example:8443');
  });
});
