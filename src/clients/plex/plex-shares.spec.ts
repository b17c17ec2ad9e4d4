import { describe, expect, it } from 'vitest';
import { contentRatingsOf, filterByRatings } from './plex-shares.js';

describe('the ratings of a filter', () => {
  it.each([
    ['contentRating=G%2CPG', ['G', 'PG']],
    ['label=Family|contentRating=TV-Y7', ['TV-Y7']],
    ['contentRating=G,PG', ['G', 'PG']],
    ['contentRating=de%2F12%2Cde%2F6', ['de/12', 'de/6']],
  ])('are in %j', (filter, ratings) => {
    expect(contentRatingsOf(filter)).toEqual(ratings);
  });

  it.each([
    '',
    'label=Family',
    'contentRating!=R',
    'contentRating=',
    'contentRating=%2C',
    'contentRating=%zz',
    'contentRating=G|contentRating=R',
    'xcontentRating=G',
    'contentrating=G',
  ])('are not in %j', (filter) => {
    expect(contentRatingsOf(filter)).toBeNull();
  });
});

describe('a filter by ratings', () => {
  it.each([
    ['', 'contentRating=G%2CPG'],
    ['contentRating=R', 'contentRating=G%2CPG'],
    ['contentRating=R|contentRating=X', 'contentRating=G%2CPG'],
    ['label=Family', 'contentRating=G%2CPG|label=Family'],
    ['contentRating!=R|label!=Late', 'contentRating=G%2CPG|contentRating!=R|label!=Late'],
  ])('in the place of %j keeps what else an administrator has set', (before, after) => {
    expect(filterByRatings(before, ['G', 'PG'])).toBe(after);
  });

  it.each([[['de/12', 'TV-Y7-FV']], [['G|label=x', 'a&b=c', '50%']], [['ab 12 ë']]])(
    'is read as it was written: %j',
    (ratings) => {
      const filter = filterByRatings('label=Family', ratings);
      expect(contentRatingsOf(filter)).toEqual(ratings);
      expect(filter.split('|')).toHaveLength(2);
    },
  );

  it.each([[[]], [['']], [[' ']], [['G,R']]])('issue 21: is refused for %j, which would show more', (ratings) => {
    expect(() => filterByRatings('', ratings)).toThrow(TypeError);
  });
});
