import { describe, expect, it } from 'vitest';
import type { SonarrEpisode } from '../../../clients/sonarr/sonarr-episode.js';
import { airedByCounts, airedSeasons } from './aired-seasons.js';
import { seriesEpisodes } from './series-episodes.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const NOTHING = { first: null, last: null };

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
    ['those that have aired, held or not', [episode(1, NOW - 9, true), episode(2, NOW - 5), episode(3, NOW + 5)], 2],
    ['none that is to come', [episode(1, NOW + 1)], 0],
    ['nothing that is known without dates', [episode(1, null)], null],
    ['what is held without dates', [episode(1, null, true), episode(2, null)], 1],
  ])('the list counts %s', (_, list, aired) => {
    const seasons = airedSeasons([1], seriesEpisodes(list), NOW);
    const dates = list.flatMap(({ airDateUtc }) => airDateUtc ?? []);
    expect(seasons.get(1)).toEqual({ aired, first: dates[0] ?? null, last: dates.at(-1) ?? null });
  });

  it('a season that the list lacks has nothing', () => {
    expect(airedSeasons([2], new Map(), NOW).get(2)).toEqual({ ...NOTHING, aired: 0 });
  });

  it.each([
    [0, 0, 0],
    [3, 3, 3],
    [0, 3, null],
    [2, 3, null],
  ])('%d files of %d episodes are, without the list, %s', (files, total, aired) => {
    const counts = { seasonNumber: 1, monitored: true, files, total, sizeOnDisk: 0 };
    expect(airedByCounts({ seasons: [counts] }).get(1)).toEqual({ ...NOTHING, aired });
  });
});
