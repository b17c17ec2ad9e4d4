import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FILMS, FilmLibraryFixture } from '../../../../test/harness/film-library-fixture.js';
import { SERIES, SeriesLibraryFixture } from '../../../../test/harness/series-library-fixture.js';
import { libraryReport } from '../../../../test/harness/library-report.js';
import { ManagerReported } from '../../instances/instances.public.js';

const NOBODY = 404;

describe('doc 4 Decisions, Freshness: a film that its manager has reported', () => {
  let fixture: FilmLibraryFixture;

  beforeEach(async () => {
    fixture = await FilmLibraryFixture.open();
    for (let tmdbId = 1; tmdbId <= 21; tmdbId++) fixture.radarr.given.movie({ tmdbId });
  });

  afterEach(() => fixture.close());

  const report = (filmId: number | null, id = fixture.id): Promise<void> =>
    fixture.events.publish(new ManagerReported(id, 'movie_manager', libraryReport('imported', { filmId })));
  const status = async (tmdbId = 1): Promise<unknown> => {
    const film = await fixture.library.availability(fixture.id, tmdbId);
    return film.known ? film.status : film.reason;
  };
  const asked = (): readonly unknown[] => fixture.radarr.calls(FILMS).map(({ query }) => query);
  /** Other calls have been all the way out and back. */
  const others = (): Promise<unknown> => fixture.library.current(fixture.id, NOBODY);

  it('is read alone, by its id, once for all readers, and not at all without a reader', async () => {
    await status();
    fixture.radarr.forgetCalls();
    fixture.radarr.finishDownload(1);
    await report(1);
    await report(1);
    expect(asked()).toEqual([]);
    expect(await Promise.all([status(), status(), status(2)])).toEqual(['available', 'available', 'requested']);
    expect([await status(), asked()]).toEqual(['available', [{ tmdbId: '1' }]]);
  });

  it.each<[string, () => unknown, number, string]>([
    ['was added', () => fixture.radarr.given.movie({ tmdbId: 30 }), 30, 'requested'],
    ['is gone', () => fixture.radarr.removeMovie(1), 1, 'unavailable'],
  ])('that %s is known without a read of all films', async (_case, change, tmdbId, now) => {
    await status();
    change();
    await report(tmdbId);
    expect([await status(tmdbId), asked()]).toEqual([now, [{}, { tmdbId: String(tmdbId) }]]);
  });

  it('gets a new entry even if it is equal, and the others keep theirs', async () => {
    const before = await fixture.library.snapshot(fixture.id);
    const [first, second] = [1, 2].map((tmdbId) => before?.films.get(tmdbId));
    await report(1);
    const after = await fixture.library.snapshot(fixture.id);
    expect(after?.version).not.toBe(before?.version);
    expect(after?.films.get(1)).toEqual(first);
    expect(after?.films.get(1)).not.toBe(first);
    expect(after?.films.get(2)).toBe(second);
  });

  it('gets another entry also when the whole library was read meanwhile', async () => {
    const first = (await fixture.library.snapshot(fixture.id))?.films.get(1);
    await report(1);
    fixture.liveCache.films.drop(fixture.id);
    const after = await fixture.library.snapshot(fixture.id);
    expect([after?.films.get(1) === first, asked()]).toEqual([false, [{}, {}]]);
  });

  it('does not lengthen the 120 seconds of the others', async () => {
    await status();
    await fixture.clock.advance(119_999);
    await report(1);
    await status();
    await fixture.clock.advance(1);
    await status();
    expect(asked()).toEqual([{}, { tmdbId: '1' }, {}]);
  });

  it('is not warm until it was read, nor is the rest', async () => {
    await status();
    await report(1);
    expect(fixture.library.warmDigest(fixture.id)).toBeUndefined();
    await status(2);
    expect(fixture.library.warmDigest(fixture.id)?.size).toBe(21);
  });

  it('that can’t be read makes the whole library be read, and never answers what it was', async () => {
    await status();
    fixture.radarr.finishDownload(1);
    await report(1);
    fixture.radarr.fail(FILMS, 500);
    expect([await status(), asked()]).toEqual(['available', [{}, { tmdbId: '1' }, {}]]);
    fixture.radarr.removeMovie(1);
    await report(1);
    fixture.radarr.fail(FILMS, 500, Infinity);
    expect(await status()).toBe('library_unavailable');
  });

  it('is read once more when it is reported again during the read', async () => {
    await status();
    const letGo = fixture.radarr.hold(FILMS);
    const arrival = fixture.radarr.nextCall(FILMS);
    await report(1);
    const first = status();
    await arrival;
    fixture.radarr.finishDownload(1);
    await report(1);
    fixture.radarr.hold(FILMS)();
    const second = status();
    await others();
    letGo();
    expect([await first, await second, await status()]).toEqual(['requested', 'available', 'available']);
    expect(asked().filter((query) => JSON.stringify(query) === '{"tmdbId":"1"}')).toHaveLength(2);
  });

  it('up to twenty that wait are read one by one, and with one more the whole library is', async () => {
    const films = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
    await status();
    fixture.radarr.forgetCalls();
    for (const tmdbId of films(20)) await report(tmdbId);
    await status();
    expect(new Set(asked().map((query) => JSON.stringify(query))).size).toBe(20);
    fixture.radarr.forgetCalls();
    for (const tmdbId of films(21)) await report(tmdbId);
    expect([await status(), asked()]).toEqual(['requested', [{}]]);
  });

  describe('doc 2 section 4: a film that left the queue', () => {
    const statusLater = async (tmdbId: number): Promise<unknown> => {
      await fixture.clock.advance(10_000);
      return status(tmdbId);
    };

    it('is read alone, and is available', async () => {
      fixture.radarr.startDownload(1);
      expect(await status()).toBe('downloading');
      fixture.radarr.finishDownload(1);
      expect([await statusLater(1), asked()]).toEqual(['available', [{}, { tmdbId: '1' }]]);
    });

    it('and is newer than the last digest causes a read of all films', async () => {
      await status();
      fixture.radarr.given.movie({ tmdbId: 30 });
      fixture.radarr.startDownload(30);
      expect(await statusLater(30)).toBe('unavailable');
      fixture.radarr.finishDownload(30);
      expect([await statusLater(30), asked()]).toEqual(['available', [{}, {}]]);
    });

    it('with more than twenty others makes them all be read', async () => {
      for (let tmdbId = 1; tmdbId <= 21; tmdbId++) fixture.radarr.startDownload(tmdbId);
      await status();
      for (let tmdbId = 1; tmdbId <= 21; tmdbId++) fixture.radarr.finishDownload(tmdbId);
      expect([await statusLater(21), asked()]).toEqual(['available', [{}, {}]]);
    });
  });

  it('of another library doesn’t make this one be read', async () => {
    await fixture.addLibrary('old-films');
    await fixture.library.availability('old-films', 1);
    await status();
    await report(1, 'old-films');
    await status();
    expect(asked()).toEqual([{}]);
  });
});

