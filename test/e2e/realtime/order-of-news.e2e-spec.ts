import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { Announcer } from '../../../src/modules/realtime/announcements/announcer.js';
import { movieResource } from '../../fakes/radarr/radarr-film.js';
import { filmDetailOf } from '../../fakes/tmdb/tmdb-film.js';
import { deferred } from '../../harness/deferred.js';
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

describe('doc3 §6: the order in which a session is told', () => {
  let house: Household;
  let kit: Session;
  let toAna: LiveSocket;
  let toKit: LiveSocket;

  /** Ana and kit may use the library; kit is a kids account, up to PG. */
  beforeEach(async () => {
    house = await Household.open();
    kit = await house.app.invite('kit');
    await limitContent(house.admin, kit);
    const { status } = await house.admin.post(`/api/instances/${house.library}/webhook`);
    expect(status).toBe(200);
    toAna = await house.app.live(house.ana);
    toKit = await house.app.live(kit);
  });

  afterEach(() => house.close());

  /** A film of this rating, whose file is in the library. */
  function filmRated(certification: string): number {
    const tmdbId = house.film();
    house.app.tmdb.given.film({ id: tmdbId, title: `Film no. ${tmdbId}`, ...ratedFilm(certification) });
    house.app.radarr.given.movie({ tmdbId, hasFile: true });
    return tmdbId;
  }

  /** The rating of a film is looked up, and the provider takes its time. */
  function heldRating(tmdbId: number, certification: string): Held {
    const { promise, resolve } = deferred();
    const film = house.app.tmdb.given.film({ id: tmdbId, title: `Film no. ${tmdbId}`, ...ratedFilm(certification) });
    house.app.tmdb.route(`GET /3/movie/${tmdbId}`, async () => {
      await promise;
      return { body: filmDetailOf(film, ['release_dates']) };
    });
    return { arrived: house.app.tmdb.nextCall(`GET /3/movie/${tmdbId}`), letGo: resolve };
  }

  /** News of a film that nobody asks about, whose record the library takes its time to answer: its lane is busy. */
  async function busyLane(): Promise<Held> {
    const { radarr } = house.app;
    const slow = String(house.film());
    const { promise, resolve } = deferred();
    radarr.route('GET /api/v3/movie', async ({ query }) => {
      if (query.tmdbId === slow) await promise;
      const asked = radarr.movies.filter(({ film }) =>
        [undefined, String(film.tmdbId)].includes(query.tmdbId as string),
      );
      return { body: asked.map((movie) => movieResource(movie.film, movie)) };
    });
    const arrived = radarr.nextCall('GET /api/v3/movie');
    await radarr.tell('Download', Number(slow));
    await arrived;
    return { arrived, letGo: resolve };
  }

  const reported = async (event: 'Download' | 'MovieFileDelete', tmdbId: number): Promise<void> => {
    expect((await house.app.radarr.tell(event, tmdbId)).map(({ status }) => status)).toEqual([200]);
  };

  const idle = () => house.app.get(Announcer).idle();

  /** Resolves when everything is told that was announced in this lane. */
  const toldIn = (lane: string): Promise<void> =>
    new Promise((told) =>
      house.app.get(Announcer).announce(lane, {
        key: 'all before it',
        compose: async () => {
          told();
          return null;
        },
      }),
    );

  /** What a session was told of titles until now. The change of the configuration goes by another lane. */
  async function toldTo(...sockets: readonly LiveSocket[]): Promise<readonly (readonly unknown[])[]> {
    await house.app.connectRadarr(house.admin, { name: 'A mark', auto_add_users: false });
    const all = await Promise.all(sockets.map((socket) => socket.before('config_changed')));
    return all.map((frames) =>
      frames.flatMap(({ data }) =>
        'tmdb_id' in data && 'status' in data ? [[data['tmdb_id'], data['status'], data['progress']]] : [],
      ),
    );
  }

  const available = (tmdbId: number) => [tmdbId, 'available', undefined];

  describe('security 19: a rating that takes its time', () => {
    it('keeps from a kids account what becomes of the film until it is judged; then it is told all, in that order', async () => {
      const { radarr } = house.app;
      const tmdbId = house.film();
      radarr.given.movie({ tmdbId });
      const rating = heldRating(tmdbId, 'PG');
      await reported('Download', tmdbId);
      await rating.arrived;
      expect((await toAna.nextOf('request_status_changed')).data['status']).toBe('requested');
      radarr.finishDownload(tmdbId);
      await reported('Download', tmdbId);
      expect((await toAna.nextOf('request_status_changed')).data['status']).toBe('available');
      expect(await toldTo(toKit)).toEqual([[]]);
      rating.letGo();
      await idle();
      expect(await toldTo(toKit)).toEqual([[[tmdbId, 'requested', undefined], available(tmdbId)]]);
    });

    it('a kids account that may not see the film is told of what happened after it alone', async () => {
      const [first, second] = [filmRated('R'), filmRated('PG')];
      const rating = heldRating(first, 'R');
      await reported('Download', first);
      await rating.arrived;
      await reported('Download', second);
      rating.letGo();
      await idle();
      expect(await toldTo(toAna, toKit)).toEqual([[available(first), available(second)], [available(second)]]);
    });

    it('those limits hold that are set once the rating is there', async () => {
      const tmdbId = filmRated('PG');
      const rating = heldRating(tmdbId, 'PG');
      await reported('Download', tmdbId);
      await rating.arrived;
      await limitContent(house.admin, kit, { max_movie_rating: 'G' });
      await toKit.nextOf('config_changed');
      rating.letGo();
      await idle();
      expect(await toldTo(toAna, toKit)).toEqual([[available(tmdbId)], []]);
    });
  });

  describe('doc4 §5.1 and §5.2: while a library takes its time, what happens to one of its films', () => {
    it('for two reasons is told for both: its import, and that an older file went, which by itself is no news', async () => {
      const tmdbId = filmRated('PG');
      const lane = await busyLane();
      await reported('Download', tmdbId);
      await reported('MovieFileDelete', tmdbId);
      lane.letGo();
      await idle();
      expect((await toldTo(toAna))[0]?.slice(1)).toEqual([available(tmdbId)]);
    });

    it('for two reasons is told for both, in their order: its delivery, and that its download has begun', async () => {
      const { app } = house;
      const tmdbId = house.film();
      await app.get(JobRunner).runNow('realtime.follow-libraries');
      await app.get(JobRunner).runNow('library.poll-queues');
      const lane = await busyLane();
      await house.delivered(house.ana, tmdbId);
      await toldIn('delivered');
      await app.get(JobRunner).runNow('library.poll-queues');
      app.radarr.startDownload(tmdbId);
      await app.clock.advance(11_000);
      await app.get(JobRunner).runNow('library.poll-queues');
      lane.letGo();
      await idle();
      const ofFilm = (await toldTo(toAna))[0]?.filter((told) => (told as unknown[])[0] === tmdbId);
      expect(ofFilm).toEqual([
        [tmdbId, 'requested', undefined],
        [tmdbId, 'downloading', 0],
      ]);
    });

    it('often for one reason is read and told once, in its first place, as it stands by then', async () => {
      const { radarr } = house.app;
      const [tmdbId, other] = [house.film(), filmRated('PG')];
      radarr.given.movie({ tmdbId });
      const lane = await busyLane();
      await reported('Download', tmdbId);
      await reported('Download', other);
      radarr.finishDownload(tmdbId);
      await reported('Download', tmdbId);
      radarr.forgetCalls();
      lane.letGo();
      await idle();
      expect((await toldTo(toAna))[0]?.slice(1)).toEqual([available(tmdbId), available(other)]);
      const reads = radarr.calls('GET /api/v3/movie').filter(({ query }) => query.tmdbId === String(tmdbId));
      expect(reads).toHaveLength(1);
    });
  });
});

