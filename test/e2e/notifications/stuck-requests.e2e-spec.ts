import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../../src/modules/notifications/outbox/outbox-worker.job.js';
import { STUCK_JOB } from '../../../src/modules/notifications/stuck/stuck-requests.job.js';
import { WebhookFake } from '../../fakes/webhook/webhook-fake.js';
import { Household } from '../requests/household.js';
import { SeriesHousehold, type Show } from '../requests/series-household.js';

const CHANNELS = '/api/admin/notification-channels';
const SETTINGS = '/api/admin/chat-notifications';
const DAY = 86_400_000;
const HOUR = 3_600_000;

type Told = { readonly type: string; readonly data: { readonly request_ids: readonly number[] } };

describe('issue 24, request_stuck', () => {
  let household: Household;
  let webhook: WebhookFake;
  let clock: Household['app']['clock'];

  beforeAll(async () => {
    household = await Household.open();
    const { app, admin } = household;
    clock = app.clock;
    webhook = await new WebhookFake(() => clock.now()).start();
    const fields = { name: 'Lights', format: 'json', url: `${webhook.url}/hooks/lights` };
    await admin.post(CHANNELS, { ...fields, events: { request_stuck: true } });
  });
  beforeEach(() => void (webhook.taken.length = 0));
  afterAll(async () => {
    await household.close();
    await webhook.stop();
  });

  async function look(of: Pick<Household, 'app'> = household): Promise<readonly (readonly number[])[]> {
    const { app } = of;
    await app.get(JobRunner).runNow(STUCK_JOB);
    await app.get(JobRunner).runNow(SENDING_JOB);
    await app.get(OutboxWorkerJob).idle();
    return (webhook.taken as readonly Told[]).map(({ data }) => data.request_ids);
  }
  const later = async (ms: number) => {
    await household.app.clock.leap(ms);
    return look();
  };

  it('a film that is released and has no file is told after 14 days, once; a look at a dead library changes nothing', async () => {
    const film = household.film();
    const id = await household.delivered(household.ana, film);
    expect(await look()).toEqual([]);
    expect(await later(14 * DAY - HOUR)).toEqual([]);
    household.app.radarr.fail('GET /api/v3/movie', 503, Infinity);
    expect(await later(2 * HOUR)).toEqual([]);
    household.app.radarr.recover();
    expect(await later(HOUR)).toEqual([[id]]);
    expect(await later(30 * DAY)).toEqual([[id]]);
    household.app.radarr.finishDownload(film);
    await later(HOUR);
    household.app.radarr.given.movie({ tmdbId: film, hasFile: false });
    expect(await later(30 * DAY)).toEqual([[id]]);
  });

  it('one that has come meanwhile or isn’t out yet is not told', async () => {
    household.ana = await household.app.refresh(household.ana);
    const [arrived, unreleased] = [household.film(), household.film()];
    household.app.radarr.given.catalog([{ tmdbId: unreleased, title: 'Not yet', isAvailable: false }]);
    await household.delivered(household.ana, arrived);
    await household.delivered(household.ana, unreleased);
    await look();
    household.app.radarr.finishDownload(arrived);
    await later(HOUR);
    expect(await later(15 * DAY)).toEqual([]);
  });

  it('stuck_days may be another number from 1 to 365', async () => {
    household.admin = await household.app.refresh(household.admin);
    for (const stuck_days of [0, 366, 1.5, '7'])
      expect((await household.admin.put(SETTINGS, { stuck_days })).status).toBe(400);
    expect((await household.admin.put(SETTINGS, { stuck_days: 3 })).body).toMatchObject({ stuck_days: 3 });
    household.ana = await household.app.refresh(household.ana);
    const id = await household.delivered(household.ana, household.film());
    await look();
    expect(await later(3 * DAY)).toEqual([[id]]);
  });

  it('nothing is read or written while nobody is told', async () => {
    household.admin = await household.app.refresh(household.admin);
    const { channels } = (await household.admin.get(CHANNELS)).body as { readonly channels: readonly { id: string }[] };
    await household.admin.put(`${CHANNELS}/${channels[0]?.id}`, { events: { request_stuck: false } });
    household.app.radarr.forgetCalls();
    await household.app.clock.leap(HOUR);
    await household.app.get(JobRunner).runNow(STUCK_JOB);
    expect(household.app.radarr.calls('GET /api/v3/movie')).toEqual([]);
  });

  describe('of a series', () => {
    let house: SeriesHousehold;

    beforeEach(async () => {
      house = await SeriesHousehold.open({ isReusable: true });
      clock = house.app.clock;
      // Each household's messages have the same ids, which a receiver takes once.
      await webhook.stop();
      webhook = await new WebhookFake(() => clock.now()).start();
      const fields = { name: 'Lights', format: 'json', url: `${webhook.url}/hooks/lights` };
      await house.admin.post(CHANNELS, { ...fields, events: { request_stuck: true } });
    });
    afterEach(() => house.close());

    it('counts from the first aired episode of a requested season', async () => {
      const { app } = house;
      const [aired, future] = [house.show(), house.show({ seasons: { 1: [app.clock.now() + 100 * DAY] } })];
      const id = await house.delivered(house.ana, aired.tmdbId, { seasons: [1] });
      await house.delivered(house.ana, future.tmdbId, { seasons: [1] });
      await look(house);
      await app.clock.leap(14 * DAY);
      expect(await look(house)).toEqual([[id]]);
    });

    it('issue 43 C16: nothing is told while its match is doubted, paused or another one', async () => {
      const { app, admin } = house;
      const correct = async ({ tmdbId }: Show, change: object): Promise<void> => {
        const path = `/api/admin/tv-matches/${tmdbId}`;
        const { match } = (await admin.get(path)).body as { match: { revision: string } };
        expect((await admin.put(path, { ...change, revision: match.revision })).status).toBe(200);
      };
      const [doubted, paused, changed] = [house.show(), house.show(), house.show()];
      const ids: number[] = [];
      for (const { tmdbId } of [doubted, paused, changed])
        ids.push(await house.delivered(house.ana, tmdbId, { seasons: [1] }));
      await look(house);
      await house.doubt([doubted], app.clock.now());
      await correct(paused, { mode: 'paused' });
      await correct(changed, { mode: 'custom', tvdb_id: changed.tvdbId, season_map: { 1: 2 } });
      await app.clock.leap(14 * DAY);
      expect(await look(house)).toEqual([]);
      await house.doubt([doubted], null);
      expect(await look(house)).toEqual([[ids[0]]]);
    });
  });
});
