import { describe, expect, it } from 'vitest';
import { Secret } from '../../../core/secrets/secret.js';
import { SystemRandom } from '../../../core/time/random.js';
import { bearerToken, isTokenText, newToken, tokenHash } from './token-text.js';

const TOKEN = `${'a-b_'.repeat(10)}xyz`;

describe('the text of session tokens', () => {
  it('doc3 §1.6: a token is 32 random bytes, and no two are the same', () => {
    const [one, other] = [newToken(new SystemRandom()), newToken(new SystemRandom())];
    expect(Buffer.from(one.reveal(), 'base64url')).toHaveLength(32);
    expect(isTokenText(one.reveal())).toBe(true);
    expect(one.equals(other)).toBe(false);
  });

  it('doc3 §1.6: a token is kept as SHA-256, hex', () => {
    expect(tokenHash(Secret.of('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER   ${TOKEN}`])('doc3 §0: %s carries a token', (header) => {
    expect(bearerToken(header)?.reveal()).toBe(TOKEN);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    TOKEN,
    `Basic ${TOKEN}`,
    `Bearer${TOKEN}`,
    `Bearer ${TOKEN} `,
    ` Bearer ${TOKEN}`,
    `Bearer ${TOKEN}, Bearer ${TOKEN}`,
    `Bearer ${TOKEN}=`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Bearer ${TOKEN.slice(1)}+`,
    'Bearer undefined',
  ])('doc3 §0: %s carries none', (header) => {
    expect(bearerToken(header)).toBeNull();
  });
});
