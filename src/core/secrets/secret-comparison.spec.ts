import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Secret } from './secret.js';

const compared = vi.spyOn(crypto, 'timingSafeEqual');

// What imports a function of node:crypto by its name sees it as it is at the last call of this.
beforeAll(syncBuiltinESMExports);
afterAll(() => {
  compared.mockRestore();
  syncBuiltinESMExports();
});

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
