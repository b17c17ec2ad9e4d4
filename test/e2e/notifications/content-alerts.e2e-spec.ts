import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { InstanceDirectoryService, ManagerReported } from '../../../src/modules/instances/instances.public.js';
import { silentLog } from '../../../src/core/logging/log.js';
import { ContentAlertClaimsRepository } from '../../../src/modules/notifications/content/content-alert-claims.repository.js';
import { ContentAlertsService } from '../../../src/modules/notifications/content/content-alerts.service.js';
import { AlbumReported, BookReported, ReportedRecordsService } from '../../../src/modules/library/library.public.js';
import { CATCH_UP_JOB, ContentCatchUpJob } from '../../../src/modules/notifications/content/content-catch-up.job.js';
import { OutboxRow } from '../../../src/modules/notifications/message-rows.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../../src/modules/notifications/outbox/outbox-worker.job.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import { SettingsRepository } from '../../../src/modules/settings/settings.public.js';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import { LidarrFake } from '../../fakes/lidarr/lidarr-fake.js';
import { PushGatewayFake } from '../../fakes/push-gateway/push-gateway-fake.js';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { libraryReport } from '../../harness/library-report.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const KEY = 'planted-push-gateway-key';
const MINUTE = 60_000;
const GROUP = '2f0e5b7a-0000-4aaa-8bbb-00000000b001';

