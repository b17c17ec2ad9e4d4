import { describe, expect, it } from 'vitest';
import { judgeShelvedSeries } from './judge-cached-series.js';
import type { SeriesObservation } from './judge-series.js';
import type { SeriesDigestEntry } from './series-digest.js';
import type { SeriesEpisodes } from './series-episodes.js';

const NOW = Date.UTC(2026, 10, 20, 12);

const entry = (files: number, total: number): SeriesDigestEntry => ({
  recordId: 31,
  monitored: true,
  seasons: [{ seasonNumber: 1, monitored: true, files, total, sizeOnDisk: 0 }],
});

/** Lists of one season after the other, by the air dates of what has no file. */
const listOf = (...seasons: readonly (readonly number[])[]): SeriesEpisodes =>
  new Map(
    seasons.map((missing, index) => [
      index + 1,
      { files: 1, total: 1 + missing.length, missing, first: { hasFile: true, monitored: true } },
    ]),
  );

const judge = (given: Partial<SeriesObservation>) =>
  judgeShelvedSeries({ entry: entry(1, 3), episodes: null, freshFlags: true, ...given }, NOW);

describe('judgeShelvedSeries: what is known of a series', () => {
  it('names the entry that was judged, and says what judgeSeries says of it', () => {
    const judged = entry(3, 3);
    expect(judge({ entry: judged })).toMatchObject({
      series: { known: true, inLibrary: true, seasons: [{ status: 'available' }] },
    });
    expect(judge({ entry: judged }).entry).toBe(judged);
  });

  it.each<[string, boolean, Partial<SeriesObservation>]>([
    ['of a series that the library has not', true, { entry: undefined }],
    ['of one whose statistics decide', true, { entry: entry(3, 3) }],
    ['of one whose list decides and is there', true, { episodes: listOf([NOW]) }],
    ['of one whose list decides and is not there', false, {}],
  ])('%s is settled: %j', (_what, settled, given) => {
    expect(judge(given).settled).toBe(settled);
  });
});

describe('judgeShelvedSeries: until when it may be relied on', () => {
  it.each<[string, number | null, Partial<SeriesObservation>]>([
    ['for good without a list', null, {}],
    ['for good without a list, though there is a moment to read one again', null, { listUntil: NOW + 9 }],
    ['for good where everything has aired', null, { episodes: listOf([NOW - 5, NOW]) }],
    ['until the next episode airs', NOW + 3, { episodes: listOf([NOW - 5, NOW + 7, NOW + 3], [NOW + 5]) }],
    ['until the next episode of a later season airs', NOW + 2, { episodes: listOf([NOW + 7], [NOW + 2]) }],
    ['until the list is read again', NOW + 4, { episodes: listOf([NOW + 7]), listUntil: NOW + 4 }],
    [
      'until an episode airs before the list is read again',
      NOW + 3,
      { episodes: listOf([NOW + 3]), listUntil: NOW + 4 },
    ],
  ])('%s', (_what, until, given) => {
    expect(judge(given).until).toBe(until);
  });
});