describe('doc 4 Decisions, Freshness: a series that its manager has reported', () => {
  let fixture: SeriesLibraryFixture;

  beforeEach(async () => {
    fixture = await SeriesLibraryFixture.open();
    for (const tvdbId of [1, 2]) fixture.sonarr.given.series({ tvdbId, seasons: { 1: 4 }, files: { 1: [1] } });
  });

  afterEach(() => fixture.close());

  const report = (tvdbId: number): Promise<void> =>
    fixture.events.publish(
      new ManagerReported(fixture.id, 'tv_manager', libraryReport('imported', { series: { tvdbId, tmdbId: null } })),
    );

  it('is read alone with its list of episodes, and what was judged of it before has to be settled again', async () => {
    const before = (await fixture.library.settle(fixture.id, [1, 2])) ?? new Map();
    fixture.sonarr.importFiles(1, 1, [2]);
    await report(1);
    const snapshot = await fixture.library.snapshot(fixture.id);
    expect([1, 2].map((tvdbId) => snapshot?.series.get(tvdbId) === before.get(tvdbId)?.entry)).toEqual([false, true]);
    expect([1, 2].map((tvdbId) => snapshot?.judge(tvdbId).settled)).toEqual([false, true]);
    const after = await fixture.library.settle(fixture.id, [1]);
    expect(after?.get(1)).toMatchObject({ series: { seasons: [{ status: 'partial', files: 2 }] } });
    expect(fixture.sonarr.calls(SERIES).map(({ query }) => query)).toEqual([{}, { tvdbId: '1' }]);
  });

  it('is not warm until it was read', async () => {
    await fixture.library.settle(fixture.id, [1]);
    await report(1);
    expect(fixture.library.warm(fixture.id, 1)).toBeUndefined();
    await fixture.library.settle(fixture.id, [1]);
    expect(fixture.library.warm(fixture.id, 1)).toMatchObject({ inLibrary: true });
  });
});
