import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QUEUE } from '../../../../test/harness/library-fixture.js';
import { EPISODES, SERIES, SeriesLibraryFixture } from '../../../../test/harness/series-library-fixture.js';

const UNKNOWN = { known: false, reason: 'library_unavailable' };

describe('issue 46: which episodes of a series a library has, and which are on their way', () => {
  let fixture: SeriesLibraryFixture;

  beforeEach(async () => {
    fixture = await SeriesLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const holdings = (tvdbId = 1) => fixture.library.episodes(fixture.id, tvdbId);
  const calls = () => [SERIES, EPISODES, QUEUE].map((route) => fixture.sonarr.calls(route).length);

  it('are named by season, the specials too', async () => {
    fixture.sonarr.given.series({ tvdbId: 1, seasons: { 0: 1, 1: 4, 2: 2 }, files: { 0: 'aired', 1: [2, 4] } });
    fixture.sonarr.given.queueRow({ of: { tvdbId: 1, season: 1, episode: 3 } });
    expect(await holdings()).toEqual({
      known: true,
      inLibrary: true,
      seasons: [
        { seasonNumber: 0, first: 1, held: [1], downloading: [] },
        { seasonNumber: 1, first: 1, held: [2, 4], downloading: [3] },
        { seasonNumber: 2, first: 1, held: [], downloading: [] },
      ],
    });
  });

  it('cost one list of episodes, and nothing again while its files are the same', async () => {
    fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 4 }, files: { 1: 'aired' } });
    await holdings();
    await holdings();
    expect(calls()).toEqual([1, 1, 1]);
  });

  it('cost no list where the library has no file and no download of the series, or not the series', async () => {
    fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 4 } });
    expect(await holdings()).toMatchObject({ inLibrary: true, seasons: [{ seasonNumber: 1, held: [] }] });
    expect(await holdings(404)).toEqual({ known: true, inLibrary: false, seasons: [] });
    expect(calls()).toEqual([1, 0, 1]);
  });

  it('are unknown where the library or the list can’t be read, and never none', async () => {
    fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 4 }, files: { 1: [1] } });
    fixture.sonarr.fail(EPISODES, 500);
    expect(await holdings()).toEqual(UNKNOWN);
    fixture.liveCache.series.drop(fixture.id);
    fixture.sonarr.fail(SERIES, 503);
    expect(await holdings(404)).toEqual(UNKNOWN);
  });

  it('are known without the queue, but for what is on its way', async () => {
    fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 2 }, files: { 1: [1] } });
    fixture.sonarr.fail(QUEUE, 500);
    expect(await holdings()).toMatchObject({ seasons: [{ held: [1], downloading: null }] });
  });
});
