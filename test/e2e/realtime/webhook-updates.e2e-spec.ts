import { afterEach, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { NotifierService } from '../../../src/modules/realtime/updates/notifier.service.js';
import type { Frame } from '../../../src/modules/realtime/sessions/live-sessions.service.js';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import { LidarrFake } from '../../fakes/lidarr/lidarr-fake.js';
import type { RadarrEvent } from '../../fakes/radarr/radarr-events.js';
import type { Delivery } from '../../fakes/servarr/servarr-notifications.js';
import type { LiveSocket } from '../../harness/live-socket.js';
import type { App } from '../../harness/start-app.js';
import { Household } from '../requests/household.js';
import { SeriesHousehold } from '../requests/series-household.js';

/** The manager's call was accepted, and every frame that follows from it is sent. */
async function taken(app: App, call: Promise<readonly Delivery[]>): Promise<void> {
  expect((await call).map(({ status }) => status)).toEqual([200]);
  await app.get(JobRunner).runNow('library.poll-queues');
  await app.get(NotifierService).idle();
}

const install = async (household: Household | SeriesHousehold, id = household.library): Promise<void> => {
  const { status, text } = await household.admin.post(`/api/instances/${id}/webhook`);
  if (status !== 200) throw new Error(text);
};

/** The frames of this type that each received until now. */
async function received(household: Household | SeriesHousehold, type: string, ...sockets: readonly LiveSocket[]) {
  await household.app.get(NotifierService).idle();
  await household.app.connectRadarr(household.admin, { name: 'The end', auto_add_users: false });
  const all = await Promise.all(sockets.map((socket) => socket.before('config_changed')));
  return all.map((frames) => frames.filter((frame) => frame.type === type).map(({ data }) => data));
}

describe('doc4 §5.1: what a call of a movie manager sends to sessions', () => {
  let household: Household;

  afterEach(() => household.close());

  /** Ana holds the library, ben does not. Nobody has asked for the film, and nobody has looked. */
  async function open(): Promise<{ readonly tmdbId: number; readonly sockets: readonly LiveSocket[] }> {
    household = await Household.open({ isReusable: true });
    await install(household);
    const ben = await household.app.invite('ben');
    await household.assign(household.library, 'remove', ben);
    const sockets = await Promise.all(
      [household.admin, household.ana, ben].map((session) => household.app.live(session)),
    );
    return { tmdbId: household.film(), sockets };
  }

  const cases: readonly (readonly [RadarrEvent, string, object, (tmdbId: number) => void, string | null])[] = [
    ['MovieAdded', 'a monitored film', {}, () => undefined, 'requested'],
    ['Download', 'an import', {}, (tmdbId) => household.app.radarr.finishDownload(tmdbId), 'available'],
    ['MovieDelete', 'a removal', {}, (tmdbId) => household.app.radarr.removeMovie(tmdbId), 'unavailable'],
    ['MovieFileDelete', 'a monitored film without another file', {}, () => undefined, 'requested'],
    [
      'MovieFileDelete',
      'an unmonitored film without another file',
      { monitored: false },
      () => undefined,
      'unavailable',
    ],
    ['MovieFileDelete', 'a film that has a file still', { hasFile: true }, () => undefined, null],
    ['MovieDelete', 'what isn’t so: the film is there', { hasFile: true }, () => undefined, 'available'],
    ['Grab', 'a grab', {}, () => undefined, null],
  ];

  it.each(cases)(
    '%s of %s: its status, to those who may use the library and to nobody else',
    async (event, _, given, happen, status) => {
      const { tmdbId, sockets } = await open();
      household.app.radarr.given.movie({ tmdbId, ...given });
      happen(tmdbId);
      await taken(household.app, household.app.radarr.sendWebhook(event, tmdbId));
      const frame = { tmdb_id: tmdbId, media_type: 'movie', status, instance_id: household.library };
      const expected = status === null ? [] : [frame];
      expect(await received(household, 'request_status_changed', ...sockets)).toEqual([expected, expected, []]);
    },
  );

  it('Grab: that the queue has changed, to those who may use the library', async () => {
    const { tmdbId, sockets } = await open();
    await taken(household.app, household.app.radarr.sendWebhook('Grab', tmdbId));
    const frame = { instance_id: household.library, service_type: 'movie_manager' };
    expect(await received(household, 'arr_queue_changed', ...sockets)).toEqual([[frame], [frame], []]);
  });

  it('doc2 §6: a call wakes observation: the queue is looked at without waiting for its turn', async () => {
    const { tmdbId, sockets } = await open();
    const [, ana] = sockets as [LiveSocket, LiveSocket];
    household.app.radarr.given.movie({ tmdbId });
    await household.app.get(JobRunner).runNow('realtime.follow-libraries');
    await household.status(household.ana, tmdbId);
    household.app.radarr.startDownload(tmdbId);
    expect((await household.app.radarr.sendWebhook('Grab', tmdbId)).map(({ status }) => status)).toEqual([200]);
    expect((await ana.nextOf('download_progress')).data).toMatchObject({ tmdb_id: tmdbId, progress: 0 });
  });

  it('a film that can’t be read sends no frame, and nobody loses the connection', async () => {
    const { tmdbId, sockets } = await open();
    household.app.radarr.given.movie({ tmdbId, hasFile: true });
    household.app.radarr.fail('GET /api/v3/movie', 503, Infinity);
    await taken(household.app, household.app.radarr.sendWebhook('Download', tmdbId));
    expect(await received(household, 'request_status_changed', ...sockets)).toEqual([[], [], []]);
  });

  it('many calls at once read one record at a time, never the whole library, and send one frame', async () => {
    const { tmdbId, sockets } = await open();
    household.app.radarr.given.movie({ tmdbId, hasFile: true });
    household.app.radarr.forgetCalls();
    const deliveries = await Promise.all(
      Array.from({ length: 30 }, () => household.app.radarr.sendWebhook('Download', tmdbId)),
    );
    expect(deliveries.flat().every(({ status }) => status === 200)).toBe(true);
    expect((await received(household, 'request_status_changed', ...sockets)).map((frames) => frames.length)).toEqual([
      1, 1, 0,
    ]);
    const reads = household.app.radarr.calls('GET /api/v3/movie').map(({ query }) => query.tmdbId);
    expect(reads.every((id) => id === String(tmdbId))).toBe(true);
  });

  it('security 25: a call that is refused reports nothing', async () => {
    const { tmdbId, sockets } = await open();
    household.app.radarr.given.movie({ tmdbId, hasFile: true });
    const body = { eventType: 'Download', movie: { id: 1, title: 'x', tmdbId } };
    const headers = { authorization: `Basic ${Buffer.from('usher:wrong').toString('base64')}` };
    expect((await household.app.http.post(`/api/webhooks/arr/${household.library}`, body, headers)).status).toBe(401);
    expect(await received(household, 'request_status_changed', ...sockets)).toEqual([[], [], []]);
  });
});

describe('doc4 §5.1: what a call of a TV manager sends to sessions', () => {
  it('how much of the series is there, by the id under which people know it, at each step of its life', async () => {
    const household = await SeriesHousehold.open({ isReusable: true });
    await install(household);
    const show = household.show({ seasons: { 1: 3 } });
    const { sonarr } = household.app;
    const ana = await household.app.live(household.ana);
    const sendWebhook = (...call: Parameters<typeof sonarr.sendWebhook>): Promise<void> =>
      taken(household.app, sonarr.sendWebhook(...call));
    sonarr.given.series({ tvdbId: show.tvdbId });
    await sendWebhook('SeriesAdd', show.tvdbId);
    sonarr.importFiles(show.tvdbId, 1, [1]);
    await sendWebhook('Download', show.tvdbId, { season: 1, episodes: [1] });
    sonarr.importFiles(show.tvdbId, 1, [2, 3]);
    await sendWebhook('Download', show.tvdbId, { season: 1, episodes: [2, 3] });
    sonarr.removeFile(show.tvdbId, 1, 2);
    await sendWebhook('EpisodeFileDelete', show.tvdbId, { season: 1, episodes: [2] });
    sonarr.removeSeries(show.tvdbId);
    await sendWebhook('SeriesDelete', show.tvdbId);
    const [frames = []] = await received(household, 'request_status_changed', ana);
    expect(frames.map(({ status }) => status)).toEqual([
      'requested',
      'partially_available',
      'available',
      'partially_available',
      'unavailable',
    ]);
    for (const frame of frames)
      expect(frame).toMatchObject({ tmdb_id: show.tmdbId, media_type: 'tv', instance_id: household.library });
    await household.close();
  });

  it('issue 43 C16: nothing of a series whose seasons differ between the catalogs, until they no longer do', async () => {
    const household = await SeriesHousehold.open({ isReusable: true });
    await install(household);
    const show = household.show({ seasons: { 1: 3 } });
    const { sonarr, clock } = household.app;
    const ana = await household.app.live(household.ana);
    sonarr.given.series({ tvdbId: show.tvdbId, files: { 1: 'aired' } });
    const imported = (): Promise<void> =>
      taken(household.app, sonarr.sendWebhook('Download', show.tvdbId, { season: 1, episodes: [1] }));
    await household.doubt([show], clock.now());
    await imported();
    sonarr.removeFile(show.tvdbId, 1, 2);
    await household.doubt([show], null);
    await imported();
    const [frames = []] = await received(household, 'request_status_changed', ana);
    expect(frames.map(({ status }) => status)).toEqual(['partially_available']);
    await household.close();
  });

  it('of a series that was asked for: by the id of the request, and its status reads so at once', async () => {
    const household = await SeriesHousehold.open({ isReusable: true });
    await install(household);
    const show = household.show({ seasons: { 1: 2 } });
    await household.delivered(household.ana, show.tmdbId, { season_scope: 'all' });
    const ana = await household.app.live(household.ana);
    expect(await household.status(household.ana, show.tmdbId)).toMatchObject({ status: 'requested' });
    household.app.sonarr.importFiles(show.tvdbId, 1, [1, 2]);
    await taken(
      household.app,
      household.app.sonarr.sendWebhook('Download', show.tvdbId, { season: 1, episodes: [1, 2] }),
    );
    expect(await household.status(household.ana, show.tmdbId)).toMatchObject({ status: 'available' });
    expect((await ana.nextOf('request_status_changed')).data).toEqual({
      tmdb_id: show.tmdbId,
      media_type: 'tv',
      status: 'available',
      instance_id: household.library,
    });
    await household.close();
  });
});

describe('doc3 §3.3, doc4 §5.1: what calls of book and music managers send to sessions', () => {
  it.each([
    [
      'book_manager',
      'Chaptarr',
      ['Grab', 'Download', 'BookAdded', 'AuthorAdded', 'BookDelete', 'AuthorDelete', 'BookFileDelete'],
    ],
    [
      'music_manager',
      'Lidarr',
      ['Grab', 'Download', 'DownloadFailure', 'ImportFailure', 'ArtistAdd', 'ArtistDelete', 'AlbumDelete'],
    ],
  ] as const)('%s: that the queue has changed, to those who may use the instance', async (kind, name, events) => {
    const household = await Household.open({ isReusable: true });
    const fake = kind === 'book_manager' ? new ChaptarrFake() : new LidarrFake();
    await fake.start();
    const fields = { service_type: kind, name, url: fake.url, api_key: fake.apiKey, auto_add_users: false };
    const { id } = (await household.admin.post('/api/instances', fields)).body as { id: string };
    await install(household, id);
    const [admin, ana] = await Promise.all(
      [household.admin, household.ana].map((session) => household.app.live(session)),
    );
    for (const event of events) await taken(household.app, fake.sendWebhook(event as never));
    const frames: readonly Frame['data'][] = events.map(() => ({ instance_id: id, service_type: kind }));
    expect(await received(household, 'arr_queue_changed', admin as LiveSocket, ana as LiveSocket)).toEqual([
      frames,
      [],
    ]);
    await fake.stop();
    await household.close();
  });
});
