import { describe, expect, it } from 'vitest';
import type { SonarrEpisode } from '../../../clients/sonarr/sonarr-episode.js';
import { agree, airedEpisodes, seriesEpisodes, airedByCounts, airedByList } from './series-episodes.js';

const NOW = Date.UTC(2026, 10, 20, 12);

let ids = 0;
const episode = (over: Partial<SonarrEpisode> = {}): SonarrEpisode => ({
  id: ++ids,
  seasonNumber: 1,
  episodeNumber: 1,
  airDateUtc: NOW - 1,
  hasFile: false,
  monitored: true,
  ...over,
});

describe('seriesEpisodes', () => {
  it('keeps counts, air dates of missing episodes and the first episode of each season, in any order', () => {
    const list = seriesEpisodes([
      episode({ id: 33, episodeNumber: 3, airDateUtc: null }),
      episode({ id: 32, episodeNumber: 2, airDateUtc: NOW + 1 }),
      episode({ episodeNumber: 1, hasFile: true, monitored: false }),
      episode({ id: 34, seasonNumber: 0, episodeNumber: 4, hasFile: false }),
    ]);
    expect([...list]).toEqual([
      [
        1,
        {
          files: 1,
          held: [1],
          awaited: [
            [33, 3],
            [32, 2],
          ],
          total: 3,
          missing: [NOW + 1],
          airs: { first: NOW - 1, last: NOW + 1 },
          first: { hasFile: true, monitored: false },
        },
      ],
      [
        0,
        {
          files: 0,
          held: [],
          awaited: [[34, 4]],
          total: 1,
          missing: [NOW - 1],
          airs: { first: NOW - 1, last: NOW - 1 },
          first: { hasFile: false, monitored: true },
        },
      ],
    ]);
  });
});

describe('airedEpisodes (doc 4 section 4.2: aired is what has a file, or an air date that is not after now)', () => {
  it.each<[string, number, Partial<SonarrEpisode>]>([
    ['aired a moment ago', 1, { airDateUtc: NOW - 1 }],
    ['airs at this moment', 1, { airDateUtc: NOW }],
    ['airs in a moment', 0, { airDateUtc: NOW + 1 }],
    ['has no air date', 0, { airDateUtc: null }],
    ['has a file before its air date', 1, { airDateUtc: NOW + 1, hasFile: true }],
    ['has a file and no air date', 1, { airDateUtc: null, hasFile: true }],
    ['aired and is not monitored', 1, { monitored: false }],
  ])('an episode that %s counts %d', (_case, aired, over) => {
    const season = seriesEpisodes([episode(over)]).get(1);
    expect(season && airedEpisodes(season, NOW)).toBe(aired);
  });
});

describe('agree', () => {
  const counts = (seasonNumber: number, files: number, total: number) => ({
    seasonNumber,
    monitored: true,
    files,
    total,
    sizeOnDisk: 0,
  });
  const list = seriesEpisodes([episode({ hasFile: true }), episode({ episodeNumber: 2 })]);

  it.each([
    ['the same files and episodes', true, [counts(1, 1, 2)]],
    ['a season beside that has no episodes', true, [counts(1, 1, 2), counts(2, 0, 0)]],
    ['another number of files', false, [counts(1, 2, 2)]],
    ['another number of episodes', false, [counts(1, 1, 3)]],
    ['a season that the list lacks', false, [counts(1, 1, 2), counts(2, 0, 1)]],
    ['no season that the list has', false, []],
  ])('statistics of %s: %s', (_case, expected, seasons) => {
    expect(agree(list, { recordId: 1, monitored: true, seasons })).toBe(expected);
  });
});

const datedEpisode = (episodeNumber: number, airDateUtc: number | null, hasFile = false): SonarrEpisode => ({
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
      [datedEpisode(1, NOW - 9, true), datedEpisode(2, NOW - 5), datedEpisode(3, NOW + 5)],
      [2, 2],
    ],
    ['none that is to come', [datedEpisode(1, NOW + 1)], [0, 0]],
    ['what may have aired without a date', [datedEpisode(1, null), datedEpisode(2, NOW - 5)], [1, 2]],
    ['what is held without a date', [datedEpisode(1, null, true), datedEpisode(2, null)], [1, 2]],
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
