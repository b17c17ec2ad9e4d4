import { describe, expect, it } from 'vitest';
import { amendSeasons, type Seasons, seasonOverride } from './season-amendment.js';
import { AppError } from '../../../core/errors/app-error.js';
import { SEASON_SCOPES } from '../policy/request-settings.js';

const whole = (...seasons: readonly number[]): Seasons => ({
  seasons: new Map(seasons.map((season) => [season, season + 10])),
  work: 'season',
});
const pilot: Seasons = { ...whole(1), work: 'pilot' };

describe('the seasons of an administrator’s choice that were requested', () => {
  it.each([
    ['all, when they are the same', whole(1, 2), whole(1, 2), [1, 2], []],
    ['not those that come', whole(1), whole(1, 2, 3), [1], [2, 3]],
    ['what is left of them', whole(1, 2, 3), whole(3), [3], []],
    ['none, when all are others', whole(1), whole(2), [], [2]],
    ['no season whose pilot alone was', pilot, whole(1, 2), [], [1, 2]],
    ['the pilot of a season that was', whole(1, 2), pilot, [1], []],
  ])('doc2 §4 rule 1: %s', (_case, asked, wanted, kept, added) => {
    const amendment = amendSeasons(asked, wanted);
    const pairs = (seasons: readonly number[]) => seasons.map((season) => [season, season + 10]);
    expect([[...amendment.kept], [...amendment.added]]).toEqual([pairs(kept), pairs(added)]);
  });
});

function refusalOf(sent: unknown, stored: string): unknown {
  try {
    return seasonOverride(sent, stored);
  } catch (fault) {
    return fault instanceof AppError ? fault.status : fault;
  }
}

describe('seasonOverride', () => {
  it.each([undefined, null, '', '1,3'])('doc4 §1.9: %j keeps the seasons that were asked for', (sent) => {
    expect(seasonOverride(sent, '1,3')).toBeUndefined();
  });

  it.each(SEASON_SCOPES)('doc4 §1.9: %s keeps itself, and is a choice beside anything else', (scope) => {
    expect(seasonOverride(scope, scope)).toBeUndefined();
    expect(seasonOverride(scope, '2')).toBe(scope);
  });

  it.each(['some', 'ALL', '1,3', 1, true, ['all'], {}])('doc4 §1.9: %j is 400', (sent) => {
    expect(refusalOf(sent, '1,2')).toBe(400);
  });
});
