import { afterEach, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { NotifierService } from '../../../src/modules/realtime/updates/notifier.service.js';
import type { Frame } from '../../../src/modules/realtime/sessions/live-sessions.service.js';
import { damagePolicy, limitContent, ratedFilm } from '../../harness/kids-policy.js';
import type { LiveSocket } from '../../harness/live-socket.js';
import type { App } from '../../harness/start-app.js';
import { Household } from '../requests/household.js';
import { SeriesHousehold, type Show } from '../requests/series-household.js';

/** The next look at the queues of libraries that somebody follows, and every frame that follows from it. */
async function nextRound(app: App): Promise<void> {
  // What happened before is sent first: another work queue finds it out than what the queue of the library shows.
  await app.get(NotifierService).idle();
  await app.clock.leap(11_000);
  // It waits for a look at the queues that is under way, and then takes one itself.
  await app.get(JobRunner).runNow('library.poll-queues');
  await app.get(NotifierService).idle();
}

/**
 * Two minutes pass while the connection is kept alive, a little at once: a library that seems to answer slowly is answered for
 * from memory, and left alone for a while.
 */
async function pass(app: App, one: LiveSocket): Promise<void> {
  for (let step = 0; step < 25; step += 1) {
    await one.outlast(app.clock, 5_000);
    await app.get(JobRunner).runNow('library.poll-queues');
  }
  await app.get(NotifierService).idle();
}

/** Somebody connects, and the queues of their libraries are seen for the first time. */
async function follow(app: App): Promise<void> {
  await app.get(JobRunner).runNow('realtime.follow-libraries');
  await nextRound(app);
}

describe('doc4 §5.2: the frames about films', () => {
  let household: Household;
  let admin: LiveSocket;
  let ana: LiveSocket;
  let ben: LiveSocket;

  afterEach(() => household.close());

  /** Ana holds the library, ben does not. */
  async function open(): Promise<void> {
    household = await Household.open({ isReusable: true });
    const member = await household.app.invite('ben');
    await household.assign(household.library, 'remove', member);
    admin = await household.app.live(household.admin);
    ana = await household.app.live(household.ana);
    ben = await household.app.live(member);
  }

  const about = (tmdbId: number, fields: object): object => ({
    tmdb_id: tmdbId,
    media_type: 'movie',
    ...fields,
    instance_id: household.library,
  });
  const progress = (tmdbId: number, percent: number): Frame =>
    ({ type: 'download_progress', data: about(tmdbId, { progress: percent, status: 'downloading' }) }) as Frame;
  const status = (tmdbId: number, word: string): Frame =>
    ({ type: 'request_status_changed', data: about(tmdbId, { status: word }) }) as Frame;
  const queue = (): Frame => ({
    type: 'arr_queue_changed',
    data: { instance_id: household.library, service_type: 'movie_manager' },
  });

  /** The frames about libraries and titles that each received until now. */
  async function received(): Promise<readonly (readonly Frame[])[]> {
    await household.app.get(NotifierService).idle();
    await household.app.connectRadarr(household.admin, { name: 'The end', auto_add_users: false });
    const all = await Promise.all([admin, ana, ben].map((one) => one.before('config_changed')));
    return all.map((frames) => frames.filter(({ type }) => !/^request_(updated|auto_approved|quota)/.test(type)));
  }

  it('from delivery to arrival, to those who may use the library and to nobody else', async () => {
    await open();
    const tmdbId = household.film();
    await follow(household.app);
    await household.delivered(household.ana, tmdbId);
    household.app.radarr.startDownload(tmdbId);
    await nextRound(household.app);
    household.app.radarr.advanceDownload(tmdbId, 0.375);
    await nextRound(household.app);
    household.app.radarr.finishDownload(tmdbId);
    await nextRound(household.app);
    const expected = [
      status(tmdbId, 'requested'),
      queue(),
      progress(tmdbId, 0),
      queue(),
      progress(tmdbId, 37),
      queue(),
      status(tmdbId, 'available'),
    ];
    expect(await received()).toEqual([expected, expected, []]);
  });

  it('nothing twice in a row: an unchanged library sends no second frame', async () => {
    await open();
    const tmdbId = household.film();
    await follow(household.app);
    await household.delivered(household.ana, tmdbId);
    await household.status(household.ana, tmdbId);
    for (let round = 0; round < 3; round++) await nextRound(household.app);
    expect((await received())[1]).toEqual([status(tmdbId, 'requested')]);
  });

  it('nothing twice in a row: a download that moved on by less than a percent', async () => {
    await open();
    const tmdbId = household.film();
    await follow(household.app);
    await household.delivered(household.ana, tmdbId);
    household.app.radarr.startDownload(tmdbId);
    await nextRound(household.app);
    for (const share of [0.371, 0.374]) {
      household.app.radarr.advanceDownload(tmdbId, share);
      await nextRound(household.app);
    }
    const received37 = (await received())[1]?.filter(({ data }) => data['progress'] === 37);
    expect(received37).toEqual([progress(tmdbId, 37)]);
  });

  it('doc4 §5.2, pollers: queues are looked at while somebody is connected, without being asked', async () => {
    await open();
    await follow(household.app);
    household.app.radarr.forgetCalls();
    await nextRound(household.app);
    expect(household.app.radarr.calls('GET /api/v3/queue').length).toBeGreaterThan(0);
  });

  it('nothing that isn’t known: an unreadable library is no status', async () => {
    await open();
    const tmdbId = household.film();
    await follow(household.app);
    await household.delivered(household.ana, tmdbId);
    household.app.radarr.startDownload(tmdbId);
    await nextRound(household.app);
    household.app.radarr.finishDownload(tmdbId);
    household.app.radarr.fail('GET /api/v3/movie', 503, Infinity);
    await nextRound(household.app);
    expect((await received())[1]?.filter(({ type }) => type === 'request_status_changed')).toEqual([
      status(tmdbId, 'requested'),
    ]);
  });

  describe('doc4 Decisions, security 19: to a kids account', () => {
    /** Ana has become one; the frames that she receives about a film that an administrator has delivered. */
    async function receivedOf(
      certification: string,
      before: (tmdbId: number) => Promise<void> = async () => undefined,
    ) {
      await open();
      const tmdbId = household.film();
      household.app.tmdb.given.film({ id: tmdbId, title: 'Harbor Lights', ...ratedFilm(certification) });
      await limitContent(household.admin, household.ana);
      expect((await ana.next()).type).toBe('config_changed');
      await follow(household.app);
      await before(tmdbId);
      await household.delivered(household.admin, tmdbId, { instance_id: household.library });
      household.app.radarr.startDownload(tmdbId);
      await nextRound(household.app);
      const [, toAna = []] = await received();
      return toAna.filter(({ type }) => type !== 'arr_queue_changed').map(({ type }) => type);
    }

    it('the frames about a film within its limits', async () => {
      expect(await receivedOf('PG')).toEqual(['request_status_changed', 'download_progress']);
    });

    it('nothing of a film outside of them', async () => {
      expect(await receivedOf('PG-13')).toEqual([]);
    });

    it('nothing while its policy can not be read, and its session goes on', async () => {
      expect(await receivedOf('PG', () => damagePolicy(household.app, household.ana))).toEqual([]);
    });

    it('nothing while the ratings can not be looked up', async () => {
      const fail = async (): Promise<void> => household.app.tmdb.fail('GET /3/movie/:id', 503, 100);
      expect(await receivedOf('PG', fail)).toEqual([]);
    });
  });

  describe('doc4 Decisions, security 19: while the ratings of films are looked up for a kids account', () => {
    const RATINGS = 'GET /3/movie/:id';

    /** Ana has become one after the library got two films, whose downloads begin. */
    async function downloading(): Promise<readonly number[]> {
      await open();
      const films = [household.film(), household.film()];
      for (const tmdbId of films) {
        household.app.tmdb.given.film({ id: tmdbId, title: `Film ${tmdbId}`, ...ratedFilm('PG') });
        await household.delivered(household.admin, tmdbId, { instance_id: household.library });
      }
      await household.app.get(NotifierService).idle();
      await limitContent(household.admin, household.ana);
      await ana.nextOf('config_changed');
      await follow(household.app);
      household.app.tmdb.forgetCalls();
      for (const tmdbId of films) household.app.radarr.startDownload(tmdbId);
      return films;
    }

    it('others don’t wait for it, and one film doesn’t wait for the other', async () => {
      const films = await downloading();
      household.app.tmdb.fail(RATINGS, 'timeout', 2);
      const asked = films.map((tmdbId) => household.app.tmdb.nextCall(`GET /3/movie/${tmdbId}`));
      await household.app.clock.advance(11_000);
      await household.app.get(JobRunner).runNow('library.poll-queues');
      const toAdmin = [await admin.nextOf('download_progress'), await admin.nextOf('download_progress')];
      expect(toAdmin).toEqual(expect.arrayContaining(films.map((tmdbId) => progress(tmdbId, 0))));
      await Promise.all(asked);
      await household.app.clock.advance(10_000);
      await household.app.get(NotifierService).idle();
      expect(household.app.tmdb.calls(RATINGS)).toHaveLength(2);
    });

    it('what could not be judged is sent as something to read again, without naming the film', async () => {
      await downloading();
      household.app.tmdb.fail(RATINGS, 503, 2);
      await nextRound(household.app);
      expect((await received())[1]).toEqual([queue(), queue(), queue()]);
    });

    it('limits that are tightened meanwhile hold', async () => {
      const films = await downloading();
      let tightened: Promise<void> | undefined;
      const tighten = (): Promise<void> =>
        (tightened ??= limitContent(household.admin, household.ana, { max_movie_rating: 'G' }));
      for (const tmdbId of films) household.app.tmdb.meanwhile(`GET /3/movie/${tmdbId}`, tighten);
      await nextRound(household.app);
      await ana.nextOf('config_changed');
      const types = (await received())[1]?.map(({ type }) => type) ?? [];
      expect(types).not.toContain('download_progress');
    });
  });

  it('security 12: a grant that was taken back counts with the next frame', async () => {
    await open();
    const tmdbId = household.film();
    await follow(household.app);
    await household.assign(household.library, 'remove', household.ana);
    for (const one of [admin, ana, ben]) await one.nextOf('config_changed');
    await household.delivered(household.admin, tmdbId, { instance_id: household.library });
    expect((await received()).map((frames) => frames.length)).toEqual([1, 0, 0]);
  });
});

describe('doc4 §5.2: the frames about series', () => {
  it.each([
    ['the frames about one within its limits', 'TV-PG', ['request_status_changed', 'download_progress']],
    ['nothing of one outside of them', 'TV-14', []],
  ])('doc4 Decisions, security 19: to a kids account %s', async (_, rating, expected) => {
    const household = await SeriesHousehold.open({ isReusable: true });
    const content_ratings = { results: [{ iso_3166_1: 'US', descriptors: [], rating }] };
    const show = household.show({ seasons: { 1: 1 }, atProvider: { content_ratings } });
    await limitContent(household.admin, household.ana);
    const [admin, ana] = [await household.app.live(household.admin), await household.app.live(household.ana)];
    await follow(household.app);
    await household.delivered(household.admin, show.tmdbId, { instance_id: household.library, season_scope: 'all' });
    // Before the download begins: the delivery is announced as requested, and not as how far it has come.
    await household.app.get(NotifierService).idle();
    household.app.sonarr.startDownload(show.tvdbId, 1, 1);
    await nextRound(household.app);
    await household.app.connectSonarr(household.admin, { name: 'The end', auto_add_users: false });
    const [toAdmin, toAna] = await Promise.all([admin, ana].map((one) => one.before('config_changed')));
    const titled = (frames: readonly Frame[] = []) => frames.filter(({ data }) => 'media_type' in data);
    expect(titled(toAna).map(({ type }) => type)).toEqual(expected);
    expect(titled(toAdmin)).toEqual(
      expect.arrayContaining(titled(toAna).map((frame) => expect.objectContaining(frame))),
    );
    expect(titled(toAdmin).map(({ type }) => type)).toContain('download_progress');
    expect(JSON.stringify(toAna).includes(String(show.tmdbId))).toBe(expected.length > 0);
    await household.close();
  });

  it('by the id under which people follow it: progress while it downloads, then how much of it is there', async () => {
    const household = await SeriesHousehold.open({ isReusable: true });
    const show = household.show({ seasons: { 1: 2 } });
    const ana = await household.app.live(household.ana);
    await follow(household.app);
    await household.delivered(household.ana, show.tmdbId, { season_scope: 'all' });
    await household.app.get(NotifierService).idle();
    const first = household.app.sonarr.startDownload(show.tvdbId, 1, 1);
    await nextRound(household.app);
    household.app.sonarr.advanceDownload(first, 0.5);
    await nextRound(household.app);
    household.app.sonarr.finishDownload(first);
    await nextRound(household.app);
    const second = household.app.sonarr.startDownload(show.tvdbId, 1, 2);
    await nextRound(household.app);
    household.app.sonarr.finishDownload(second);
    await nextRound(household.app);
    await household.app.get(NotifierService).idle();
    await household.app.connectSonarr(household.admin, { name: 'The end', auto_add_users: false });
    const frames = (await ana.before('config_changed')).filter(({ type }) => /progress|status/.test(type));
    const states = frames.map(({ type, data }) => (type === 'download_progress' ? data['progress'] : data['status']));
    expect(states).toEqual(['requested', 0, 50, 'partially_available', 0, 'available']);
    for (const { data } of frames)
      expect(data).toMatchObject({ tmdb_id: show.tmdbId, media_type: 'tv', instance_id: household.library });
    await household.close();
  });

  it('issue 43 C16: nothing of one whose seasons differ between the catalogs, until they no longer do', async () => {
    const household = await SeriesHousehold.open({ isReusable: true });
    const [doubted, sure] = [household.show({ seasons: { 1: 1 } }), household.show({ seasons: { 1: 1 } })];
    const ana = await household.app.live(household.ana);
    await follow(household.app);
    for (const { tmdbId } of [doubted, sure]) await household.delivered(household.ana, tmdbId, { season_scope: 'all' });
    await household.app.get(NotifierService).idle();
    await household.doubt([doubted], household.app.clock.now());
    const arrive = async (): Promise<void> => {
      const downloads = [doubted, sure].map(({ tvdbId }) => household.app.sonarr.startDownload(tvdbId, 1, 1));
      await nextRound(household.app);
      for (const download of downloads) household.app.sonarr.finishDownload(download);
      await nextRound(household.app);
    };
    await arrive();
    await household.doubt([doubted], null);
    for (const { tvdbId } of [doubted, sure]) household.app.sonarr.given.series({ tvdbId, seasons: { 1: 1 } });
    await arrive();
    await household.app.connectSonarr(household.admin, { name: 'The end', auto_add_users: false });
    const frames = (await ana.before('config_changed')).filter(({ type }) => /progress|status/.test(type));
    const of = ({ tmdbId }: Show) =>
      frames.filter(({ data }) => data['tmdb_id'] === tmdbId).map(({ data }) => data['progress'] ?? data['status']);
    expect([of(doubted), of(sure)]).toEqual([
      ['requested', 0, 'available'],
      ['requested', 0, 'available', 0, 'available'],
    ]);
    await household.close();
  });

  it('issue 43 C16: of the seasons that are its own, where others of the library’s series are another title', async () => {
    const household = await SeriesHousehold.open({ isReusable: true });
    // Bundled: a title of its own for each season of one series.
    const seasons = [{ season_number: 1, episode_count: 1, air_date: '2015-01-01' }];
    const [first, second] = [113_988, 225_634].map((tmdbId) =>
      household.show({ tmdbId, tvdbId: 389_492, seasons: { 1: 1, 2: 1 }, atProvider: { seasons } }),
    ) as [Show, Show];
    const ana = await household.app.live(household.ana);
    await follow(household.app);
    for (const { tmdbId } of [first, second]) {
      await household.delivered(household.ana, tmdbId, { seasons: [1] });
      await household.app.get(NotifierService).idle();
    }
    const download = household.app.sonarr.startDownload(second.tvdbId, 2, 1);
    await nextRound(household.app);
    household.app.sonarr.finishDownload(download);
    await nextRound(household.app);
    await household.app.connectSonarr(household.admin, { name: 'The end', auto_add_users: false });
    const frames = (await ana.before('config_changed')).filter(({ type }) => /progress|status/.test(type));
    expect(frames.map(({ data }) => [data['tmdb_id'], data['progress'] ?? data['status']])).toEqual([
      [first.tmdbId, 'requested'],
      [second.tmdbId, 'requested'],
      [second.tmdbId, 0],
      [second.tmdbId, 'available'],
    ]);
    await household.close();
  });

  it('by the id that the library knows, when nobody asked for it: its arrival and its removal, however late', async () => {
    const household = await SeriesHousehold.open({ isReusable: true });
    const show = household.show({ seasons: { 1: 1 } });
    household.app.sonarr.given.series({ tvdbId: show.tvdbId });
    const ana = await household.app.live(household.ana);
    await follow(household.app);
    await household.lookAt(show);
    const download = household.app.sonarr.startDownload(show.tvdbId, 1, 1);
    await nextRound(household.app);
    await pass(household.app, ana);
    household.app.sonarr.finishDownload(download);
    await nextRound(household.app);
    household.app.sonarr.removeSeries(show.tvdbId);
    await pass(household.app, ana);
    await household.lookAt(show);
    await nextRound(household.app);
    await household.app.connectSonarr(household.admin, { name: 'The end', auto_add_users: false });
    const frames = (await ana.before('config_changed')).filter(({ type }) => /progress|status/.test(type));
    const states = frames.map(({ data }) => [data['tmdb_id'], data['progress'] ?? data['status']]);
    expect(states).toEqual([
      [show.tmdbId, 0],
      [show.tmdbId, 'available'],
      [show.tmdbId, 'unavailable'],
    ]);
    await household.close();
  });
});
