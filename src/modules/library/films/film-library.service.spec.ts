import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FILMS, FilmLibraryFixture } from '../../../../test/harness/film-library-fixture.js';
import { QUEUE } from '../../../../test/harness/library-fixture.js';
import { InstanceChanged, InstanceRemoved } from '../../instances/instances.public.js';

const ABSENT = 404;
const status = (name: string): object => expect.objectContaining({ known: true, status: name });

describe('FilmLibraryService', () => {
  let fixture: FilmLibraryFixture;

  beforeEach(async () => {
    fixture = await FilmLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const read = (tmdbId: number) => fixture.library.availability(fixture.id, tmdbId);
  const calls = (): number[] => [FILMS, QUEUE].map((key) => fixture.radarr.calls(key).length);

  describe('doc 4 section 4.1: live availability', () => {
    it('judges each film by the library of this moment', async () => {
      const { given } = fixture.radarr;
      given.movie({ tmdbId: 1, hasFile: true, inCinemas: '2024-05-10T00:00:00Z', digitalRelease: null });
      given.movie({ tmdbId: 2, monitored: false });
      given.queueRow({ tmdbId: 2, size: 1000, sizeLeft: 250 });
      given.movie({ tmdbId: 3, inCinemas: null, digitalRelease: null });
      given.movie({ tmdbId: 4, monitored: false, inCinemas: null, digitalRelease: null });
      const verdicts = await fixture.library.availabilities(fixture.id, [1, 2, 3, 4, ABSENT]);
      const releases = { inCinemas: '1925-05-10', digital: '1925-07-16' };
      expect([...verdicts]).toEqual([
        [1, { known: true, status: 'available', progress: 1, releases: { inCinemas: '2024-05-10' } }],
        [2, { known: true, status: 'downloading', progress: 0.75, releases }],
        [3, { known: true, status: 'requested', progress: 0 }],
        [4, { known: true, status: 'unavailable', progress: 0 }],
        [ABSENT, { known: true, status: 'unavailable', progress: 0 }],
      ]);
    });

    it('returns a repeated film once, and asks no library for an empty list', async () => {
      expect((await fixture.library.availabilities(fixture.id, [1, 1])).size).toBe(1);
      fixture.radarr.forgetCalls();
      fixture.liveCache.films.drop(fixture.id);
      expect((await fixture.library.availabilities(fixture.id, [])).size).toBe(0);
      expect(calls()).toEqual([0, 0]);
    });
  });

  describe('doc 4 Decisions, Freshness', () => {
    it('a hundred readers of one moment make one call of each kind', async () => {
      await Promise.all(Array.from({ length: 100 }, (_, tmdbId) => read(tmdbId)));
      expect(calls()).toEqual([1, 1]);
    });

    it('keeps the films for 120 seconds and the queue for 10', async () => {
      await read(1);
      await fixture.clock.advance(9_999);
      await read(1);
      expect(calls()).toEqual([1, 1]);
      await fixture.clock.advance(1);
      await read(1);
      expect(calls()).toEqual([1, 2]);
      await fixture.clock.advance(109_999);
      await read(1);
      expect(calls()).toEqual([1, 3]);
      await fixture.clock.advance(1);
      await read(1);
      expect(calls()).toEqual([2, 3]);
    });

    it('shows a change of the library from the next read on, and at once after a drop', async () => {
      expect(await read(1)).toEqual(status('unavailable'));
      fixture.radarr.given.movie({ tmdbId: 1 });
      expect(await read(1)).toEqual(status('unavailable'));
      fixture.liveCache.films.drop(fixture.id);
      expect(await read(1)).toEqual(status('requested'));
      fixture.radarr.startDownload(1);
      fixture.liveCache.films.drop(fixture.id);
      expect(await read(1)).toEqual(status('downloading'));
    });

    it('does not cache a read that was under way when the library was dropped', async () => {
      fixture.radarr.given.movie({ tmdbId: 1 });
      const letGo = fixture.radarr.hold(FILMS);
      const arrival = fixture.radarr.nextCall(FILMS);
      const before = read(1);
      await arrival;
      fixture.radarr.finishDownload(1);
      fixture.liveCache.films.drop(fixture.id);
      const second = fixture.radarr.nextCall(FILMS);
      const after = read(1);
      await second;
      letGo();
      expect(await before).toEqual(status('requested'));
      expect(await after).toEqual(status('available'));
      expect(await read(1)).toEqual(status('available'));
      expect(fixture.radarr.calls(FILMS)).toHaveLength(2);
    });

    it.each([
      ['changed', InstanceChanged],
      ['removed', InstanceRemoved],
    ])('forgets an instance that is %s, including reads under way', async (_case, Event) => {
      fixture.radarr.given.movie({ tmdbId: 1 });
      const letGo = fixture.radarr.hold(FILMS);
      const arrival = fixture.radarr.nextCall(FILMS);
      const before = read(1);
      await arrival;
      fixture.radarr.finishDownload(1);
      await fixture.events.publish(new Event(fixture.id));
      letGo();
      await before;
      expect(fixture.library.warmDigest(fixture.id)).toBeUndefined();
      expect(await read(1)).toEqual(status('available'));
    });

    it('a drop leaves other libraries alone', async () => {
      const other = await fixture.addLibrary('old-films');
      await fixture.library.availability('old-films', 1);
      fixture.liveCache.films.drop(fixture.id);
      await fixture.library.availability('old-films', 1);
      expect(other.calls(FILMS)).toHaveLength(1);
    });

    it('shows a film that left the queue as available at the next read, and never as requested', async () => {
      fixture.radarr.given.movie({ tmdbId: 1 });
      fixture.radarr.startDownload(1);
      expect(await read(1)).toEqual(status('downloading'));
      fixture.radarr.finishDownload(1);
      expect(await read(1)).toEqual(status('downloading'));
      await fixture.clock.advance(10_000);
      expect(await read(1)).toEqual(status('available'));
      expect(fixture.radarr.calls(FILMS)).toHaveLength(2);
    });

    it('detects a film that left the queue although a drop came during a read of the queue', async () => {
      fixture.radarr.given.movie({ tmdbId: 1 });
      const letGo = fixture.radarr.hold(QUEUE);
      const arrival = fixture.radarr.nextCall(QUEUE);
      const overtaken = read(1);
      await arrival;
      fixture.liveCache.films.drop(fixture.id);
      fixture.radarr.startDownload(1);
      fixture.radarr.hold(QUEUE)();
      expect(await read(1)).toEqual(status('downloading'));
      letGo();
      await overtaken;
      fixture.radarr.finishDownload(1);
      await fixture.clock.advance(10_000);
      expect(await read(1)).toEqual(status('available'));
    });

    it('reads no digest again when one of a film’s two jobs left the queue', async () => {
      fixture.radarr.given.movie({ tmdbId: 1 });
      fixture.radarr.startDownload(1);
      await read(1);
      fixture.radarr.startDownload(1);
      await fixture.clock.advance(10_000);
      await read(1);
      expect(calls()).toEqual([1, 2]);
    });
  });

  describe('doc 4 Decisions, Owned already: the warm digest', () => {
    it('is available after a read, for 120 seconds', async () => {
      fixture.radarr.given.movie({ tmdbId: 1, hasFile: true });
      await read(1);
      await fixture.clock.advance(119_999);
      expect(fixture.library.warmDigest(fixture.id)?.get(1)).toMatchObject({ hasFile: true });
      await fixture.clock.advance(1);
      expect(fixture.library.warmDigest(fixture.id)).toBeUndefined();
    });

    it('is not available before a read or after a drop, and asks nothing', async () => {
      expect(fixture.library.warmDigest(fixture.id)).toBeUndefined();
      expect(calls()).toEqual([0, 0]);
      await read(1);
      fixture.liveCache.films.drop(fixture.id);
      expect(fixture.library.warmDigest(fixture.id)).toBeUndefined();
      expect(calls()).toEqual([1, 1]);
    });
  });
});
