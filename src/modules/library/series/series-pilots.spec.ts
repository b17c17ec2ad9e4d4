import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EPISODES, SeriesLibraryFixture } from '../../../../test/harness/series-library-fixture.js';
import { judgePilot, judgeSeasons, type SeriesAvailability } from './judge-seasons.js';

const status = (name: string): object => expect.objectContaining({ known: true, status: name });
const UNKNOWN = { known: false, reason: 'library_unavailable' };

describe('SeriesLibraryService and a pilot whose season is not monitored (doc 4 §1.15)', () => {
  let fixture: SeriesLibraryFixture;

  beforeEach(async () => {
    fixture = await SeriesLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const read = async (tvdbId: number) =>
    (await fixture.library.availabilities(fixture.id, [tvdbId])).get(tvdbId) as SeriesAvailability;
  const lists = (): number => fixture.sonarr.calls(EPISODES).length;
  const pilot = async () => {
    const series = (await fixture.library.availabilities(fixture.id, [1], [1])).get(1) as SeriesAvailability;
    return judgePilot(series, 1);
  };
  const givenPilot = (): void => {
    fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 4 }, monitoredSeasons: [] });
    fixture.sonarr.episode(1, 1, 1).monitored = true;
  };

  it('is requested by its own flag, which costs a list only when pilots are asked about', async () => {
    givenPilot();
    expect(judgePilot(await read(1), 1)).toEqual(UNKNOWN);
    expect(lists()).toBe(0);
    expect([await pilot(), await pilot()]).toEqual([status('requested'), status('requested')]);
    expect(lists()).toBe(1);
    expect(judgeSeasons(await read(1))).toEqual(status('unavailable'));
  });

  it('is seen as soon as a delivery has monitored it', async () => {
    fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 4 }, monitoredSeasons: [] });
    expect(await pilot()).toEqual(status('unavailable'));
    fixture.sonarr.episode(1, 1, 1).monitored = true;
    fixture.liveCache.series.drop(fixture.id);
    expect(await pilot()).toEqual(status('requested'));
  });

  it('is as fresh as the flags of seasons: 120 seconds', async () => {
    givenPilot();
    await pilot();
    fixture.sonarr.episode(1, 1, 1).monitored = false;
    await fixture.clock.advance(119_999);
    expect(await pilot()).toEqual(status('requested'));
    await fixture.clock.advance(1);
    expect(await pilot()).toEqual(status('unavailable'));
  });

  it('is available once it has a file, for every reader', async () => {
    givenPilot();
    fixture.sonarr.importFiles(1, 1, [1]);
    expect(judgePilot(await read(1), 1)).toEqual(status('available'));
  });

  it('is unavailable in a paused series, which costs no list', async () => {
    fixture.sonarr.given.series({ tvdbId: 1, monitored: false });
    expect(await pilot()).toEqual(status('unavailable'));
    expect(lists()).toBe(0);
  });

  it('is unknown when its list cannot be read', async () => {
    givenPilot();
    fixture.sonarr.fail(EPISODES, 500);
    expect(await pilot()).toEqual(UNKNOWN);
  });
});