describe('doc4 §5.1 and §5.2: while a TV library takes its time', () => {
  let house: SeriesHousehold;

  beforeEach(async () => {
    house = await SeriesHousehold.open();
  });

  afterEach(() => house.close());

  it('what happens to a series for two reasons is told for both: an import, and that another download has begun', async () => {
    const { app, library } = house;
    await house.admin.post(`/api/instances/${library}/webhook`);
    const show = house.show({ seasons: { 1: 2 } });
    app.sonarr.given.series({ tvdbId: show.tvdbId });
    const ana = await app.live(house.ana);
    await app.get(JobRunner).runNow('realtime.follow-libraries');
    await app.get(JobRunner).runNow('library.poll-queues');
    const { promise, resolve } = deferred<null>();
    app.get(Announcer).announce(`library ${library}`, { key: 'what takes its time', compose: () => promise });
    app.sonarr.importFiles(show.tvdbId, 1, [1]);
    await app.sonarr.tell('Download', show.tvdbId, { season: 1, episodes: [1] });
    app.sonarr.startDownload(show.tvdbId, 1, 2);
    await app.clock.advance(11_000);
    await app.get(JobRunner).runNow('library.poll-queues');
    resolve(null);
    await app.get(Announcer).idle();
    await app.connectSonarr(house.admin, { name: 'A mark', auto_add_users: false });
    const told = (await ana.before('config_changed')).filter(({ data }) => data['tmdb_id'] === show.tmdbId);
    expect(told.map(({ data }) => [data['status'], data['progress']])).toEqual([
      ['partially_available', undefined],
      ['downloading', 0],
    ]);
  });
});
