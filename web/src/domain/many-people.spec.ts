import { describe, expect, it } from 'vitest';
import { faultOfMany, holdersAfter, type ManyChanges } from './many-people.js';

const NOTHING: ManyChanges = { libraries: {}, approval: undefined, allowances: {}, limits: undefined };

describe('issue 46: several people are changed at once', () => {
  it.each([
    ['nothing', {}, 'nothing'],
    ['a library', { libraries: { films: 'give' } }, undefined],
    ['approval like everyone', { approval: null }, undefined],
    ['a limit', { allowances: { movie: { mode: 'own', count: 3, days: 7 } } }, undefined],
    ['a limit without a number', { allowances: { movie: { mode: 'own', count: null, days: 7 } } }, 'unfit'],
    ['child limits', { limits: { region: 'DE', movie: '6', tv: '6' } }, undefined],
  ] as const)('%s', (_name, changes, fault) => {
    expect(faultOfMany({ ...NOTHING, ...changes })).toBe(fault);
  });

  it('everybody else keeps a library, and nobody has it twice', () => {
    const before = new Set([1, 2]);
    expect(holdersAfter(before, [2, 3], 'give')).toEqual(new Set([1, 2, 3]));
    expect(holdersAfter(before, [2, 3], 'take')).toEqual(new Set([1]));
    expect(before).toEqual(new Set([1, 2]));
  });
});
