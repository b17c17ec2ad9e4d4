import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { INTAKE_JOB } from '../../../src/modules/notifications/events/lifecycle-intake.job.js';
import { MessageIntakeService, type IssueEvent } from '../../../src/modules/notifications/notifications.public.js';
import { OutboxRow } from '../../../src/modules/notifications/message-rows.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../../src/modules/notifications/outbox/outbox-worker.job.js';
import { PushTokenRow } from '../../../src/modules/notifications/settings-rows.js';
import { PushGatewayFake } from '../../fakes/push-gateway/push-gateway-fake.js';
import type { FakeFault } from '../../fakes/fake-server.js';
import { damagePolicy, limitContent, ratedFilm } from '../../harness/kids-policy.js';
import type { Session } from '../../harness/start-app.js';
import { Household } from '../requests/household.js';

const NOTIFY = 'POST /v1/notifications';
const KEY = 'planted-push-gateway-key';
const ALL = Object.fromEntries(
  ['request_decision', 'request_pending', 'request_auto_approved', 'issue_created', 'issue_report_update'].map(
    (flag) => [flag, true],
  ),
);

describe('issue 24 push: messages', () => {
  let gateway: PushGatewayFake;
  let household: Household;
  let admin: Session;
  let ana: Session;
  let tokens = 0;

  beforeAll(async () => {
    gateway = await new PushGatewayFake().start();
    gateway.given.key(KEY);
    household = await Household.open({ env: { PUSH_GATEWAY_URL: gateway.url, PUSH_API_KEY: KEY } });
    household.app.secrets.plant('key for the push gateway', KEY);
  });

  beforeEach(async () => {
    await household.startOver();
    ({ admin, ana } = household);
    await household.needApproval();
    for (const session of [admin, ana]) await withPhone(session);
    gateway.startOver();
  });

  afterAll(async () => {
    await household.close();
    await gateway.stop();
  });

  async function withPhone(session: Session): Promise<void> {
    tokens += 1;
    const token = household.app.secrets.plant('push token', `planted-push-token-${tokens}-${'0f'.repeat(20)}`);
    await session.post('/api/devices/push-token', { device_id: session.deviceId, apns_token: token });
    await session.put('/api/notifications/preferences', ALL);
  }

  /** Everything that has happened is taken, and what is due is sent. */
  async function send(): Promise<void> {
    const jobs = household.app.get<JobRunner>(JobRunner);
    await jobs.runNow(INTAKE_JOB);
    await jobs.runNow(SENDING_JOB);
    await household.app.get<OutboxWorkerJob>(OutboxWorkerJob).idle();
  }

  const told = () => gateway.journal.map(({ title, deviceIds }) => [title, deviceIds]);
  const rows = () =>
    household.app
      .get(Database)
      .read((tx) => tx.find(OutboxRow, { where: { destination: 'push' }, order: { id: 'ASC' } }));
  const statuses = async () => (await rows()).map(({ event, status }) => [event, status]);

  /** A child with a phone, who may use the library. */
  async function child(name = 'child'): Promise<Session> {
    const kid = await household.app.invite(name);
    await limitContent(admin, kid);
    await withPhone(kid);
    return kid;
  }

  /** A film that a child may see; then its rating is raised, or can't be read. */
  function ratedFor(certification: string): number {
    const id = household.film(`Film rated ${certification}`);
    household.app.tmdb.given.film({ id, title: `Film rated ${certification}`, ...ratedFilm(certification) });
    return id;
  }

  it('doc4 §1.19: a request tells administrators, with how many wait; its decision tells whoever has asked', async () => {
    const tmdbId = household.film('Harbor Lights');
    const id = await household.requestOf(ana, tmdbId);
    await send();
    expect(gateway.journal).toMatchObject([
      {
        title: 'New request',
        body: 'Harbor Lights',
        badge: 1,
        deviceIds: [admin.deviceId],
        data: { type: 'request_pending', media_type: 'movie', tmdb_id: tmdbId, request_id: id },
      },
    ]);
    await household.deny(id, { reason: 'Not now' });
    await send();
    expect(gateway.journal[1]).toMatchObject({
      title: 'Request denied',
      body: 'Harbor Lights: Not now',
      deviceIds: [ana.deviceId],
    });
  });

  it('doc4 §5.3: who has not chosen a category, and whose doing it is, is not told', async () => {
    await ana.put('/api/notifications/preferences', { ...ALL, request_decision: false });
    const id = await household.requestOf(ana, household.film());
    await send();
    await household.approve(id);
    await household.requestOf(admin, household.film());
    await send();
    expect(told()).toEqual([['New request', [admin.deviceId]]]);
    expect(await statuses()).toEqual([
      ['request_pending', 'sent'],
      ['request_approved', 'cancelled'],
      ['request_auto_approved', 'cancelled'],
    ]);
  });

  it('doc4 §1.19: what was decided meanwhile waits for nobody any more', async () => {
    const id = await household.requestOf(ana, household.film());
    gateway.limitRate();
    await send();
    await household.approve(id);
    await household.app.clock.leap(60_000);
    await send();
    expect(told()).toEqual([['Request approved', [ana.deviceId]]]);
  });

  const changes: Readonly<Record<string, (person: Session) => Promise<unknown>>> = {
    'the library is taken from them': (person) => household.assign(household.library, 'remove', person),
    'their phone is signed out': (person) => person.post('/api/auth/logout'),
    'their token is taken back': (person) => person.delete(`/api/devices/push-token/${person.deviceId}`),
    'they don’t want it any more': (person) => person.put('/api/notifications/preferences', {}),
    'they want nothing any more': (person) =>
      person.put('/api/notifications/preferences', { ...ALL, push_enabled: false }),
    'they are deleted': (person) => admin.delete(`/api/admin/users/${person.userId}`),
    'they are given limits': (person) => limitContent(admin, person, { block_unrated: true }),
  };

  it('doc2 §6 at delivery: messages wait, and nobody is told whose phone, choice, library, account or limits have changed', async () => {
    const people: Session[] = [];
    for (const [n] of Object.keys(changes).entries()) {
      const person = await household.app.invite(`person-${n}`);
      await withPhone(person);
      people.push(person);
    }
    const ids: number[] = [];
    for (const person of [...people, ana]) ids.push(await household.requestOf(person, household.film()));
    await send();
    gateway.startOver();
    gateway.limitRate();
    for (const id of ids) await household.approve(id);
    await send();
    expect(gateway.journal).toEqual([]);
    for (const [n, change] of Object.values(changes).entries()) await change(people[n] as Session);
    await household.app.clock.leap(60_000);
    await send();
    expect(told()).toEqual([['Request approved', [ana.deviceId]]]);
    const ends = (await statuses()).filter(([event]) => event === 'request_approved').map(([, status]) => status);
    expect(ends).toEqual([...Object.keys(changes).map(() => 'cancelled'), 'sent']);
  });

  it.each([
    ['anything', { enabled: false }],
    ['that', { categories: { request_decision: false } }],
  ])(
    'doc2 §6 at delivery: a message waits, and nobody is told once the server doesn’t send %s any more',
    async (_, off) => {
      const id = await household.requestOf(ana, household.film());
      await send();
      gateway.startOver();
      gateway.limitRate();
      await household.approve(id);
      await send();
      await admin.put('/api/admin/push-notifications', off);
      await household.app.clock.leap(60_000);
      await send();
      expect(gateway.journal).toEqual([]);
      expect((await statuses()).at(-1)).toEqual(['request_approved', 'cancelled']);
    },
  );

  it('security 12: an administrator who was demoted hears of requests no more', async () => {
    const eve = await household.app.invite('eve');
    await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
    await withPhone(eve);
    await household.requestOf(ana, household.film());
    await send();
    await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'user' });
    await household.requestOf(ana, household.film());
    await send();
    expect(gateway.journal.map(({ deviceIds }) => [...deviceIds].sort())).toEqual([
      [admin.deviceId, eve.deviceId].sort(),
      [admin.deviceId],
    ]);
    // Two messages have two keys.
    expect(new Set(gateway.calls(NOTIFY).map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  describe('security 19: children', () => {
    /** A child has asked for a film that it might see then; ratings are looked up once a day. */
    async function decided(kid: Session, meanwhile: () => Promise<unknown> | void): Promise<void> {
      const id = await household.requestOf(kid, ratedFor('PG'));
      await send();
      gateway.startOver();
      await meanwhile();
      await household.deny(id);
      await send();
    }

    it('are told of decisions about what they may see', async () => {
      const kid = await child();
      await decided(kid, () => undefined);
      expect(told()).toEqual([['Request denied', [kid.deviceId]]]);
    });

    it.each<readonly [string, (kid: Session) => Promise<unknown>]>([
      ['they may not see by now', (kid) => limitContent(admin, kid, { max_movie_rating: 'G' })],
      ['nobody can judge by their limits', (kid) => damagePolicy(household.app, kid)],
    ])('are told neither title, id nor decision of what %s, and others are', async (_, change) => {
      const kid = await child();
      await decided(kid, () => change(kid));
      expect(gateway.journal).toEqual([]);
      expect((await statuses()).at(-1)).toEqual(['request_denied', 'cancelled']);
      const id = await household.requestOf(ana, household.film());
      await household.deny(id);
      await send();
      expect(told().at(-1)).toEqual(['Request denied', [ana.deviceId]]);
    });

    it('are told nothing of what can’t be rated at the moment', async () => {
      const kid = await child();
      await decided(kid, async () => {
        await household.app.clock.leap(25 * 60 * 60_000);
        household.admin = await household.app.refresh(admin);
        household.app.tmdb.fail('GET /3/movie/:id', 500, Infinity);
      });
      expect(gateway.journal).toEqual([]);
      expect((await statuses()).at(-1)).toEqual(['request_denied', 'cancelled']);
      household.app.tmdb.recover();
      const again = await household.requestOf(await household.app.refresh(kid), ratedFor('PG'));
      await household.deny(again);
      await send();
      expect(told().at(-1)).toEqual(['Request denied', [kid.deviceId]]);
    });
  });

  describe('issue 24 push: at least once, within an hour', () => {
    const keys = () => gateway.calls(NOTIFY).map(({ headers }) => headers['idempotency-key']);

    /** One of each kind; push-answers.spec.ts and push-gateway.client.spec.ts have the others. */
    it.each<readonly [string, FakeFault]>([
      ['the limit is reached', { status: 429, headers: { 'retry-after': '20' } }],
      ['the gateway fails', 503],
      ['the answer is lost', 'answer-lost'],
    ])('is sent again under the same key when %s, and arrives once', async (_, fault) => {
      gateway.fail(NOTIFY, fault, 2);
      await household.requestOf(ana, household.film());
      for (let n = 0; n < 3; n += 1) {
        await send();
        await household.app.clock.leap(10 * 60_000);
      }
      await send();
      expect(told()).toEqual([['New request', [admin.deviceId]]]);
      expect([keys().length, new Set(keys()).size]).toEqual([3, 1]);
      expect(await statuses()).toEqual([['request_pending', 'sent']]);
    });

    it('is sent again when nobody was there', async () => {
      await household.app.get<JobRunner>(JobRunner).runNow('notifications.push-devices');
      await gateway.leave();
      await household.requestOf(ana, household.film());
      await send();
      expect(await statuses()).toEqual([['request_pending', 'pending']]);
      await gateway.start(gateway.port);
      await household.app.clock.leap(60_000);
      await send();
      expect(told()).toEqual([['New request', [admin.deviceId]]]);
    });

    it('is dropped after an hour, since nobody wants a stale one', async () => {
      gateway.fail(NOTIFY, { status: 429, headers: { 'retry-after': '3700' } });
      await household.requestOf(ana, household.film());
      await send();
      await household.app.clock.leap(3_701_000);
      await send();
      expect(gateway.journal).toEqual([]);
      expect(await statuses()).toEqual([['request_pending', 'failed']]);
    });

    it('is not sent again when the gateway refuses it', async () => {
      gateway.fail(NOTIFY, 400);
      await household.requestOf(ana, household.film());
      await send();
      await household.app.clock.leap(10 * 60_000);
      await send();
      expect([gateway.calls(NOTIFY).length, await statuses()]).toEqual([1, [['request_pending', 'failed']]]);
    });

    it('storage: a token that can’t be opened reaches nobody, and holds up no other', async () => {
      const eve = await household.app.invite('eve');
      await admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
      await withPhone(eve);
      const damaged = { token: `v1:${Buffer.alloc(60, 'damaged').toString('base64')}` };
      const { deviceId } = admin;
      await household.app.get(Database).write((tx) => tx.update(PushTokenRow, { deviceId }, damaged));
      await household.requestOf(ana, household.film());
      await send();
      expect([told(), await statuses()]).toEqual([[['New request', [eve.deviceId]]], [['request_pending', 'sent']]]);
    });

    it('a token that the gateway calls good no more is forgotten', async () => {
      const body = { device_id: admin.deviceId, apns_token: 'planted-push-token-that-has-left' };
      household.app.secrets.plant('push token', body.apns_token);
      await admin.post('/api/devices/push-token', body);
      gateway.given.faultyToken(body.apns_token);
      await household.requestOf(ana, household.film());
      await send();
      expect((await rows())[0]).toMatchObject({ status: 'sent', detail: { text: 'It reached 0 of 1 devices.' } });
      expect((await admin.post('/api/notifications/test')).body).toMatchObject({ tokens: 0 });
    });
  });

  it('doc4 §5.3: reports tell administrators, and their reporter what becomes of them, without any title', async () => {
    const issue = {
      issueId: 9,
      reporterId: ana.userId,
      title: 'Harbor Lights',
      mediaType: 'movie',
      tmdbId: 5,
    } as const;
    const tell = async (event: IssueEvent['event'], actorId: number): Promise<void> => {
      const events = household.app.get<MessageIntakeService>(MessageIntakeService);
      const { library: instanceId } = household;
      await household.app
        .get(Database)
        .write((tx) => events.addIssueEvent(tx, { ...issue, instanceId, event, actorId }));
      await send();
    };
    await tell('issue_created', ana.userId);
    await tell('issue_comment', ana.userId);
    await tell('issue_comment', admin.userId);
    await tell('issue_resolved', admin.userId);
    expect(told()).toEqual([
      ['New problem reported', [admin.deviceId]],
      ['A question about your report', [ana.deviceId]],
      ['Your report was closed', [ana.deviceId]],
    ]);
    expect(JSON.stringify(gateway.journal)).not.toContain('Harbor');
  });
});
