import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { INTAKE_JOB } from '../../../src/modules/notifications/events/lifecycle-intake.job.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../../src/modules/notifications/outbox/outbox-worker.job.js';
import { EXECUTE } from '../../fakes/discord/discord-fake.js';
import type { FakeFault } from '../../fakes/fake-server.js';
import type { Answer } from '../../harness/http-client.js';
import type { Session } from '../../harness/start-app.js';
import { ChatHousehold, SETTINGS, switched } from './chat-household.js';

interface Recent {
  readonly id: number;
  readonly status: string;
  readonly attempts: number;
}

describe('issue 24: an administrator posts again by hand', () => {
  let house: ChatHousehold;
  let ana: Session;
  let films = 860_000;

  beforeAll(async () => {
    house = await ChatHousehold.start();
    await house.app.connectRadarr(house.admin);
    await house.admin.put('/api/admin/request-settings', { require_approval: true });
  });
  beforeEach(async () => {
    await house.startOver();
    ana = await house.app.invite(`ana ${films}`);
    await house.set({ enabled: true, webhook_url: house.webhook, events: switched('request_pending') });
  });
  afterAll(() => house.close());

  async function deliver(): Promise<Recent> {
    await house.app.get(JobRunner).runNow(INTAKE_JOB);
    await house.app.get(JobRunner).runNow(SENDING_JOB);
    await house.app.get(OutboxWorkerJob).idle();
    const [latest] = (await house.settings()).recent as readonly Recent[];
    if (!latest) throw new Error('nothing was posted');
    return latest;
  }

  /** The first post on a new request, whose attempt meets this fault. */
  async function posted(fault?: FakeFault): Promise<Recent> {
    const id = (films += 1);
    house.app.tmdb.given.film({ id, title: `Harbor Lights ${id}` });
    house.app.radarr.given.catalog([{ tmdbId: id, title: 'Harbor Lights', year: 2024 }]);
    await ana.post('/api/requests', { media_type: 'movie', tmdb_id: id });
    if (fault) house.chat.fail(EXECUTE, fault);
    return deliver();
  }
  const repost = (id: number): Promise<Answer> => house.admin.post(`${SETTINGS}/recent/${id}/repost`);

  it.each<[string, FakeFault]>([
    ['failed', { status: 400, body: { message: 'no', code: 50_035 } }],
    ['unconfirmed', 503],
  ])('a post that is %s goes out once more, once', async (status, fault) => {
    const first = await posted(fault);
    expect(first).toMatchObject({ status, attempts: 1 });
    const [one, other] = await Promise.all([repost(first.id), repost(first.id)]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    expect(await deliver()).toMatchObject({ id: first.id, status: 'sent', attempts: 1 });
    expect(house.chat.posted).toHaveLength(1);
  });

  it('one that was sent, waits or was cancelled is 409; one that is none of the chat is 404', async () => {
    const sent = await posted();
    expect((await repost(sent.id)).status).toBe(409);
    const waiting = await posted({ status: 429, headers: { 'retry-after': '60' } });
    expect([waiting.status, (await repost(waiting.id)).status]).toEqual(['pending', 409]);
    await house.set({ enabled: false });
    expect((await repost(waiting.id)).status).toBe(409);
    expect([(await repost(999_999)).status, (await house.admin.post(`${SETTINGS}/recent/x/repost`)).status]).toEqual([
      404, 400,
    ]);
  });

  it('while its event is not posted, nothing is promised', async () => {
    const { id } = await posted({ status: 400 });
    await house.set({ events: switched('request_denied') });
    expect(await repost(id)).toMatchObject({ status: 409, text: expect.stringContaining('turn it on') as string });
    await house.set({ enabled: false });
    expect((await repost(id)).status).toBe(409);
  });
});
