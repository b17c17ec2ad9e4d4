import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { openKey, type RequestSubject } from './work.js';

const LONGEST_INSTANCE_ID = 64;
const LONGEST_KEY = 100;
const COLUMN_LENGTH = 200;

/** The largest id of an account. */
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const input: fc.Arbitrary<RequestSubject> = fc.record({
  userId: id,
  mediaType: fc.constant('movie' as const),
  key: fc.string({ minLength: 1, maxLength: LONGEST_KEY }),
  instanceId: fc.string({ minLength: 1, maxLength: LONGEST_INSTANCE_ID }),
});

describe('openKey', () => {
  it('doc 4 section 1.12: is made of account, media type, work and library', () => {
    expect(openKey({ userId: 7, mediaType: 'movie', key: '603', instanceId: 'films' })).toBe('7:movie:603:films');
  });

  it('doc 4 section 1.12: is equal for equal subjects and for no others', () => {
    const small = fc.integer({ min: 1, max: 12 });
    const near = fc.record({
      userId: small,
      mediaType: fc.constant('movie' as const),
      key: small.map(String),
      instanceId: fc.constantFrom('a', '1', '1:a', ':1', 'movie:1:a'),
    });
    fc.assert(
      fc.property(near, near, (one, other) => {
        const same = one.userId === other.userId && one.key === other.key && one.instanceId === other.instanceId;
        expect(openKey(one) === openKey(other)).toBe(same);
      }),
    );
  });

  it('fits its column', () => {
    fc.assert(fc.property(input, (one) => openKey(one).length <= COLUMN_LENGTH));
  });
});
