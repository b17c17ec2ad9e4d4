import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { PortRegistry } from '../../../src/core/ports/port-registry.js';
import { AVAILABILITY_JOB } from '../../../src/modules/notifications/observation/availability-sweep.job.js';
import { ObservationDiagnosticsService } from '../../../src/modules/notifications/observation/observation-diagnostics.service.js';
import {
  OUTBOX_DESTINATIONS,
  type OutboxMessage,
} from '../../../src/modules/notifications/outbox/outbox-destination.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../../src/modules/notifications/outbox/outbox-worker.job.js';
import { ScriptedDestination } from '../../harness/outbox-fixture.js';
import type { App, Session } from '../../harness/start-app.js';
import { Household } from '../requests/household.js';
import { SeriesHousehold } from '../requests/series-household.js';

const MINUTE = 60_000;

/** A destination that keeps what each message is about. */
class Ears extends ScriptedDestination {
  readonly heard: OutboxMessage['subject'][] = [];

  override wants(_tx?: unknown, event?: string): Promise<boolean> {
    return Promise.resolve(event === 'request_available');
  }

  override build(_tx: never, { id, subject }: OutboxMessage): Promise<{ readonly post: string }> {
    this.heard.push(subject);
    return Promise.resolve({ post: `${id}` });
  }
}

const destinations = new Map<App, Ears>();

/** The destination of an application, which tells availability from now on. */
async function listen(app: App): Promise<Ears> {
  const ears = destinations.get(app) ?? new Ears('ears');
  if (!destinations.has(app)) app.get(PortRegistry).register(OUTBOX_DESTINATIONS, ears);
  destinations.set(app, ears);
  ears.heard.length = 0;
  await sweep(app);
  return ears;
}

const sweep = (app: App): Promise<void> => app.get(JobRunner).runNow(AVAILABILITY_JOB);

/** What is sent once the window in which messages are collected is over. */
async function afterWindow(app: App): Promise<void> {
  await app.clock.leap(MINUTE);
  await app.get(JobRunner).runNow(SENDING_JOB);
  await app.get(OutboxWorkerJob).idle();
}

const problems = (app: App): readonly string[] =>
  app
    .get(ObservationDiagnosticsService)
    .problems()
    .map(({ text }) => text);

const install = async (admin: Session, library: string): Promise<void> => {
  const { status, text } = await admin.post(`/api/instances/${library}/webhook`);
  if (status !== 200) throw new Error(text);
};

describe('doc2 §6 availability: a film', () => {
  let household: Household;
  beforeAll(async () => void (household = await Household.open()));
  beforeEach(() => household.startOver());
  afterAll(() => household.close());

  it('its import, which the manager reports, is told after a minute, once, for both who asked', async () => {
    const { app } = household;
    await install(household.admin, household.library);
    const ben = await app.invite('ben');
    const ears = await listen(app);
    const tmdbId = household.film();
    const ids = [await household.delivered(household.ana, tmdbId), await household.delivered(ben, tmdbId)];
    await sweep(app);
    await app.radarr.sendWebhook('Download', tmdbId);
    await sweep(app);
    await afterWindow(app);
    expect(ears.heard).toEqual([]);
    app.radarr.finishDownload(tmdbId);
    expect((await app.radarr.sendWebhook('Download', tmdbId)).map(({ status }) => status)).toEqual([200]);
    await sweep(app);
    await afterWindow(app);
    expect(ears.heard).toEqual([{ requestIds: ids }]);
    await app.radarr.sendWebhook('Download', tmdbId);
    await sweep(app);
    await afterWindow(app);
    expect(ears.heard).toHaveLength(1);
  });

  it('without a report it is found by the sweep, although nobody looks; an unreadable library is named', async () => {
    const { app } = household;
    const ears = await listen(app);
    const tmdbId = household.film();
    const id = await household.delivered(household.ana, tmdbId);
    await sweep(app);
    app.radarr.finishDownload(tmdbId);
    app.radarr.fail('GET /api/v3/movie', 503, Infinity);
    await app.clock.leap(2 * MINUTE);
    await sweep(app);
    expect(problems(app)).toEqual(['The library Films can not be read.']);
    app.radarr.recover();
    await app.clock.leap(MINUTE);
    await sweep(app);
    await afterWindow(app);
    expect([ears.heard, problems(app)]).toEqual([[{ requestIds: [id] }], []]);
  });

  it('issue 43 C14: one row that can’t be read keeps nothing else from being told, and is named', async () => {
    const { app } = household;
    const ears = await listen(app);
    const [tmdbId, odd] = [household.film(), household.film()];
    const id = await household.delivered(household.ana, tmdbId);
    await household.delivered(household.ana, odd);
    await sweep(app);
    const film = { monitored: true, hasFile: true };
    const body = [
      { ...film, id: 1, tmdbId },
      { ...film, id: 2, tmdbId: odd, monitored: null },
    ];
    app.radarr.fail('GET /api/v3/movie', { body }, Infinity);
    await app.clock.leap(2 * MINUTE);
    await sweep(app);
    await afterWindow(app);
    expect([ears.heard, problems(app)]).toEqual([
      [{ requestIds: [id] }],
      ['The library Films has rows that can not be read.'],
    ]);
  });
});

