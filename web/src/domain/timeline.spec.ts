import { describe, expect, it } from 'vitest';
import { announcedPlace, namedSeasons, stepDetail, stepTime } from './timeline.js';

describe('issue 22, timeline: how steps are said', () => {
  it.each([
    ['found', 'unknown', 'reading'],
    ['found', 'now', 'search'],
    ['found', 'done', 'then'],
    ['sent', 'waiting', 'try'],
    ['sent', 'now', 'since'],
    ['downloading', 'waiting', 'since'],
    ['downloading', 'failed', 'then'],
    ['approved', 'skipped', 'then'],
  ] as const)('the time of %s, %s, is that of "%s"', (key, state, time) => {
    expect(stepTime({ key, state })).toBe(time);
  });

  it.each([
    ['Found', 'Found.', ''],
    ['Found', 'Found 1 of 3 episodes.', 'Found 1 of 3 episodes.'],
    ['Available', '', ''],
  ])('beside "%s" the text "%s" says "%s"', (name, text, detail) => {
    expect(stepDetail(name, text)).toBe(detail);
  });

  it.each([
    [undefined, undefined],
    [0.249, 0],
    [0.25, 0.25],
    [0.99, 0.75],
    [1, 1],
  ])('a download at %d is read out as %d: every quarter', (progress, share) => {
    const steps = [
      { key: 'found', state: 'done' },
      { key: 'downloading', state: 'now' },
      { key: 'imported', state: 'waiting' },
    ] as const;
    expect(announcedPlace(steps, progress)).toEqual({ key: 'downloading', share });
  });

  it('nothing is read out where nothing can be told', () => {
    expect(announcedPlace([{ key: 'found', state: 'unknown' }], undefined)).toBeUndefined();
  });

  it.each([
    ['1,2', [1, 2]],
    ['3', [3]],
    ['all', undefined],
    ['pilot', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('the scope %j names the seasons %j', (scope, seasons) => {
    expect(namedSeasons(scope)).toEqual(seasons);
  });
});
