import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { NotifierService } from '../../../src/modules/realtime/updates/notifier.service.js';
import { movieResource } from '../../fakes/radarr/radarr-film.js';
import { filmDetailOf } from '../../fakes/tmdb/tmdb-film.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import type { LiveSocket } from '../../harness/live-socket.js';
import type { Session } from '../../harness/start-app.js';
import { Household } from '../requests/household.js';
import { SeriesHousehold } from '../requests/series-household.js';

/** Something waits at one point of its work until it is let go of. */
interface Held {
  /** Resolves when it has come there. */
  readonly arrived: Promise<unknown>;
  letGo(): void;
}

describe('doc3 §6: the order of the frames that a session receives', () => {
  let household: Household;
  let kit: Session;
  let toAna: LiveSocket;
  let toKit: LiveSocket;

  /** Ana and kit may use the library; kit is a kids account, up to PG. */
  beforeEach(async () => {
    household = await Household.open({ isReusable: true });
    kit = await household.app.invite('kit');
    await limitContent(household.admin, kit);
    const { status } = await household.admin.post(`/api/instances/${household.library}/webhook`);
    expect(status).toBe(200);
    toAna = await household.app.live(household.ana);
    toKit = await household.app.live(kit);
  });

  afterEach(() => household.close());

  /** A film of this rating, whose file is in the library. */
  function filmRated(certification: string): number {
    const tmdbId = household.film();
    household.app.tmdb.given.film({ id: tmdbId, title: `Film no. ${tmdbId}`, ...ratedFilm(certification) });
    household.app.radarr.given.movie({ tmdbId, hasFile: true });
    return tmdbId;
  }

  /** The rating of a film is looked up, and the provider takes its time. */
  function heldRating(tmdbId: number, certification: string): Held {
    const { promise, resolve } = manualPromise();
    const film = household.app.tmdb.given.film({
      id: tmdbId,
      title: `Film no. ${tmdbId}`,
      ...ratedFilm(certification),
    });
    household.app.tmdb.route(`GET /3/movie/${tmdbId}`, async () => {
      await promise;
      return { body: filmDetailOf(film, ['release_dates']) };
    });
    return { arrived: household.app.tmdb.nextCall(`GET /3/movie/${tmdbId}`), letGo: resolve };
  }

  /** A webhook about another film, whose record the library answers late: the library's work queue is busy. */
  async function busyQueue(): Promise<Held> {
    const { radarr } = household.app;
    const slow = String(household.film());
    const { promise, resolve } = manualPromise();
    radarr.route('GET /api/v3/movie', async ({ query }) => {
      if (query.tmdbId === slow) await promise;
      const asked = radarr.movies.filter(({ film }) =>
        [undefined, String(film.tmdbId)].includes(query.tmdbId as string),
      );
      return { body: asked.map((movie) => movieResource(movie.film, movie)) };
    });
    const arrived = radarr.nextCall('GET /api/v3/movie');
    await radarr.sendWebhook('Download', Number(slow));
    await arrived;
    return { arrived, letGo: resolve };
  }

  const reported = async (event: 'Download' | 'MovieFileDelete', tmdbId: number): Promise<void> => {
    expect((await household.app.radarr.sendWebhook(event, tmdbId)).map(({ status }) => status)).toEqual([200]);
  };

  const idle = () => household.app.get(NotifierService).idle();

  /** Resolves when everything is sent that was announced in this work queue. */
  const receivedIn = (workQueue: string): Promise<void> =>
    new Promise((resolve) =>
      household.app.get(NotifierService).announce(workQueue, {
        key: 'all before it',
        compose: async () => {
          resolve();
          return null;
        },
      }),
    );

  /** What a session received about titles until now. The change of the configuration goes by another work queue. */
  async function receivedBy(...sockets: readonly LiveSocket[]): Promise<readonly (readonly unknown[])[]> {
    await household.app.connectRadarr(household.admin, { name: 'A mark', auto_add_users: false });
    const all = await Promise.all(sockets.map((socket) => socket.before('config_changed')));
    return all.map((frames) =>
      frames.flatMap(({ data }) =>
        'tmdb_id' in data && 'status' in data ? [[data['tmdb_id'], data['status'], data['progress']]] : [],
      ),
    );
  }

  const available = (tmdbId: number) => [tmdbId, 'available', undefined];

  describe('security 19: a rating that takes its time', () => {
    it('keeps frames of the film from a kids account until it is judged; then they all arrive, in that order', async () => {
      const { radarr } = household.app;
      const tmdbId = household.film();
      radarr.given.movie({ tmdbId });
      const rating = heldRating(tmdbId, 'PG');
      await reported('Download', tmdbId);
      await rating.arrived;
      expect((await toAna.nextOf('request_status_changed')).data['status']).toBe('requested');
      radarr.finishDownload(tmdbId);
      await reported('Download', tmdbId);
      expect((await toAna.nextOf('request_status_changed')).data['status']).toBe('available');
      expect(await receivedBy(toKit)).toEqual([[]]);
      rating.letGo();
      await idle();
      expect(await receivedBy(toKit)).toEqual([[[tmdbId, 'requested', undefined], available(tmdbId)]]);
    });

    it('a kids account that may not see the film receives only what happened after it', async () => {
      const [first, second] = [filmRated('R'), filmRated('PG')];
      const rating = heldRating(first, 'R');
      await reported('Download', first);
      await rating.arrived;
      await reported('Download', second);
      rating.letGo();
      await idle();
      expect(await receivedBy(toAna, toKit)).toEqual([[available(first), available(second)], [available(second)]]);
    });

    it('those limits hold that are set once the rating is there', async () => {
      const tmdbId = filmRated('PG');
      const rating = heldRating(tmdbId, 'PG');
      await reported('Download', tmdbId);
      await rating.arrived;
      await limitContent(household.admin, kit, { max_movie_rating: 'G' });
      await toKit.nextOf('config_changed');
      rating.letGo();
      await idle();
      expect(await receivedBy(toAna, toKit)).toEqual([[available(tmdbId)], []]);
    });
  });

  describe('doc4 §5.1 and §5.2: while a library takes its time, what happens to one of its films', () => {
    it('for two reasons is sent for both: its import, and the removal of an older file, which by itself sends nothing', async () => {
      const tmdbId = filmRated('PG');
      const workQueue = await busyQueue();
      await reported('Download', tmdbId);
      await reported('MovieFileDelete', tmdbId);
      workQueue.letGo();
      await idle();
      expect((await receivedBy(toAna))[0]?.slice(1)).toEqual([available(tmdbId)]);
    });

    it('for two reasons is sent for both, in their order: its delivery, and that its download has begun', async () => {
      const { app } = household;
      const tmdbId = household.film();
      await app.get(JobRunner).runNow('realtime.follow-libraries');
      await app.get(JobRunner).runNow('library.poll-queues');
      const workQueue = await busyQueue();
      await household.delivered(household.ana, tmdbId);
      await receivedIn('delivered');
      await app.get(JobRunner).runNow('library.poll-queues');
      app.radarr.startDownload(tmdbId);
      await app.clock.advance(11_000);
      await app.get(JobRunner).runNow('library.poll-queues');
      workQueue.letGo();
      await idle();
      const ofFilm = (await receivedBy(toAna))[0]?.filter((frame) => (frame as unknown[])[0] === tmdbId);
      expect(ofFilm).toEqual([
        [tmdbId, 'requested', undefined],
        [tmdbId, 'downloading', 0],
      ]);
    });

    it('often for one reason is read and sent once, in its first place, with its state by then', async () => {
      const { radarr } = household.app;
      const [tmdbId, other] = [household.film(), filmRated('PG')];
      radarr.given.movie({ tmdbId });
      const workQueue = await busyQueue();
      await reported('Download', tmdbId);
      await reported('Download', other);
      radarr.finishDownload(tmdbId);
      await reported('Download', tmdbId);
      radarr.forgetCalls();
      workQueue.letGo();
      await idle();
      expect((await receivedBy(toAna))[0]?.slice(1)).toEqual([available(tmdbId), available(other)]);
      const reads = radarr.calls('GET /api/v3/movie').filter(({ query }) => query.tmdbId === String(tmdbId));
      expect(reads).toHaveLength(1);
    });
  });
});

