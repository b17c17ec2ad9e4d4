import { describe, expect, it } from 'vitest';
import { requireHubAddress } from './hub-address.js';

describe('addresses at the hub', () => {
  it.each([
    ['ana@example.test', 'ana@example.test'],
    ['  ana@example.test \n', 'ana@example.test'],
    ['a@b', 'a@b'],
    ['o’hara+usher@exämple.test', 'o’hara+usher@exämple.test'],
    [`${'a'.repeat(252)}@b`, `${'a'.repeat(252)}@b`],
  ])('doc3 §9.2: %j is taken without the blanks around it', (typed, address) => {
    expect(requireHubAddress(typed)).toBe(address);
  });

  it.each(['', '   ', 'ana', '@example.test', 'ana@', '@', 'an a@b', 'ana@\tb', 'ana\u0000@b', `${'a'.repeat(253)}@b`])(
    'doc3 §9.2: %j is refused',
    (typed) => {
      expect(() => requireHubAddress(typed)).toThrow('invalid email');
    },
  );
});
