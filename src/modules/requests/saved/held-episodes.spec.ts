import { describe, expect, it } from 'vitest';
import { type HeldEpisodes, readHeldEpisodes, writeHeldEpisodes } from './held-episodes.js';

describe('the episodes that a library held', () => {
  it.each<[HeldEpisodes, string]>([
    [new Map(), '[]'],
    [new Map([[1, [1, 2, 3]]]), '[[1,[1,2,3]]]'],
    [
      new Map([
        [2, []],
        [2_012, [7]],
      ]),
      '[[2,[]],[2012,[7]]]',
    ],
  ])('%j are read as they were written', (held, text) => {
    expect(writeHeldEpisodes(held)).toBe(text);
    expect(readHeldEpisodes(text)).toEqual(held);
  });

  it.each([null, '', '{}', '[[1]]', '[[1,["x"]]]', '[1,2]', 'nonsense'])(
    'storage: %j is unknown, and not nothing',
    (text) => expect(readHeldEpisodes(text)).toBeNull(),
  );
});
