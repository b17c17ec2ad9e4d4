import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { QUEUE } from '../../../../test/harness/library-fixture.js';
import { EPISODES, SERIES, SeriesLibraryFixture } from '../../../../test/harness/series-library-fixture.js';
import { InstanceChanged, InstanceMissing, InstanceRemoved } from '../../instances/instances.public.js';
import { judgeSeasons, type SeriesAvailability } from './judge-seasons.js';

const ABSENT = 404;
const status = (name: string): object => expect.objectContaining({ known: true, status: name });

describe('SeriesLibraryService', () => {
  let fixture: SeriesLibraryFixture;

  beforeEach(async () => {
    fixture = await SeriesLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const read = async (tvdbId: number) => (await fixture.library.availabilities(fixture.id, [tvdbId])).get(tvdbId);
  const whole = async (tvdbId: number) => judgeSeasons((await read(tvdbId)) as SeriesAvailability);
  const calls = (): number[] => [SERIES, QUEUE, EPISODES].map((key) => fixture.sonarr.calls(key).length);

  describe('doc 4 section 4.2: live availability', () => {
    it('judges each series by the library of this moment, the specials beside the seasons', async () => {
      const { given } = fixture.sonarr;
      given.series({ tvdbId: 1, seasons: { 1: 2 }, files: { 1: 'aired' } });
      given.series({ tvdbId: 2, seasons: { 0: 1, 1: 4 }, files: { 0: 'aired', 1: [1] } });
      given.series({ tvdbId: 3, seasons: { 1: 2, 2: 2 }, monitoredSeasons: [2] });
      given.series({ tvdbId: 4, monitored: false });
      const verdicts = await fixture.library.availabilities(fixture.id, [1, 2, 3, 4, ABSENT]);
      expect([...verdicts]).toEqual([
        [1, { known: true, inLibrary: true, seasons: [status('available')] }],
        [2, { known: true, inLibrary: true, seasons: [status('available'), status('partial')] }],
        [3, { known: true, inLibrary: true, seasons: [status('unavailable'), status('requested')] }],
        [4, { known: true, inLibrary: true, seasons: [status('unavailable')] }],
        [ABSENT, { known: true, inLibrary: false, seasons: [] }],
      ]);
    });

    it('never says that a series downloads', async () => {
      fixture.sonarr.given.series({ tvdbId: 1 });
      fixture.sonarr.startDownload(1, 1);
      expect(await whole(1)).toEqual(status('requested'));
    });

    it('returns a repeated series once, and asks no library for an empty list', async () => {
      expect((await fixture.library.availabilities(fixture.id, [1, 1])).size).toBe(1);
      fixture.liveCache.series.drop(fixture.id);
      fixture.sonarr.forgetCalls();
      expect((await fixture.library.availabilities(fixture.id, [])).size).toBe(0);
      expect(calls()).toEqual([0, 0, 0]);
    });

    it('an instance that does not exist is thrown', async () => {
      expect(await errorOf(fixture.library.availabilities('nowhere', [1]))).toBeInstanceOf(InstanceMissing);
    });
  });

  describe('doc 4 Decisions, Freshness', () => {
    it('a hundred readers of one moment make one call of each kind, and none for a list that decides nothing', async () => {
      fixture.sonarr.given.series({ tvdbId: 1, files: { 1: 'aired' } });
      fixture.sonarr.given.series({ tvdbId: 2 });
      await Promise.all(Array.from({ length: 100 }, (_, tvdbId) => read(tvdbId)));
      expect(calls()).toEqual([1, 1, 0]);
    });

    it('keeps the series for 120 seconds and the queue for 10', async () => {
      await read(1);
      await fixture.clock.advance(9_999);
      await read(1);
      expect(calls()).toEqual([1, 1, 0]);
      await fixture.clock.advance(1);
      await read(1);
      expect(calls()).toEqual([1, 2, 0]);
      await fixture.clock.advance(110_000);
      await read(1);
      expect(calls()).toEqual([2, 3, 0]);
    });

    it('shows a change of the library from the next read on, and at once after a drop', async () => {
      fixture.sonarr.given.series({ tvdbId: 1 });
      expect(await whole(1)).toEqual(status('requested'));
      fixture.sonarr.importFiles(1, 1, 'aired');
      expect(await whole(1)).toEqual(status('requested'));
      fixture.liveCache.series.drop(fixture.id);
      expect(await whole(1)).toEqual(status('available'));
      fixture.sonarr.removeSeries(1);
      fixture.liveCache.series.drop(fixture.id);
      expect(await read(1)).toEqual({ known: true, inLibrary: false, seasons: [] });
    });

    it('does not cache a read that was under way when the library was dropped', async () => {
      fixture.sonarr.given.series({ tvdbId: 1 });
      const letGo = fixture.sonarr.hold(SERIES);
      const arrival = fixture.sonarr.nextCall(SERIES);
      const before = whole(1);
      await arrival;
      fixture.sonarr.importFiles(1, 1, 'aired');
      fixture.liveCache.series.drop(fixture.id);
      const second = fixture.sonarr.nextCall(SERIES);
      const after = whole(1);
      await second;
      letGo();
      expect(await before).toEqual(status('requested'));
      expect(await after).toEqual(status('available'));
      expect(await whole(1)).toEqual(status('available'));
      expect(calls()[0]).toBe(2);
    });

    it.each([
      ['changed', InstanceChanged],
      ['removed', InstanceRemoved],
    ])('an instance that is %s is forgotten, its lists of episodes too', async (_case, Event) => {
      fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 4 }, files: { 1: [1] } });
      await read(1);
      await fixture.events.publish(new Event(fixture.id));
      expect(fixture.library.warm(fixture.id, 1)).toBeUndefined();
      expect(await whole(1)).toEqual(status('partial'));
      expect(calls()).toEqual([2, 2, 2]);
    });

    it('shows an episode that left the queue at the next read', async () => {
      fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 2 } });
      const [first] = [fixture.sonarr.startDownload(1, 1, 1), fixture.sonarr.startDownload(1, 1, 2)];
      expect(await whole(1)).toEqual(status('requested'));
      fixture.sonarr.finishDownload(first);
      expect(await whole(1)).toEqual(status('requested'));
      await fixture.clock.advance(10_000);
      expect(await whole(1)).toEqual(status('partial'));
    });
  });

  describe('doc 4 Decisions, Owned already: what is warm', () => {
    it('is available after a read, for 120 seconds', async () => {
      fixture.sonarr.given.series({ tvdbId: 1, files: { 1: 'aired' } });
      await read(1);
      await fixture.clock.advance(119_999);
      expect(fixture.library.warm(fixture.id, 1)).toMatchObject({
        inLibrary: true,
        seasons: [{ status: 'available' }],
      });
      expect(fixture.library.warm(fixture.id, ABSENT)).toMatchObject({ known: true, inLibrary: false });
      await fixture.clock.advance(1);
      expect(fixture.library.warm(fixture.id, 1)).toBeUndefined();
    });

    it('is not available before a read or after a drop, and asks nothing', async () => {
      expect(fixture.library.warm(fixture.id, 1)).toBeUndefined();
      await read(1);
      fixture.liveCache.series.drop(fixture.id);
      expect(fixture.library.warm(fixture.id, 1)).toBeUndefined();
      expect(calls()).toEqual([1, 1, 0]);
    });

    it('knows a partly held season when its list is kept, and only then', async () => {
      fixture.sonarr.given.series({ tvdbId: 1, seasons: { 1: 4 }, files: { 1: [1] } });
      await read(ABSENT);
      expect(fixture.library.warm(fixture.id, 1)).toMatchObject({ seasons: [{ known: false, files: 1, episodes: 4 }] });
      await read(1);
      expect(fixture.library.warm(fixture.id, 1)).toMatchObject({ seasons: [{ status: 'partial', progress: 0.25 }] });
      expect(calls()[2]).toBe(1);
    });
  });
});
