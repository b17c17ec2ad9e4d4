import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { Secret } from '../../../core/secrets/secret.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { SystemRandom } from '../../../core/time/random.js';
import { SessionsRepository } from '../../users/users.public.js';
import { RefreshTokensService } from './refresh-tokens.service.js';
import { isTokenText, newToken } from './token-text.js';

const tokensOf = (fill: number): RefreshTokensService =>
  new RefreshTokensService(
    new SessionsRepository(),
    new MovedClock(),
    new SecretBox(Buffer.alloc(32, fill), new SystemRandom()),
  );

const random = new SystemRandom();

describe('the chain of refresh tokens', () => {
  const token = newToken(new SystemRandom());

  it('the same token always has the same successor, which is a token again', () => {
    const successor = tokensOf(1).successorOf(token);
    expect(tokensOf(1).successorOf(token).equals(successor)).toBe(true);
    expect(isTokenText(successor.reveal())).toBe(true);
    expect(successor.equals(token)).toBe(false);
  });

  it('another key or another token has another successor', () => {
    const successor = tokensOf(1).successorOf(token);
    expect(tokensOf(2).successorOf(token).equals(successor)).toBe(false);
    expect(tokensOf(1).successorOf(Secret.of('x')).equals(successor)).toBe(false);
  });

  it('a chain doesn’t come back to where it was', () => {
    const seen = new Set<string>();
    let current = token;
    for (let step = 0; step < 100; step += 1) {
      seen.add(current.reveal());
      current = tokensOf(1).successorOf(current);
    }
    expect(seen.size).toBe(100);
  });
});

describe('issue 43 A6: the text of a refresh token', () => {
  const texts = tokensOf(1);
  const token = newToken(random);
  const holder = { deviceId: random.uuid(), expiresAt: 1_795_000_000_000 };
  const text = texts.write(token, holder).reveal();
  const [core = '', deviceId = '', expiresAt = '', seal = ''] = text.split('.');

  it('doc3 §1.6: holds 32 random bytes, and says under a seal whose device it is', () => {
    expect(Buffer.from(core, 'base64url')).toHaveLength(32);
    const read = texts.read(text);
    expect(read?.token.equals(token)).toBe(true);
    expect(read?.holder).toEqual(holder);
  });

  it('is the same for the same token, device and expiry', () => {
    expect(texts.write(token, holder).equals(text)).toBe(true);
  });

  it('one of before, without a seal, is read, and says nothing of a device', () => {
    expect(texts.read(core)).toMatchObject({ holder: null });
    expect(texts.read(core)?.token.equals(token)).toBe(true);
  });

  it.each([
    ['another device', [core, random.uuid(), expiresAt, seal]],
    ['another token', [newToken(random).reveal(), deviceId, expiresAt, seal]],
    ['a later expiry', [core, deviceId, '1795000000001', seal]],
    ['the same expiry in another form', [core, deviceId, `0${expiresAt}`, seal]],
    ['a seal of zeros', [core, deviceId, expiresAt, 'A'.repeat(43)]],
  ])('with %s it says nothing of a device', (_, parts) => {
    expect(texts.read(parts.join('.'))).toMatchObject({ holder: null });
  });

  it('under another key of the server the seal says nothing, and the token stays what it was', () => {
    const read = tokensOf(2).read(text);
    expect(read?.holder).toBeNull();
    expect(read?.token.equals(token)).toBe(true);
  });

  it.each([
    '',
    'x',
    `${core}.`,
    `${core}.${deviceId}`,
    `${core}.${deviceId}.${expiresAt}`,
    `${text}x`,
    `${text}.${seal}`,
    ` ${text}`,
    `${text}\n`,
    text.slice(1),
  ])('%j is none', (other) => {
    expect(texts.read(other)).toBeNull();
  });
});
