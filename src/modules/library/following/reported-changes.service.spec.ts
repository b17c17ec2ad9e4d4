import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { FILMS, FilmLibraryFixture } from '../../../../test/harness/film-library-fixture.js';
import { QUEUE } from '../../../../test/harness/library-fixture.js';
import { EPISODES, SERIES, SeriesLibraryFixture } from '../../../../test/harness/series-library-fixture.js';
import { libraryReport } from '../../../../test/harness/library-report.js';
import {
  InstanceMissing,
  InstanceRemoved,
  ManagerReported,
  type ManagerReport,
} from '../../instances/instances.public.js';
import { FilmReported, QueueChanged, SeriesReported } from '../library.events.js';

type Happening = ManagerReport['happening'];

const TITLE_HAPPENINGS = ['imported', 'added', 'removed', 'file_removed', 'changed'] as const;
const QUEUE_HAPPENINGS = ['grabbed', 'failed'] as const;

/** Every event from now on, in order. */
function listen(fixture: FilmLibraryFixture | SeriesLibraryFixture): readonly object[] {
  const heard: object[] = [];
  for (const type of [FilmReported, SeriesReported, QueueChanged])
    fixture.events.on<object>(type, (event) => void heard.push(event));
  return heard;
}

describe('doc4 §5.1: reports of a movie manager', () => {
  let fixture: FilmLibraryFixture;

  beforeEach(async () => {
    fixture = await FilmLibraryFixture.open();
    fixture.radarr.given.movie({ tmdbId: 1 });
  });

  afterEach(() => fixture.close());

  const report = (happening: Happening, filmId: number | null = 1, id = fixture.id): Promise<void> =>
    fixture.events.publish(new ManagerReported(id, 'movie_manager', libraryReport(happening, { filmId })));
  const status = async (): Promise<unknown> => {
    const film = await fixture.library.availability(fixture.id, 1);
    return film.known && film.status;
  };
  const reads = (): readonly number[] => [QUEUE, FILMS].map((key) => fixture.radarr.calls(key).length);

  it.each(TITLE_HAPPENINGS)(
    '%s: the film and the queue are read again afterwards, and the film is named',
    async (happening) => {
      const heard = listen(fixture);
      await status();
      await report(happening);
      await status();
      expect(reads()).toEqual([2, 2]);
      expect(heard).toEqual([new FilmReported(fixture.id, 1, happening, false)]);
    },
  );

  it.each(QUEUE_HAPPENINGS)('%s: the queue is dropped and the films are kept', async (happening) => {
    const heard = listen(fixture);
    await status();
    await report(happening);
    await status();
    expect(reads()).toEqual([2, 1]);
    expect(heard).toEqual([new QueueChanged(fixture.id)]);
  });

  it('drops the cache for a report without a film, and names none', async () => {
    const heard = listen(fixture);
    await status();
    fixture.radarr.finishDownload(1);
    await report('imported', null);
    expect([await status(), heard]).toEqual(['available', []]);
  });

  it('doc3 §11: a report after the removal of its instance restores nothing', async () => {
    await status();
    await fixture.removeLibrary(fixture.id);
    await fixture.events.publish(new InstanceRemoved(fixture.id));
    await report('imported');
    expect(await errorOf(fixture.library.current(fixture.id, 1))).toBeInstanceOf(InstanceMissing);
    expect(await errorOf(fixture.library.availability(fixture.id, 1))).toBeInstanceOf(InstanceMissing);
    expect([fixture.liveCache.films.remembered, fixture.liveCache.films.reader.watched.current()]).toEqual([0, []]);
    await fixture.poll();
    expect(fixture.logged).toEqual([]);
  });

  it('drops nothing of another library', async () => {
    const other = await fixture.addLibrary('old-films');
    await fixture.library.availability('old-films', 1);
    for (const happening of [...TITLE_HAPPENINGS, ...QUEUE_HAPPENINGS]) await report(happening);
    await fixture.library.availability('old-films', 1);
    expect([other.calls(QUEUE).length, other.calls(FILMS).length]).toEqual([1, 1]);
  });

  it('a fill under way when it comes answers its own readers and doesn’t bring the old state back', async () => {
    const letGo = fixture.radarr.hold(FILMS);
    const arrival = fixture.radarr.nextCall(FILMS);
    const before = status();
    await arrival;
    fixture.radarr.finishDownload(1);
    await report('imported');
    letGo();
    expect(await before).toBe('requested');
    expect(fixture.library.warmDigest(fixture.id)).toBeUndefined();
    expect([await status(), await status()]).toEqual(['available', 'available']);
  });

  it('a read of the queue during a grab doesn’t restore the old queue', async () => {
    const letGo = fixture.radarr.hold(QUEUE);
    const arrival = fixture.radarr.nextCall(QUEUE);
    const before = status();
    await arrival;
    fixture.radarr.startDownload(1);
    await report('grabbed');
    letGo();
    expect(await before).toBe('requested');
    expect(await status()).toBe('downloading');
  });

  it('in a storm, with readers all the time, the last state is what stays', async () => {
    const seen: Promise<unknown>[] = [];
    for (let round = 0; round < 20; round++) {
      const letGo = fixture.radarr.hold(FILMS);
      seen.push(status(), status());
      if (round === 10) fixture.radarr.finishDownload(1);
      await Promise.all([report('imported'), report('grabbed'), report('imported')]);
      letGo();
    }
    await Promise.all(seen);
    expect(await status()).toBe('available');
    expect(fixture.library.warmDigest(fixture.id)?.get(1)?.hasFile).toBe(true);
  });

  it('a library that was found unreadable a moment ago is tried at once', async () => {
    fixture.radarr.fail(FILMS, 500);
    expect(await status()).toBe(false);
    await report('imported');
    expect(await status()).toBe('requested');
  });

  describe('the status of the reported film', () => {
    const current = async (): Promise<unknown> => {
      const film = await fixture.library.current(fixture.id, 1);
      return film.known ? film.status : film.reason;
    };

    it('is read of its own record alone, past what is cached, and kept nowhere', async () => {
      await status();
      fixture.radarr.finishDownload(1);
      fixture.radarr.forgetCalls();
      expect([await current(), await status()]).toEqual(['available', 'requested']);
      expect(fixture.radarr.calls(FILMS).map(({ query }) => query)).toEqual([{ tmdbId: '1' }]);
    });

    it('is unavailable once it is deleted, and unknown when it can’t be read', async () => {
      fixture.radarr.removeMovie(1);
      expect(await current()).toBe('unavailable');
      fixture.radarr.fail(FILMS, 500);
      expect(await current()).toBe('library_unavailable');
    });
  });
});