describe('doc3 §9.1, doc4 §5.3: new content', () => {
  let gateway: PushGatewayFake;
  let app: App;
  let admin: Session;
  let ana: Session;
  let films: string;
  let shows: string;
  let tokens = 0;

  beforeAll(async () => {
    gateway = await new PushGatewayFake().start();
    gateway.given.key(KEY);
    app = await startApp({ env: { PUSH_GATEWAY_URL: gateway.url, PUSH_API_KEY: KEY } });
    app.secrets.plant('key for the push gateway', KEY);
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    admin = await app.startOver();
    gateway.startOver();
    films = await app.connectRadarr(admin);
    shows = await app.connectSonarr(admin);
    ana = await app.invite('ana');
    await withPhone(ana);
  });

  afterAll(async () => {
    await app.close();
    await gateway.stop();
  });

  async function withPhone(session: Session): Promise<void> {
    tokens += 1;
    const token = app.secrets.plant('push token', `planted-push-token-${tokens}-${'0f'.repeat(20)}`);
    await session.post('/api/devices/push-token', { device_id: session.deviceId, apns_token: token });
  }

  async function send(): Promise<void> {
    await app.get<JobRunner>(JobRunner).runNow(SENDING_JOB);
    await app.get<OutboxWorkerJob>(OutboxWorkerJob).idle();
  }

  /** A manager reports that files have come. */
  async function reported(what: Parameters<typeof libraryReport>[1], kind: 'movie' | 'tv' = 'movie'): Promise<void> {
    const serviceType = kind === 'movie' ? 'movie_manager' : 'tv_manager';
    const instanceId = kind === 'movie' ? films : shows;
    await app.get(EventBus).publish(new ManagerReported(instanceId, serviceType, libraryReport('imported', what)));
  }

  function filmOnDisk(tmdbId: number, title = `Film ${tmdbId}`): void {
    app.radarr.given.movie({ tmdbId, title, hasFile: true });
  }

  const told = () => gateway.journal.map(({ title, body, deviceIds }) => [title, body, deviceIds]);
  const rows = () =>
    app.get(Database).read((tx) => tx.find(OutboxRow, { where: { destination: 'push' }, order: { id: 'ASC' } }));
  const statuses = async () => (await rows()).map(({ event, status }) => [event, status]);

  it('doc4 §5.1: a film that a manager’s webhook reports is told to who may use its library', async () => {
    const ben = await app.invite('ben');
    await withPhone(ben);
    await admin.patch(`/api/instances/${films}/assignments`, { action: 'remove', user_ids: [ben.userId] });
    await admin.post(`/api/instances/${films}/webhook`);
    filmOnDisk(990_101, 'Harbor Lights');
    await app.radarr.sendWebhook('Download', 990_101);
    await send();
    expect(told()).toEqual([['New movie', 'Harbor Lights', [ana.deviceId]]]);
    expect(gateway.journal[0]?.data).toEqual({
      type: 'new_movie',
      media_type: 'movie',
      title: 'Harbor Lights',
      tmdb_id: 990_101,
    });
  });

  it('doc4 §5.3: episodes of a season pack are one alert', async () => {
    const seasons = { 1: 3 };
    app.sonarr.given.series({
      tvdbId: 880_201,
      tmdbId: 990_201,
      title: 'Northern Relay',
      seasons,
      files: { 1: [1, 2] },
    });
    for (let n = 0; n < 3; n += 1) await reported({ series: { tvdbId: 880_201, tmdbId: 990_201 } }, 'tv');
    await send();
    expect(told()).toEqual([['New episodes', 'Northern Relay', [ana.deviceId]]]);
  });

  it('doc4 §5.1: imports of books and albums are told likewise; the formats of a book are one alert', async () => {
    const events = app.get(EventBus);
    for (const recordId of [1, 2]) await events.publish(new BookReported('books', recordId, 'hc:7', 'imported', false));
    for (const happening of ['grabbed', 'imported'] as const)
      await events.publish(new AlbumReported('music', 'a-release-group', happening, false));
    await send();
    // There are no such libraries, so that nobody may use them.
    expect(await statuses()).toEqual([
      ['new_book', 'cancelled'],
      ['new_album', 'cancelled'],
    ]);
  });

  it('doc3 §9.1: a title is told again after ten minutes, and not before', async () => {
    filmOnDisk(990_101);
    await reported({ filmId: 990_101 });
    await app.clock.leap(10 * MINUTE - 1);
    await reported({ filmId: 990_101 });
    await send();
    expect(gateway.journal).toHaveLength(1);
    await app.clock.advance(1);
    await reported({ filmId: 990_101 });
    await send();
    expect(gateway.journal).toHaveLength(2);
  });

  it('doc4 §5.3: a better file is told to administrators who want that, and to nobody as new', async () => {
    await withPhone(admin);
    filmOnDisk(1);
    filmOnDisk(2);
    await reported({ filmId: 1, isUpgrade: true });
    await send();
    expect(told()).toEqual([]);
    await admin.put('/api/notifications/preferences', { content_upgraded: true });
    await ana.put('/api/notifications/preferences', { content_upgraded: true });
    await reported({ filmId: 2, isUpgrade: true });
    await send();
    expect(told()).toEqual([['Better file', 'Film 2', [admin.deviceId]]]);
  });

  it('doc4 §5.3: the manager’s record decides: no file, no alert', async () => {
    app.radarr.given.movie({ tmdbId: 1, title: 'Not there yet' });
    await reported({ filmId: 1 });
    await reported({ filmId: 2 });
    await send();
    expect([told(), await statuses()]).toEqual([
      [],
      [
        ['new_movie', 'cancelled'],
        ['new_movie', 'cancelled'],
      ],
    ]);
  });

  it('an unreadable library is unknown: the message waits, and is sent once it can be read', async () => {
    filmOnDisk(1);
    app.radarr.fail('GET /api/v3/movie', 500, Infinity);
    await reported({ filmId: 1 });
    await send();
    expect(await rows()).toMatchObject([
      { status: 'pending', attempts: 0, detail: { text: 'The library can’t be read.' } },
    ]);
    app.radarr.recover();
    await app.clock.leap(MINUTE);
    await send();
    expect(gateway.journal).toHaveLength(1);
  });

  it('security 19: a child is told of what it may see alone', async () => {
    const kid = await app.invite('child');
    await limitContent(admin, kid);
    await withPhone(kid);
    for (const [tmdbId, rating] of [
      [1, 'PG'],
      [2, 'R'],
    ] as const) {
      filmOnDisk(tmdbId);
      app.tmdb.given.film({ id: tmdbId, title: `Film ${tmdbId}`, ...ratedFilm(rating) });
      await reported({ filmId: tmdbId });
    }
    await send();
    expect(gateway.journal.map(({ deviceIds }) => [...deviceIds].sort())).toEqual([
      [ana.deviceId, kid.deviceId].sort(),
      [ana.deviceId],
    ]);
  });

  it('doc2 §6: what is switched off is neither told nor kept for later', async () => {
    await admin.put('/api/admin/push-notifications', { categories: { new_movie: false } });
    filmOnDisk(1);
    await reported({ filmId: 1 });
    await admin.put('/api/admin/push-notifications', { categories: { new_movie: true } });
    await send();
    expect(await rows()).toEqual([]);
  });

  describe('doc4 §5.3: what has come while the server was off', () => {
    const HOUR = 60 * MINUTE;

    const HEARD = ['', '_tv', '_book', '_music'].map((kind) => `content_heard_until${kind}`);

    /** The server starts anew, after nobody has heard the managers since this moment; those of other kinds never. */
    async function restarted(heardUntil: number, keys = HEARD): Promise<void> {
      const database = app.get(Database);
      const rows = HEARD.map((key) => ({ key, value: JSON.stringify(keys.includes(key) ? heardUntil : 0) }));
      await database.write((tx) => tx.upsert(SettingRow, rows, ['key']));
      await startedAnew();
    }

    async function startedAnew(): Promise<void> {
      const database = app.get(Database);
      const jobs = new JobRunner(app.clock, silentLog);
      new ContentCatchUpJob(
        jobs,
        database,
        app.get(SettingsRepository),
        app.clock,
        app.get(InstanceDirectoryService),
        app.get(ReportedRecordsService),
        app.get(ContentAlertClaimsRepository),
        app.get(ContentAlertsService),
      ).onModuleInit();
      await jobs.runNow(CATCH_UP_JOB);
      await jobs.stop();
      await send();
    }

    it('is told once, as far as nobody was told of it', async () => {
      const began = app.clock.now();
      filmOnDisk(1);
      await reported({ filmId: 1 });
      await send();
      await app.clock.leap(HOUR);
      filmOnDisk(2);
      await app.clock.leap(HOUR);
      await restarted(began - 1);
      await restarted(began - 1);
      expect(told().map(([title, body]) => [title, body])).toEqual([
        ['New movie', 'Film 1'],
        ['New movie', 'Film 2'],
      ]);
    });

    it('is told of the last six hours, at most ten titles, and the newest', async () => {
      const began = app.clock.now();
      filmOnDisk(100);
      await app.clock.leap(HOUR);
      for (let tmdbId = 1; tmdbId <= 12; tmdbId += 1) {
        filmOnDisk(tmdbId);
        await app.clock.leap(1_000);
      }
      await app.clock.leap(5.5 * HOUR);
      await restarted(began - 1);
      const bodies = gateway.journal.map(({ body }) => body).sort();
      expect(bodies).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => `Film ${n}`).sort());
    });

    it('is not told where nobody was told of anything before, nor what came while managers were heard', async () => {
      filmOnDisk(1);
      await app.clock.leap(HOUR);
      await restarted(0);
      await restarted(app.clock.now() - 1);
      expect(gateway.journal).toEqual([]);
    });

    it('is tried again while a library can’t be read', async () => {
      const began = app.clock.now();
      await app.clock.leap(HOUR);
      filmOnDisk(1);
      for (const path of ['movie', 'history']) {
        app.radarr.fail(`GET /api/v3/${path}`, 500, Infinity);
        await restarted(began);
        expect(gateway.journal).toEqual([]);
        app.radarr.recover();
        await app.clock.leap(MINUTE);
      }
      await restarted(began);
      expect(gateway.journal).toHaveLength(1);
    });

    it('series, books and albums are announced by the histories of their managers', async () => {
      const now = (): number => app.clock.now();
      const chaptarr = await new ChaptarrFake({
        apiKey: app.secrets.plant('book key', 'planted-book-key'),
        now,
      }).start();
      const musicKey = app.secrets.plant('music key', 'planted-music-key');
      const lidarr = await new LidarrFake({ apiKey: musicKey, now, stocked: false }).start();
      chaptarr.given.nothing();
      await connected('book_manager', chaptarr);
      await connected('music_manager', lidarr);
      app.sonarr.given.series({
        tvdbId: 880_201,
        tmdbId: 990_201,
        title: 'Northern Relay',
        seasons: { 1: 6 },
        files: { 1: [1] },
      });
      lidarr.given.album({ foreignAlbumId: GROUP, title: 'Long Wave' });
      const began = app.clock.now();
      await app.clock.leap(HOUR);
      app.sonarr.importFiles(880_201, 1, [2, 3]);
      for (const format of ['ebook', 'audiobook'] as const)
        chaptarr.given.book({ foreignBookId: 'hc:330777', title: 'Low Tide', format, hasFile: true });
      lidarr.importTracks(GROUP, 'all');
      // There is no note about albums yet, so they are not announced.
      await restarted(began, HEARD.slice(0, 3));
      const names = () => told().map(([title, body]) => [title, body]);
      const series = ['New episodes', 'Northern Relay'];
      const book = ['New book', 'Low Tide'];
      expect(names()).toEqual([series, book]);
      await restarted(began);
      expect(names()).toEqual([series, book, ['New album', 'Long Wave']]);
      await Promise.all([chaptarr.stop(), lidarr.stop()]);
    });

    it('episodes are told that come a while after others of the series', async () => {
      const series = { tvdbId: 880_201, tmdbId: 990_201 };
      app.sonarr.given.series({ ...series, title: 'Northern Relay', seasons: { 1: 6 }, files: { 1: [1] } });
      await reported({ series }, 'tv');
      await send();
      await app.clock.leap(HOUR);
      const heard = app.clock.now();
      await app.clock.leap(HOUR);
      app.sonarr.importFiles(880_201, 1, [2]);
      await restarted(heard);
      await restarted(heard);
      expect(told().map(([title]) => title)).toEqual(['New episodes', 'New episodes']);
    });

    it('a library that can’t be read holds up no other kind', async () => {
      const began = app.clock.now();
      app.sonarr.given.series({ tvdbId: 880_201, tmdbId: 990_201, title: 'Northern Relay', seasons: { 1: 6 } });
      await app.clock.leap(HOUR);
      app.sonarr.importFiles(880_201, 1, [1]);
      filmOnDisk(1);
      app.radarr.fail('GET /api/v3/history', 500, Infinity);
      await restarted(began);
      expect(told().map(([title]) => title)).toEqual(['New episodes']);
      app.radarr.recover();
      await app.clock.leap(MINUTE);
      await restarted(began);
      expect(told().map(([title]) => title)).toEqual(['New episodes', 'New movie']);
    });

    it('ten better files take no place of an older new title', async () => {
      for (let tmdbId = 1; tmdbId <= 10; tmdbId += 1) filmOnDisk(tmdbId);
      await app.clock.leap(HOUR);
      const began = app.clock.now();
      await app.clock.leap(HOUR);
      filmOnDisk(11);
      await app.clock.leap(HOUR);
      for (let tmdbId = 1; tmdbId <= 10; tmdbId += 1) {
        app.radarr.given.happening(tmdbId, 'movieFileDeleted');
        app.radarr.finishDownload(tmdbId);
      }
      await restarted(began);
      expect(told().map(([title, body]) => [title, body])).toEqual([['New movie', 'Film 11']]);
    });

    it('both formats of a book take one place', async () => {
      const now = (): number => app.clock.now();
      const apiKey = app.secrets.plant('book key', 'planted-book-key');
      const chaptarr = await new ChaptarrFake({ apiKey, now }).start();
      chaptarr.given.nothing();
      await connected('book_manager', chaptarr);
      const began = now();
      await app.clock.leap(HOUR);
      for (let tmdbId = 1; tmdbId <= 9; tmdbId += 1) filmOnDisk(tmdbId);
      await app.clock.leap(HOUR);
      for (const format of ['ebook', 'audiobook'] as const)
        chaptarr.given.book({ foreignBookId: 'hc:330777', title: 'Low Tide', format, hasFile: true });
      await restarted(began);
      expect(gateway.journal).toHaveLength(10);
      await chaptarr.stop();
    });

    async function switched(isOn: boolean): Promise<void> {
      const categories = { new_movie: isOn, new_episode: isOn, new_book: isOn, new_album: isOn };
      expect(await admin.put('/api/admin/push-notifications', { categories })).toMatchObject({ status: 200 });
    }

    it('doc2 §6: is not told once it is switched on again, where it was switched off at a start', async () => {
      const began = app.clock.now();
      await app.clock.leap(MINUTE);
      filmOnDisk(1);
      await switched(false);
      await restarted(began);
      await switched(true);
      await startedAnew();
      expect(gateway.journal).toEqual([]);
    });

    it('writes nothing while it is switched off', async () => {
      await switched(false);
      await restarted(app.clock.now());
      const before = app.get(Database).commits;
      await startedAnew();
      expect(app.get(Database).commits).toBe(before);
    });

    it('a program that stops asks no other manager, and the rest is left for its next start', async () => {
      const span = { from: app.clock.now(), to: app.clock.now() + HOUR };
      await app.clock.leap(MINUTE);
      for (const tmdbId of [1, 2, 3]) filmOnDisk(tmdbId);
      const stopping = new AbortController();
      const isNew = vi.spyOn(app.get(ReportedRecordsService), 'isNewImport').mockImplementation(() => {
        stopping.abort();
        return Promise.resolve(true);
      });
      const spans = new Map([
        ['movie', span],
        ['tv', span],
      ] as const);
      const missed = app.get<ContentCatchUpJob>(ContentCatchUpJob);
      const begun = await missed.missedBetween(spans, 10, stopping.signal);
      const stopped = await missed.missedBetween(spans, 10, stopping.signal);
      expect([isNew.mock.calls.length, begun.arrivals.length, [...begun.unread]]).toEqual([1, 1, ['movie']]);
      expect([stopped.arrivals, [...stopped.unread]]).toEqual([[], ['movie', 'tv']]);
      isNew.mockRestore();
    });

    it('a better file that came meanwhile is told as such, and not as new', async () => {
      await admin.put('/api/notifications/preferences', { content_upgraded: true });
      await withPhone(admin);
      app.radarr.given.movie({ tmdbId: 1, title: 'Film 1', hasFile: true });
      await app.clock.leap(HOUR);
      const began = app.clock.now();
      await app.clock.leap(HOUR);
      app.radarr.given.happening(1, 'movieFileDeleted');
      app.radarr.finishDownload(1);
      await restarted(began);
      expect(told().map(([title]) => title)).toEqual(['Better file']);
    });
  });

  /** Another manager, whose library everybody may use. */
  async function connected(service_type: string, { url, apiKey }: { readonly url: string; readonly apiKey: string }) {
    const created = await admin.post('/api/instances', { service_type, name: service_type, url, api_key: apiKey });
    const { id } = created.body as { readonly id: string };
    await admin.patch(`/api/instances/${id}/assignments`, { action: 'add', user_ids: [ana.userId] });
  }
});
