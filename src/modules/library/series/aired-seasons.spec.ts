import { describe, expect, it } from 'vitest';
import type { SonarrEpisode } from '../../../clients/sonarr/sonarr-episode.js';
import { airedByCounts, airedByList } from './aired-seasons.js';
import { seriesEpisodes } from './series-episodes.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const episode = (episodeNumber: number, airDateUtc: number | null, hasFile = false): SonarrEpisode => ({
  id: episodeNumber,
  seasonNumber: 1,
  episodeNumber,
  airDateUtc,
  hasFile,
  monitored: true,
});

describe('issue 43 C16: how much of a season has aired in a library’s catalog', () => {
  it.each([
    [
      'those that have aired, held or not',
      [episode(1, NOW - 9, true), episode(2, NOW - 5), episode(3, NOW + 5)],
      [2, 2],
    ],
    ['none that is to come', [episode(1, NOW + 1)], [0, 0]],
    ['what may have aired without a date', [episode(1, null), episode(2, NOW - 5)], [1, 2]],
    ['what is held without a date', [episode(1, null, true), episode(2, null)], [1, 2]],
  ])('the list counts %s', (_, list, [least, most]) => {
    const seasons = airedByList([1], seriesEpisodes(list), NOW);
    const dates = list.flatMap(({ airDateUtc }) => airDateUtc ?? []);
    expect(seasons.get(1)).toEqual({ least, most, first: dates[0] ?? null, last: dates.at(-1) ?? null });
  });

  it('a season that the list lacks has nothing', () => {
    expect(airedByList([2], new Map(), NOW).get(2)).toEqual({ least: 0, most: 0, first: null, last: null });
  });

  it('without the list what has a file has aired, and the rest may have', () => {
    const counts = { seasonNumber: 1, monitored: true, files: 2, total: 3, sizeOnDisk: 0 };
    expect(airedByCounts({ seasons: [counts] }).get(1)).toEqual({ least: 2, most: 3, first: null, last: null });
  });
});
