import { describe, expect, it } from 'vitest';
import { choiceFault, firstChoices, seasonMap } from './season-choices.js';

describe('doc4 §1.14: which seasons of the library stand for those of the metadata provider', () => {
  it('begins with the same numbers, and with none where the library hasn’t the season', () => {
    expect(firstChoices([1, 2, 3], [0, 1, 2], undefined)).toEqual({ 1: 1, 2: 2, 3: undefined });
  });

  it('begins with what the match says where the same series is meant', () => {
    expect(firstChoices([1, 2, 3], [1, 2, 3, 4], { 1: 4, 2: 9 })).toEqual({ 1: 4, 2: undefined, 3: undefined });
  });

  it.each([
    [{ 1: 1, 2: undefined }, undefined],
    [{ 1: undefined }, 'none'],
    [{}, 'none'],
    [{ 1: 2, 2: 2 }, 'twice'],
  ])('%j: %s', (choices, fault) => {
    expect(choiceFault(choices)).toBe(fault);
  });

  it('seasons without a counterpart are left out of the map', () => {
    expect(seasonMap({ 1: 3, 2: undefined })).toEqual({ 1: 3 });
  });
});
