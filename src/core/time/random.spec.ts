import { describe, expect, it } from 'vitest';
import { Random, SystemRandom } from './random.js';

class CountingRandom extends Random {
  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, (_, position) => 255 - position));
  }

  uuid(): string {
    return '00000000-0000-4000-8000-000000000000';
  }
}

describe('Random', () => {
  it('writes bytes in lower-case hex, two characters each', () => {
    expect(new CountingRandom().hex(4)).toBe('fffefdfc');
  });

  it('writes bytes in base64url without padding', () => {
    expect(new CountingRandom().base64url(4)).toBe('__79_A');
  });
});

describe('SystemRandom', () => {
  const random = new SystemRandom();

  it.each([0, 1, 32])('gives exactly %i bytes', (count) => {
    expect(random.bytes(count)).toHaveLength(count);
  });

  it('gives other bytes each time', () => {
    expect(random.bytes(16).equals(random.bytes(16))).toBe(false);
  });

  it('gives UUIDs of version 4, another each time', () => {
    expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(random.uuid()).not.toBe(random.uuid());
  });
});