describe('doc4 §5.1 and §5.2: while a TV library takes its time', () => {
  let household: SeriesHousehold;

  beforeEach(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
  });

  afterEach(() => household.close());

  it('what happens to a series for two reasons is sent for both: an import, and that another download has begun', async () => {
    const { app, library } = household;
    await household.admin.post(`/api/instances/${library}/webhook`);
    const show = household.show({ seasons: { 1: 2 } });
    app.sonarr.given.series({ tvdbId: show.tvdbId });
    const ana = await app.live(household.ana);
    await app.get(JobRunner).runNow('realtime.follow-libraries');
    await app.get(JobRunner).runNow('library.poll-queues');
    const { promise, resolve } = manualPromise<null>();
    app.get(NotifierService).announce(`library ${library}`, { key: 'what takes its time', compose: () => promise });
    app.sonarr.importFiles(show.tvdbId, 1, [1]);
    await app.sonarr.sendWebhook('Download', show.tvdbId, { season: 1, episodes: [1] });
    app.sonarr.startDownload(show.tvdbId, 1, 2);
    await app.clock.advance(11_000);
    await app.get(JobRunner).runNow('library.poll-queues');
    resolve(null);
    await app.get(NotifierService).idle();
    await app.connectSonarr(household.admin, { name: 'A mark', auto_add_users: false });
    const ofSeries = (await ana.before('config_changed')).filter(({ data }) => data['tmdb_id'] === show.tmdbId);
    expect(ofSeries.map(({ data }) => [data['status'], data['progress']])).toEqual([
      ['partially_available', undefined],
      ['downloading', 0],
    ]);
  });
});