describe('doc2 §6 availability: a series', () => {
  let household: SeriesHousehold;
  beforeAll(async () => void (household = await SeriesHousehold.open()));
  beforeEach(() => household.startOver());
  afterAll(() => household.close());

  it('the episodes of the requested season are told as they come, and those of another season are not', async () => {
    const { app } = household;
    await install(household.admin, household.library);
    const ears = await listen(app);
    const { tmdbId, tvdbId } = household.show({ seasons: { 1: 3, 2: 3 } });
    const id = await household.delivered(household.ana, tmdbId, { seasons: [2] });
    await sweep(app);
    const imported = async (season: number, episodes: readonly number[]): Promise<void> => {
      app.sonarr.importFiles(tvdbId, season, episodes);
      await app.sonarr.sendWebhook('Download', tvdbId);
      await sweep(app);
      await afterWindow(app);
    };
    await imported(1, [1]);
    expect(ears.heard).toEqual([]);
    await imported(2, [1, 2]);
    expect(ears.heard).toEqual([{ requestIds: [id] }]);
    await imported(2, [1, 2]);
    expect(ears.heard).toHaveLength(1);
    await imported(2, [3]);
    expect(ears.heard).toHaveLength(2);
  });

  it('issue 43 C16: files of a season that proves to be another one than the requested are not told', async () => {
    const { app } = household;
    const ears = await listen(app);
    const { tmdbId, tvdbId } = household.show({
      seasons: { 1: 20 },
      atProvider: {
        seasons: [{ season_number: 1, episode_count: 60, air_date: '2015-01-01' }],
        next_episode_to_air: null,
        last_episode_to_air: { season_number: 1, episode_number: 60, air_date: '2016-01-01' },
      },
    });
    await household.delivered(household.ana, tmdbId, { seasons: [1] });
    await sweep(app);
    app.sonarr.importFiles(tvdbId, 1, 'aired');
    await app.clock.leap(2 * MINUTE);
    await sweep(app);
    await afterWindow(app);
    await sweep(app);
    expect([ears.heard, problems(app)]).toEqual([
      [],
      [`The match of the series Series no. ${tmdbId} needs attention.`],
    ]);
  });

  it('issue 24, Availability: episodes that were there when the library accepted the request are not told, the others are', async () => {
    const { app } = household;
    await install(household.admin, household.library);
    const ears = await listen(app);
    const found = async (): Promise<readonly unknown[]> => {
      await sweep(app);
      await afterWindow(app);
      return ears.heard;
    };
    const seasons = { 1: 3 };
    const partly = household.show({ seasons });
    const files = { 1: [1, 2] };
    app.sonarr.given.series({ ...partly, title: 'Partly', year: 2015, seasons, monitoredSeasons: [], files });
    const id = await household.delivered(household.ana, partly.tmdbId, { seasons: [1] });
    expect(await found()).toEqual([]);
    app.sonarr.importFiles(partly.tvdbId, 1, [3]);
    await app.sonarr.sendWebhook('Download', partly.tvdbId);
    expect(await found()).toEqual([{ requestIds: [id] }]);
    const absent = household.show({ seasons });
    const other = await household.delivered(household.ana, absent.tmdbId, { seasons: [1] });
    app.sonarr.importFiles(absent.tvdbId, 1, [1]);
    await app.sonarr.sendWebhook('Download', absent.tvdbId);
    expect(await found()).toEqual([{ requestIds: [id] }, { requestIds: [other] }]);
  });
});
