import { describe, expect, it } from '@jest/globals';
import { amendSeasons, type Seasons } from './season-amendment.js';

const whole = (...seasons: readonly number[]): Seasons => ({
  seasons: new Map(seasons.map((season) => [season, season + 10])),
  work: 'season',
});
const pilot: Seasons = { ...whole(1), work: 'pilot' };

describe('what an administrator changes of the seasons that were asked for', () => {
  it.each([
    ['nothing, when they are the same', whole(1, 2), whole(1, 2), [], []],
    ['seasons that come', whole(1), whole(1, 2, 3), [2, 3], []],
    ['seasons that go', whole(1, 2, 3), whole(3), [], [1, 2]],
    ['both', whole(1), whole(2), [2], [1]],
    ['the rest of a season whose pilot was asked for', pilot, whole(1, 2), [1, 2], []],
    ['nothing to pay for, when only the pilot of a season is left', whole(1, 2), pilot, [], [2]],
  ])('doc2 §4 rule 1: %s', (_case, asked, wanted, added, removed) => {
    const amendment = amendSeasons(asked, wanted);
    expect([...amendment.added]).toEqual(added.map((season) => [season, season + 10]));
    expect(amendment.removed).toEqual(removed);
  });
});
