import { describe, expect, it } from 'vitest';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { SystemRandom } from '../../../core/time/random.js';
import { RefreshTokenTextService } from './refresh-token-text.service.js';
import { newToken } from './token-text.js';

const random = new SystemRandom();
const textsOf = (fill: number) => new RefreshTokenTextService(new SecretBox(Buffer.alloc(32, fill), random));

describe('issue 43 A6: the text of a refresh token', () => {
  const texts = textsOf(1);
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
    const read = textsOf(2).read(text);
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
