import { describe, expect, it } from 'vitest';
import { isSeriesOpen, openSeasons, type SeriesReading } from './open-seasons.js';

type Status = SeriesReading['status'];

const series = (status: Status, seasons: readonly Status[] = [], status_known = true): SeriesReading => ({
  status,
  status_known,
  seasons: seasons.map((state, at) => ({ season_number: at + 1, status: state })),
});

describe('issue 22: the seasons of a series that can be requested', () => {
  it('are all but those that are there or on their way', () => {
    const states = ['available', 'requested', 'downloading', 'pending', 'denied', 'partial', 'unavailable'] as const;
    expect(openSeasons([0, 1, 2, 3, 4, 5, 6, 7, 8], series('partial', states))).toEqual([0, 5, 6, 7, 8]);
  });

  it('are all where nothing is known of them', () => {
    expect(openSeasons([1, 2], undefined)).toEqual([1, 2]);
    expect(openSeasons([1, 2], series('requested', ['requested', 'available'], false))).toEqual([1, 2]);
  });

  it.each<[string, SeriesReading, boolean]>([
    ['one season is on its way, another one isn’t', series('requested', ['requested', 'unavailable']), true],
    ['one season is downloading, another one isn’t', series('downloading', ['downloading', 'unavailable']), true],
    ['one season waits for approval, another one doesn’t', series('pending', ['pending', 'unavailable']), true],
    ['some of a season is there', series('partial', ['partial']), true],
    ['the rest is on its way', series('partial', ['available', 'requested']), false],
    ['all of it is on its way', series('requested', ['requested']), false],
    ['nothing is said of its seasons', series('unavailable'), true],
    ['it is requested, and nothing is said of its seasons', series('requested'), false],
    ['it is there', series('available', ['available', 'unavailable']), false],
    ['the library can’t be read', series('partial', ['unavailable'], false), false],
    [
      'only the specials are left',
      { ...series('requested'), seasons: [{ season_number: 0, status: 'unavailable' }] },
      false,
    ],
  ])('%s', (_what, status, isOpen) => {
    expect(isSeriesOpen(status)).toBe(isOpen);
  });
});
