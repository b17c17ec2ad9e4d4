import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SeriesDownloads } from '../../scripts/demo/series-downloads.js';
import { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';

const SERIES = 191401;

describe('the downloads of the simulated TV library', () => {
  let sonarr: SonarrFake;
  let downloads: SeriesDownloads;
  /** After every episode has aired. */
  const start = Date.UTC(2026, 10, 20);

  beforeEach(async () => {
    sonarr = await new SonarrFake({ now: () => start }).start();
    downloads = new SeriesDownloads(sonarr);
    sonarr.given.series({ tvdbId: SERIES, seasons: { 1: 4, 2: 2 } });
  });

  afterEach(() => sonarr.stop());

  const held = (): string[] =>
    (sonarr.series(SERIES)?.episodes ?? []).flatMap(({ file, seasonNumber, episodeNumber }) =>
      file ? [`${seasonNumber}x${episodeNumber}`] : [],
    );

  const search = (seasonNumber: number): void => {
    const seriesId = sonarr.series(SERIES)?.id ?? 0;
    sonarr.searches.push({ seriesId, seasonNumber, via: 'command' });
  };

  it('come in two halves after a search, and leave other seasons alone', () => {
    search(1);
    downloads.moveTo(start);
    downloads.moveTo(start + 13_999);
    expect(held()).toEqual([]);
    downloads.moveTo(start + 14_000);
    expect(held()).toEqual(['1x1', '1x2']);
    downloads.moveTo(start + 27_000);
    expect(held()).toEqual(['1x1', '1x2', '1x3', '1x4']);
  });

  it('are imported even when the machine slept through all of it', () => {
    search(2);
    downloads.moveTo(start);
    downloads.moveTo(start + 600_000);
    expect(held()).toEqual(['2x1', '2x2']);
  });

  it('do not come without a search, nor for what is there', () => {
    downloads.moveTo(start);
    sonarr.importFiles(SERIES, 1, [1]);
    search(1);
    downloads.moveTo(start);
    downloads.moveTo(start + 14_000);
    expect(held()).toEqual(['1x1', '1x2', '1x3']);
  });

  it('end with a series that is taken out of the library', () => {
    search(1);
    downloads.moveTo(start);
    sonarr.removeSeries(SERIES);
    expect(() => downloads.moveTo(start + 600_000)).not.toThrow();
  });
});
