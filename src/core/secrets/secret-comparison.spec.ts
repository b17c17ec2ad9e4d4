import * as crypto from 'node:crypto';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';

const compared = jest.fn((one: NodeJS.ArrayBufferView, other: NodeJS.ArrayBufferView) =>
  crypto.timingSafeEqual(one, other),
);
jest.unstable_mockModule('node:crypto', () => ({ ...crypto, timingSafeEqual: compared }));

const { Secret } = await import('./secret.js');

describe('doc2, Compat key; security 18: the time of a comparison says nothing about the secret', () => {
  beforeEach(() => {
    compared.mockClear();
  });

  it.each(['sesame', 'sesame!', 'sesamf', 'x', '', 'sesame'.repeat(1_000)])(
    'a text of %j is compared in constant time, by digests of one length',
    (brought) => {
      expect(Secret.of('sesame').equals(brought)).toBe(brought === 'sesame');
      expect(compared).toHaveBeenCalledTimes(1);
      expect(compared.mock.calls.flat().map(({ byteLength }) => byteLength)).toEqual([32, 32]);
    },
  );
});
