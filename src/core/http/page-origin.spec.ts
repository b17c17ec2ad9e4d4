import { describe, expect, it } from 'vitest';
import { pageOrigin } from './page-origin.js';

const of = (origin: string | undefined): string | null => pageOrigin({ headers: { origin } });

describe('the origin of the page that makes a call', () => {
  it.each(['https://usher.example', 'https://usher.example:8443', 'https://192.0.2.1'])('is %s', (origin) => {
    expect(of(origin)).toBe(origin);
  });

  it.each([
    undefined,
    '',
    'null',
    'http://usher.example',
    'https://usher.example/',
    'https://usher.example/path',
    'https://user@usher.example',
    'https://USHER.example',
    'https://usher.example:443',
    'https://usher.example https://other.example',
    `https://${'x'.repeat(300)}.example`,
  ])('is none for %j', (origin) => {
    expect(of(origin)).toBeNull();
  });
});
