import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EPISODES, SERIES, SeriesLibraryFixture } from '../../../../test/harness/series-library-fixture.js';

const ABSENT = 404;
const UNKNOWN = { known: false, reason: 'library_unavailable' };
const season = (episodes: readonly number[], pilotHeld = episodes.includes(1)) => ({ episodes, pilotHeld });

describe('doc2 §6 availability: which episodes of a series are on disk', () => {
  let fixture: SeriesLibraryFixture;

  beforeEach(async () => {
    fixture = await SeriesLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const onDisk = async (...tvdbIds: readonly number[]) => [
    ...(await fixture.library.episodesOnDisk(fixture.id, tvdbIds)).values(),
  ];
  const known = (seasons: Readonly<Record<number, object>>) => ({
    known: true,
    seasons: new Map(Object.entries(seasons).map(([number, one]) => [Number(number), one])),
  });

  it('names the episodes of each season, the specials too; a series that the library lacks has none', async () => {
    fixture.sonarr.given.series({ tvdbId: 1, seasons: { 0: 1, 1: 4, 2: 2 }, files: { 0: 'aired', 1: [2, 4] } });
    expect(await onDisk(1, ABSENT)).toEqual([
      known({ 0: season([1]), 1: season([2, 4]), 2: season([]) }),
      { known: true, seasons: new Map() },
    ]);
  });

  it('is read anew each time, although the list of the same files is cached', async () => {
    fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 4 }, files: { 1: [1] } });
    await onDisk(1);
    await onDisk(1);
    expect(fixture.sonarr.calls(EPISODES)).toHaveLength(2);
  });

  it('a list that can not be read is unknown, and never what was read before', async () => {
    fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 4 }, files: { 1: [1] } });
    await onDisk(1);
    fixture.liveCache.series.drop(fixture.id);
    fixture.sonarr.fail(EPISODES, 500);
    expect(await onDisk(1)).toEqual([UNKNOWN]);
  });

  it('every series of a library that can not be read is unknown', async () => {
    fixture.sonarr.fail(SERIES, 503);
    expect(await onDisk(1, ABSENT)).toEqual([UNKNOWN, UNKNOWN]);
  });
});