describe('doc4 §5.1: reports of a TV manager', () => {
  let fixture: SeriesLibraryFixture;

  /** Of four aired episodes of each of two series, two have a file: only the list of episodes says what is missing. */
  beforeEach(async () => {
    fixture = await SeriesLibraryFixture.open();
    for (const tvdbId of [1, 2]) fixture.sonarr.given.series({ tvdbId, seasons: { 1: 4 }, files: { 1: [1, 2] } });
  });

  afterEach(() => fixture.close());

  const report = (happening: Happening, tvdbId: number | null = 1): Promise<void> => {
    const series = tvdbId === null ? null : { tvdbId, tmdbId: 7 };
    return fixture.events.publish(
      new ManagerReported(fixture.id, 'tv_manager', libraryReport(happening, { isUpgrade: true, series })),
    );
  };
  const files = async (tvdbId = 1): Promise<unknown> => {
    const series = (await fixture.library.availabilities(fixture.id, [tvdbId])).get(tvdbId);
    return series?.known && series.seasons.map((season) => season.files);
  };
  const reads = (): readonly number[] => [QUEUE, SERIES, EPISODES].map((key) => fixture.sonarr.calls(key).length);

  it.each(TITLE_HAPPENINGS)(
    '%s: the series, its episodes and the queue are read anew, and it is named',
    async (happening) => {
      const heard = listen(fixture);
      await files(1);
      await files(2);
      expect(reads()).toEqual([1, 1, 2]);
      await report(happening);
      await files(1);
      expect(reads()).toEqual([2, 2, 3]);
      await files(2);
      expect(reads()).toEqual([2, 2, 3]);
      expect(heard).toEqual([new SeriesReported(fixture.id, 1, 7, happening, true)]);
    },
  );

  it.each(QUEUE_HAPPENINGS)('%s: the queue is dropped, series and episodes are kept', async (happening) => {
    const heard = listen(fixture);
    await files(1);
    await report(happening);
    await files(1);
    expect(reads()).toEqual([2, 1, 1]);
    expect(heard).toEqual([new QueueChanged(fixture.id)]);
  });

  it('without a series, the episodes of all of them are dropped', async () => {
    await files(1);
    await files(2);
    await report('imported', null);
    await files(1);
    await files(2);
    expect(reads()).toEqual([2, 2, 4]);
  });

  it('a list of episodes that is being read when it comes is not kept', async () => {
    const letGo = fixture.sonarr.hold(EPISODES);
    const arrival = fixture.sonarr.nextCall(EPISODES);
    const before = files(1);
    await arrival;
    fixture.sonarr.importFiles(1, 1, [3]);
    await report('imported');
    letGo();
    await before;
    expect(await files(1)).toEqual([3]);
    const [, , lists = 0] = reads();
    expect(lists).toBeGreaterThan(1);
    expect(await files(1)).toEqual([3]);
    expect(reads()[2]).toBe(lists);
  });

  it('reads the status of the reported series from its own record and episodes, without caching it', async () => {
    await files(1);
    fixture.sonarr.importFiles(1, 1, [3, 4]);
    fixture.sonarr.forgetCalls();
    const series = await fixture.library.current(fixture.id, 1);
    expect(series.known && series.seasons.map(({ files: held }) => held)).toEqual([4]);
    expect(fixture.sonarr.calls(SERIES).map(({ query }) => query)).toEqual([{ tvdbId: '1' }]);
    expect(await files(1)).toEqual([2]);
    fixture.sonarr.removeSeries(1);
    expect(await fixture.library.current(fixture.id, 1)).toMatchObject({ known: true, inLibrary: false });
    fixture.sonarr.fail(SERIES, 500);
    expect(await fixture.library.current(fixture.id, 1)).toMatchObject({ known: false });
  });
});
