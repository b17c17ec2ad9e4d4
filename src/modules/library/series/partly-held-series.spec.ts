import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EPISODES, SERIES, SeriesLibraryFixture } from '../../../../test/harness/series-library-fixture.js';
import { judgeSeasons, type SeriesAvailability } from './judge-seasons.js';

const OTHER = 404;
const HOUR = 3_600_000;
const status = (name: string): object => expect.objectContaining({ known: true, status: name });
const partly = (progress: number) => ({ known: true, status: 'partial', progress });
const UNKNOWN = { known: false, reason: 'library_unavailable' };

describe('SeriesLibraryService and series that are partly held (doc 4, decision "Truth about series")', () => {
  let fixture: SeriesLibraryFixture;

  beforeEach(async () => {
    fixture = await SeriesLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const read = async (tvdbId: number) =>
    (await fixture.library.availabilities(fixture.id, [tvdbId])).get(tvdbId) as SeriesAvailability;
  const whole = async (tvdbId: number) => judgeSeasons(await read(tvdbId));
  const lists = (): number => fixture.sonarr.calls(EPISODES).length;
  /** Reads the series list without any list of episodes. */
  const readDigest = (): Promise<unknown> => read(OTHER);
  const given = (seasons: Readonly<Record<number, number>>, files: Readonly<Record<number, readonly number[]>>) =>
    fixture.sonarr.given.series({ tvdbId: 1, seasons, files });

  it('goes by what aired, never by what is monitored', async () => {
    fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 4 }, files: { 1: [1] }, monitoredSeasons: [] });
    expect(await whole(1)).toEqual(partly(0.25));
  });

  it('is partial when one season is full and another without files has begun', async () => {
    const { clock, sonarr } = fixture;
    sonarr.given.series({ tvdbId: 1, seasons: { 1: [0, 0], 2: [clock.now() + HOUR] }, files: { 1: 'aired' } });
    expect(await whole(1)).toEqual(status('available'));
    await clock.advance(HOUR);
    expect(await whole(1)).toEqual(partly(2 / 3));
  });

  describe('a list is kept', () => {
    it('while no file comes or goes, and an episode that airs needs no new one', async () => {
      const { clock, sonarr } = fixture;
      sonarr.given.series({ tvdbId: 1, seasons: { 1: [0, clock.now() + HOUR] }, files: { 1: [1] } });
      expect(await whole(1)).toEqual(status('available'));
      await clock.advance(HOUR - 1);
      expect(await whole(1)).toEqual(status('available'));
      await clock.advance(1);
      expect(await whole(1)).toEqual(partly(0.5));
      expect([lists(), sonarr.calls(SERIES).length]).toEqual([1, 2]);
    });

    it('through a drop that found nothing changed', async () => {
      given({ 1: 4 }, { 1: [1] });
      await read(1);
      fixture.liveCache.series.drop(fixture.id);
      expect(await whole(1)).toEqual(partly(0.25));
      expect(lists()).toBe(1);
    });

    it('for four and a half hours at least and six at most, since air dates are moved', async () => {
      given({ 1: 4 }, { 1: [1] });
      await read(1);
      await fixture.clock.advance(4.5 * HOUR - 1);
      await read(1);
      expect(lists()).toBe(1);
      await fixture.clock.advance(1.5 * HOUR + 1);
      await read(1);
      expect(lists()).toBe(2);
    });

    it.each<[string, () => void]>([
      ['a file came', () => fixture.sonarr.importFiles(1, 1, [2])],
      ['a file went and another came', () => swapFiles()],
      ['an episode was announced', () => fixture.sonarr.announceEpisodes(1, 1, [null])],
      ['a file gave way to a larger one', () => growFile()],
    ])('no longer once %s', async (_case, change) => {
      given({ 1: 4 }, { 1: [1] });
      await read(1);
      change();
      fixture.liveCache.series.drop(fixture.id);
      await read(1);
      expect(lists()).toBe(2);
    });

    const growFile = (size = 2_000_000_000): void => {
      const episode = fixture.sonarr.episode(1, 1, 1);
      if (episode.file) episode.file = { ...episode.file, size };
    };
    const swapFiles = (): void => {
      fixture.sonarr.removeFile(1, 1, 1);
      fixture.sonarr.importFiles(1, 1, [2]);
      const episode = fixture.sonarr.episode(1, 1, 2);
      if (episode.file) episode.file = { ...episode.file, size: 1_400_000_000 };
    };
  });

  describe('a list is read', () => {
    it('once for all readers of a moment', async () => {
      given({ 1: 4 }, { 1: [1] });
      await Promise.all(Array.from({ length: 50 }, () => read(1)));
      expect(lists()).toBe(1);
    });

    it('four at a time in a library', async () => {
      const ids = [1, 2, 3, 4, 5, 6];
      for (const tvdbId of ids) fixture.sonarr.given.series({ tvdbId, seasons: { 1: 4 }, files: { 1: [1] } });
      const letGo = fixture.sonarr.hold(EPISODES);
      const answers = fixture.library.availabilities(fixture.id, ids);
      await fixture.sonarr.arrived(EPISODES, 4);
      // Another reading has been all the way out and back, and a fifth list has not been asked for.
      fixture.liveCache.series.dropQueue(fixture.id);
      await readDigest();
      expect(lists()).toBe(4);
      letGo();
      expect([...(await answers).values()].map((series) => judgeSeasons(series))).toEqual(ids.map(() => partly(0.25)));
      expect(lists()).toBe(6);
    });

    it('and not kept when the library was dropped meanwhile', async () => {
      given({ 1: 4 }, { 1: [1] });
      const letGo = fixture.sonarr.hold(EPISODES);
      const arrival = fixture.sonarr.nextCall(EPISODES);
      const before = whole(1);
      await arrival;
      fixture.liveCache.series.drop(fixture.id);
      await readDigest();
      letGo();
      expect(await before).toEqual(partly(0.25));
      expect(fixture.library.warm(fixture.id, 1)).toMatchObject({ seasons: [{ known: false }] });
      await read(1);
      expect(lists()).toBe(2);
    });
  });

  describe('issue 3 point 4: changed between two reads', () => {
    it('a list that counts more files than the statistics did: both are read again, and agree', async () => {
      given({ 1: 4 }, { 1: [1] });
      await readDigest();
      fixture.sonarr.importFiles(1, 1, [2]);
      expect(await whole(1)).toEqual(partly(0.5));
      expect(fixture.sonarr.calls(SERIES).map(({ query }) => query)).toEqual([{}, { tvdbId: '1' }]);
      expect(await whole(1)).toEqual(partly(0.5));
      expect([lists(), fixture.sonarr.calls(SERIES).length]).toEqual([2, 2]);
    });

    it('a season that became full: available', async () => {
      given({ 1: 2 }, { 1: [1] });
      await readDigest();
      fixture.sonarr.importFiles(1, 1, 'aired');
      expect(await whole(1)).toEqual(status('available'));
    });

    it('a deleted file: requested again', async () => {
      given({ 1: 4 }, { 1: [1] });
      await readDigest();
      fixture.sonarr.removeFile(1, 1, 1);
      expect(await whole(1)).toEqual(status('requested'));
    });

    it('a deleted series: not in the library, and the next reader reads nothing', async () => {
      given({ 1: 4 }, { 1: [1] });
      await readDigest();
      fixture.sonarr.removeSeries(1);
      const gone = { known: true, inLibrary: false, seasons: [] };
      expect(await read(1)).toEqual(gone);
      fixture.sonarr.forgetCalls();
      expect(await read(1)).toEqual(gone);
      expect(fixture.sonarr.calls()).toEqual([]);
    });

    it('a series that is there under another record: judged by that', async () => {
      given({ 1: 4 }, { 1: [1] });
      await readDigest();
      fixture.sonarr.removeSeries(1);
      given({ 1: 4 }, { 1: [1, 2] });
      expect(await whole(1)).toEqual(partly(0.5));
    });

    it('a library that moves on even between the second two: unknown, and known to the next reader', async () => {
      given({ 1: 4 }, { 1: [1] });
      await readDigest();
      fixture.sonarr.importFiles(1, 1, [2]);
      const letGo = fixture.sonarr.hold(SERIES);
      const arrival = fixture.sonarr.nextCall(SERIES);
      const moving = whole(1);
      await arrival;
      fixture.sonarr.importFiles(1, 1, [3]);
      letGo();
      expect(await moving).toEqual(UNKNOWN);
      expect(await whole(1)).toEqual(partly(0.75));
    });
  });

  describe('an unreadable list', () => {
    it('makes the seasons unknown that only it decides, and no others', async () => {
      given({ 1: 2, 2: 4, 3: 2 }, { 1: [1, 2], 2: [1] });
      fixture.sonarr.fail(EPISODES, 500);
      const series = await read(1);
      expect(series).toMatchObject({
        known: true,
        seasons: [{ status: 'available' }, { known: false, files: 1, episodes: 4 }, { status: 'requested' }],
      });
      expect(judgeSeasons(series)).toEqual(UNKNOWN);
      expect(judgeSeasons(series, [1])).toEqual(status('available'));
    });

    it('is not read again for five seconds, and pauses no other', async () => {
      given({ 1: 4 }, { 1: [1] });
      fixture.sonarr.given.series({ tvdbId: 2, seasons: { 1: 4 }, files: { 1: [1] } });
      fixture.sonarr.fail(EPISODES, 500);
      expect([await whole(1), await whole(1), await whole(2)]).toEqual([UNKNOWN, UNKNOWN, partly(0.25)]);
      expect(lists()).toBe(2);
      await fixture.clock.advance(5_000);
      expect(await whole(1)).toEqual(partly(0.25));
      expect(fixture.logged).toEqual(['library unreadable', 'library readable again']);
    });

    it('of a manager that refuses the key pauses all of them', async () => {
      for (const tvdbId of [1, 2, 3, 4, 5, 6, 7, 8])
        fixture.sonarr.given.series({ tvdbId, seasons: { 1: 4 }, files: { 1: [1] } });
      await readDigest();
      fixture.sonarr.fail(EPISODES, 401, Infinity);
      await fixture.library.availabilities(fixture.id, [1, 2, 3, 4, 5, 6, 7, 8]);
      expect(lists()).toBe(4);
    });

    it('does not hide a cached one that was read again for a pilot', async () => {
      given({ 1: 4 }, { 1: [2] });
      await read(1);
      fixture.liveCache.series.drop(fixture.id);
      fixture.sonarr.fail(EPISODES, 500);
      const series = (await fixture.library.availabilities(fixture.id, [1], [1])).get(1) as SeriesAvailability;
      expect(lists()).toBe(2);
      expect(judgeSeasons(series)).toEqual(partly(0.25));
    });

    it('when the series cannot be read again either, what the list alone decides is unknown', async () => {
      given({ 1: 4 }, { 1: [1] });
      await readDigest();
      fixture.sonarr.importFiles(1, 1, [2]);
      fixture.sonarr.fail(SERIES, 500);
      expect(await whole(1)).toEqual(UNKNOWN);
    });
  });
});
