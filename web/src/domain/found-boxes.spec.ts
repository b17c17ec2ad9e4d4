import { describe, expect, it } from 'vitest';
import { foundBoxes, isPin } from './found-boxes.js';

const box = (identifier: string, name = identifier) => ({ name, address: '10.0.0.40', identifier });

describe('issue 25, web app: what a search for set-top boxes has found', () => {
  it('names boxes that are paired already, after those that aren’t', () => {
    const paired = [
      { identifier: 'B', name: 'Bedroom' },
      { identifier: 'X', name: 'Attic' },
    ];
    expect(foundBoxes([box('B', 'Apple TV'), box('A'), box('C')], paired)).toEqual([
      { box: box('A'), pairedAs: undefined },
      { box: box('C'), pairedAs: undefined },
      { box: box('B', 'Apple TV'), pairedAs: 'Bedroom' },
    ]);
    expect(foundBoxes([], paired)).toEqual([]);
  });

  it('a PIN is four ASCII digits, kept as text', () => {
    expect(['0042', '1234'].every(isPin)).toBe(true);
    expect(['', '42', '00042', '12 4', 'abcd', '１２３４', '1234\n'].some(isPin)).toBe(false);
  });
});
