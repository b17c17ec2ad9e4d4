import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foundAnswer } from '../../../clients/appletv/helper-answers.js';
import { PAIRING_BODY } from './setbox.body.js';

const text = fc.string({ unit: 'binary', maxLength: 300 });
const asciiText = fc.string({ unit: 'binary-ascii', maxLength: 300 });
const device = fc.record({
  name: fc.oneof(text, fc.constantFrom('👨‍👩‍👧 TV', 'Den\u202e', '\u200b', 'Den\u2028')),
  address: fc.oneof(asciiText, fc.constantFrom('10.0.0.40', '-', 'den.', '.')),
  identifier: fc.oneof(text, asciiText, fc.constantFrom('AA:BB', 'AA BB', 'é')),
});

describe('issue 25: what a search has found', () => {
  it('can be paired as it was found', () => {
    fc.assert(
      fc.property(device, (found) => {
        const { data } = foundAnswer.safeParse({ state: 'found', devices: [found] });
        for (const { name, address, identifier } of data ?? [])
          expect(PAIRING_BODY.safeParse({ name, address, identifier }).error).toBeUndefined();
      }),
    );
  });

  it('is there for a box as boxes are', () => {
    const found = { name: 'Den', address: '10.0.0.40', identifier: 'AA:BB:CC:DD:EE:01' };
    expect(foundAnswer.parse({ state: 'found', devices: [found] })).toEqual([found]);
  });
});
