import { describe, expect, it } from 'vitest';
import type { SonarrSeason, SonarrSeries } from '../../../clients/sonarr/sonarr-series.js';
import { sameFiles, seriesDigest, seriesDigestEntry, type SeasonCounts } from './series-digest.js';

const season = (seasonNumber: number, files: number, total: number): SonarrSeason => ({
  seasonNumber,
  monitored: true,
  // What is monitored, and the percentage of it, stays out of the digest.
  statistics: { episodeFileCount: files, episodeCount: files, totalEpisodeCount: total, sizeOnDisk: files * 1000 },
});

const series = (over: Partial<SonarrSeries> = {}): SonarrSeries => ({
  id: 31,
  tvdbId: 880201,
  tmdbId: null,
  title: 'Northern Relay',
  year: 2019,
  monitored: true,
  status: 'continuing',
  beingAdded: false,
  seasons: [season(1, 8, 8)],
  ...over,
});

describe('seriesDigest (doc 4 section 2 and decision "Truth about series")', () => {
  it('names each series by its TVDB id and keeps flags, files, totals and sizes, seasons in their order', () => {
    const digest = seriesDigest([
      series({ seasons: [season(2, 3, 10), season(0, 1, 4), season(1, 8, 8)] }),
      series({ id: 32, tvdbId: 880202, monitored: false, seasons: [{ seasonNumber: 1, monitored: false }] }),
    ]);
    expect([...digest]).toEqual([
      [
        880201,
        {
          recordId: 31,
          monitored: true,
          seasons: [
            { seasonNumber: 0, monitored: true, files: 1, total: 4, sizeOnDisk: 1000 },
            { seasonNumber: 1, monitored: true, files: 8, total: 8, sizeOnDisk: 8000 },
            { seasonNumber: 2, monitored: true, files: 3, total: 10, sizeOnDisk: 3000 },
          ],
        },
      ],
      [
        880202,
        {
          recordId: 32,
          monitored: false,
          seasons: [{ seasonNumber: 1, monitored: false, files: 0, total: 0, sizeOnDisk: 0 }],
        },
      ],
    ]);
  });

  it('leaves out a record that has no TVDB id', () => {
    expect(seriesDigest([series({ tvdbId: 0 })]).size).toBe(0);
  });
});

describe('sameFiles (doc 4, decision "Truth about series": the observation key)', () => {
  const entry = seriesDigestEntry(series({ seasons: [season(1, 8, 8), season(2, 3, 10)] }));
  const third = { seasonNumber: 3, monitored: true, files: 0, total: 2, sizeOnDisk: 0 };
  const secondSeason = (change: Partial<SeasonCounts>) => ({
    ...entry,
    seasons: entry.seasons.map((one) => (one.seasonNumber === 2 ? { ...one, ...change } : one)),
  });

  it.each([
    ['of the series', { ...entry, monitored: false }],
    ['of a season', secondSeason({ monitored: false })],
  ])('holds whatever becomes of the flag %s', (_case, other) => {
    expect(sameFiles(entry, other)).toBe(true);
  });

  it.each([
    ['one file more', secondSeason({ files: 4 })],
    ['one episode more', secondSeason({ total: 11 })],
    ['a file of another size', secondSeason({ sizeOnDisk: 3001 })],
    ['another record', { ...entry, recordId: 99 }],
    ['a season less', { ...entry, seasons: entry.seasons.slice(0, 1) }],
    ['a season more', { ...entry, seasons: [...entry.seasons, third] }],
    ['another season', secondSeason({ seasonNumber: 3 })],
  ])('does not hold with %s', (_case, other) => {
    expect(sameFiles(entry, other)).toBe(false);
  });
});
