import { describe, expect, it } from 'vitest';
import { returnAddress } from './return-address.js';

describe('issue 22: where a sign-in leads back to', () => {
  it.each(['/', '/requests', '/search?q=metropolis', '/movie/603#details'])('a page of ours: %s', (address) => {
    expect(returnAddress(address)).toBe(address);
  });

  it.each([
    null,
    '',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\\b',
    '/\t/x',
  ])('never elsewhere: %j leads Home', (address) => {
    expect(returnAddress(address)).toBe('/');
  });
});
