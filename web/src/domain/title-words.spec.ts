import { describe, expect, it } from 'vitest';
import type { CardTitle } from './card-title.js';
import { askAgainAfter, worded } from './title-words.js';

const film: CardTitle = { kind: 'movie', id: 3, title: 'Harbor Lights', year: '1927' };
const show: CardTitle = { kind: 'tv', id: 3, title: 'Harbor Stories', year: '' };
const book: CardTitle = { kind: 'book', id: 'hc:3', title: 'Harbor', by: 'Ada', year: '' };

describe('issue 46: titles in the reader’s language', () => {
  it('stand in their place; what has none keeps its own title, and so do books', () => {
    const words = new Map([
      ['movie/3', { title: 'Hafenlichter', overview: null }],
      ['tv/3', { title: null, overview: 'Geschichten' }],
    ]);
    expect(worded([film, show, book], words)).toEqual([{ ...film, title: 'Hafenlichter' }, show, book]);
    expect(worded([film], new Map())).toEqual([film]);
  });

  it.each([
    [true, 1, false],
    [false, 1, 3_000],
    [false, 2, 3_000],
    [false, 3, false],
  ])('complete: %s, after %i answers it is asked again after %s ms', (isComplete, answers, expected) => {
    expect(askAgainAfter(isComplete, answers)).toBe(expected);
  });
});
