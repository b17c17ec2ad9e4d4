import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { SystemRandom } from '../time/random.js';
import { Secret } from './secret.js';
import { SealedColumn } from './sealed-column.js';
import { SecretBox, SecretUnreadable, type SecretLocation } from './secret-box.js';

const KEY = Buffer.alloc(32, 7);
const box = new SecretBox(KEY, new SystemRandom());
const place = new SealedColumn('service_instances', 'api_key').at('movie_manager-01234567');
const plain = Secret.of('0123456789abcdef');

const payload = (sealed: string): Buffer => Buffer.from(sealed.slice(3), 'base64');
const sealedFrom = (bytes: Buffer): string => `v1:${bytes.toString('base64')}`;

describe('SecretBox', () => {
  it('opens what it has sealed, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(box.open(box.seal(Secret.of(text), place), place).reveal()).toBe(text);
      }),
    );
  });

  it('opens with the same key in another process', () => {
    const other = new SecretBox(Buffer.from(KEY), new SystemRandom());
    expect(other.open(box.seal(plain, place), place).equals(plain)).toBe(true);
  });

  it('writes v1: and base64 of nonce, ciphertext and tag', () => {
    const sealed = box.seal(plain, place);
    expect(sealed).toMatch(/^v1:[A-Za-z0-9+/]+=*$/);
    expect(payload(sealed)).toHaveLength(12 + 16 + 16);
  });

  it('doc3 §9.3: keeps an empty secret empty', () => {
    expect(box.seal(Secret.of(''), place)).toBe('');
    expect(box.open('', place).reveal()).toBe('');
  });

  it('never uses a nonce twice in 1,000 seals of the same secret', () => {
    const nonces = Array.from({ length: 1_000 }, () => payload(box.seal(plain, place)).subarray(0, 12).toString('hex'));
    expect(new Set(nonces).size).toBe(1_000);
  });

  it.each<[string, SecretLocation]>([
    ['table', { ...place, table: 'provider_credentials' }],
    ['column', { ...place, column: 'webhook_password' }],
    ['row', { ...place, row: 'movie_manager-76543210' }],
  ])('security 26: does not open a value that was moved to another %s', (_, elsewhere) => {
    const sealed = box.seal(plain, place);
    expect(() => box.open(sealed, elsewhere)).toThrow(SecretUnreadable);
  });

  it('does not take two places for one because their names run together', () => {
    const sealed = box.seal(plain, new SealedColumn('a', 'b,c').at('d'));
    expect(() => box.open(sealed, { table: 'a,b', column: 'c', row: 'd' })).toThrow(SecretUnreadable);
    expect(() => box.open(sealed, { table: 'a', column: 'b', row: 'c,d' })).toThrow(SecretUnreadable);
  });

  it('security 26: does not open with another key', () => {
    const other = new SecretBox(randomBytes(32), new SystemRandom());
    expect(() => other.open(box.seal(plain, place), place)).toThrow(SecretUnreadable);
  });

  it('does not open when any single byte was changed', () => {
    const bytes = payload(box.seal(plain, place));
    for (let position = 0; position < bytes.length; position++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(position) ^ 1, position);
      expect(() => box.open(sealedFrom(changed), place)).toThrow(SecretUnreadable);
    }
  });

  it('does not open when any single letter was changed, those that decode to the same bytes included', () => {
    const sealed = box.seal(Secret.of('x'), place);
    for (let position = 0; position < sealed.length; position++) {
      const letter = sealed[position] === 'B' ? 'C' : 'B';
      expect(() => box.open(sealed.slice(0, position) + letter + sealed.slice(position + 1), place)).toThrow(
        SecretUnreadable,
      );
    }
  });

  it.each(['plain text', 'v2:AAAA', 'v1:', 'v1:AAAA', `v1:${Buffer.alloc(28).toString('base64')}`])(
    'does not open %j, and never takes it for the secret itself',
    (text) => {
      expect(() => box.open(text, place)).toThrow(SecretUnreadable);
    },
  );

  it('doc3 §0: gives callers 503 and the place, but nothing of the value', () => {
    const sealed = box.seal(plain, { ...place, row: 'other' });
    let error: unknown;
    try {
      box.open(sealed, place);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(SecretUnreadable);
    expect(error).toMatchObject({ status: 503, safeText: 'temporarily unavailable, retry shortly', place });
  });

  it.each([0, 16, 31, 33])('refuses a key of %i bytes', (length) => {
    expect(() => new SecretBox(Buffer.alloc(length), new SystemRandom())).toThrow(RangeError);
  });
});

describe('SecretBox.derive', () => {
  it('gives the same 32 bytes for the same purpose, and others for another purpose or key', () => {
    expect(box.derive('refresh')).toHaveLength(32);
    expect(box.derive('refresh')).toEqual(new SecretBox(KEY, new SystemRandom()).derive('refresh'));
    expect(box.derive('refresh')).not.toEqual(box.derive('tickets'));
    expect(box.derive('refresh')).not.toEqual(new SecretBox(Buffer.alloc(32, 8), new SystemRandom()).derive('refresh'));
    expect(box.derive('refresh')).not.toEqual(KEY);
  });
});
