import { describe, expect, it } from 'vitest';
import { refusals as german } from './de-refusals.js';
import { refusals } from './en-refusals.js';

describe('issue 43 D23: refusals in words for people', () => {
  it.each([
    ['a name', refusals.required({ name: 'username' }), 'Type a name.'],
    ['another member', refusals.required({ name: 'flow' }), undefined],
    ['a long password', refusals.too_many_bytes({ name: 'password' }), 'This password is too long.'],
    ['a long name', refusals.too_many_bytes({ name: 'username' }), undefined],
    ['no season at all', refusals.tv_seasons_unmapped({}), 'This series has no season that can be requested.'],
    [
      'some seasons',
      refusals.tv_seasons_unmapped({ seasons: '2, 3', count: 2 }),
      'The library counts the seasons differently. An administrator can say which season is which.',
    ],
    ['a name, in German', german.required({ name: 'name' }), 'Gib einen Namen ein.'],
  ])('%s', (_what, said, words) => {
    expect(said).toBe(words);
  });
});
