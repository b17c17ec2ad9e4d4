import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { INTAKE_JOB } from '../../../src/modules/notifications/events/lifecycle-intake.job.js';
import { MessageIntakeService, type IssueEvent } from '../../../src/modules/notifications/notifications.public.js';
import { OutboxRow } from '../../../src/modules/notifications/message-rows.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../../src/modules/notifications/outbox/outbox-worker.job.js';
import { WebPushSubscriptionRow } from '../../../src/modules/notifications/settings-rows.js';
import type { FakeFault } from '../../fakes/fake-server.js';
import { PushGatewayFake } from '../../fakes/push-gateway/push-gateway-fake.js';
import { PUSH, type GivenSubscription } from '../../fakes/web-push/push-service-fake.js';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import type { Session } from '../../harness/start-app.js';
import { Household } from '../requests/household.js';
import { Browsers } from './browsers.js';

const NOTIFY = 'POST /v1/notifications';
const GATEWAY_KEY = 'planted-push-gateway-key';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const ALL = Object.fromEntries(
  ['request_decision', 'request_pending', 'request_auto_approved', 'issue_created', 'issue_report_update'].map(
    (flag) => [flag, true],
  ),
);

describe('issue 24, Web Push: messages', () => {
  let browsers: Browsers;
  let household: Household;
  let admin: Session;
  let ana: Session;
  let ofAdmin: GivenSubscription;
  let ofAna: GivenSubscription;

  /** One application for the tests of a suite; each begins with nothing but a browser of the administrator and one of ana. */
  function openOnce(env: () => Readonly<Record<string, string>> = () => ({})): void {
    beforeAll(async () => {
      browsers = await Browsers.start();
      household = await Household.open({ env: { ...browsers.env, ...env() } });
    });
    beforeEach(startOver);
    afterAll(async () => {
      await household.close();
      await browsers.stop();
    });
  }

  async function startOver(): Promise<void> {
    await household.startOver();
    browsers.service.startOver();
    ({ admin, ana } = household);
    await household.needApproval();
    [ofAdmin, ofAna] = [await withBrowser(admin), await withBrowser(ana)];
  }

  async function withBrowser(session: Session): Promise<GivenSubscription> {
    await session.put('/api/notifications/preferences', ALL);
    return browsers.subscribe(household.app, session);
  }

  /** Another administrator with a browser. */
  async function eve(): Promise<GivenSubscription> {
    const session = await household.app.invite('eve');
    await admin.patch(`/api/admin/users/${session.userId}`, { role: 'admin' });
    return withBrowser(session);
  }

  /** Everything that has happened is taken, and what is due begins to be sent. */
  async function begin(): Promise<void> {
    const jobs = household.app.get<JobRunner>(JobRunner);
    await jobs.runNow(INTAKE_JOB);
    await jobs.runNow(SENDING_JOB);
  }

  const idle = () => household.app.get<OutboxWorkerJob>(OutboxWorkerJob).idle();

  async function send(): Promise<void> {
    await begin();
    await idle();
  }

  const titles = (browser: GivenSubscription) => browsers.shownTo(browser).map(({ title }) => title);
  const callsFor = (browser: GivenSubscription) => browsers.service.calls(browsers.service.only(browser)).length;
  const rows = () =>
    household.app
      .get(Database)
      .read((tx) => tx.find(OutboxRow, { where: { destination: 'web-push' }, order: { id: 'ASC' } }));
  const statuses = async () => (await rows()).map(({ event, status }) => `${event} ${status}`);

  describe('without a push gateway', () => {
    openOnce();

    it('doc4 §1.19: a request tells administrators, its decision who has asked, each with the page that shows it', async () => {
      const id = await household.requestOf(ana, household.film('Harbor Lights'));
      await send();
      await household.deny(id, { reason: 'Not now' });
      await send();
      expect(browsers.shownTo(ofAdmin)).toMatchObject([
        { title: 'New request', body: 'Harbor Lights', path: `/admin/requests/${id}`, type: 'request_pending' },
      ]);
      expect(browsers.shownTo(ofAna)).toMatchObject([
        { title: 'Request denied', body: 'Harbor Lights: Not now', path: `/requests/${id}`, type: 'request_decision' },
      ]);
      for (const { ttl, urgency } of browsers.service.delivered) {
        expect([ttl > 3_500, ttl <= 3_600, urgency]).toEqual([true, true, 'normal']);
      }
      expect(browsers.service.undecryptable).toEqual([]);
    });

    it('is one message for each browser, each with an id, a tag and a topic of its own', async () => {
      const ofEve = await eve();
      await household.requestOf(ana, household.film());
      await household.requestOf(ana, household.film());
      await send();
      expect([titles(ofAdmin).length, titles(ofEve).length]).toEqual([2, 2]);
      const shown = [...browsers.shownTo(ofAdmin), ...browsers.shownTo(ofEve)];
      expect(new Set(shown.map(({ id }) => id)).size).toBe(4);
      expect(shown.every(({ id, tag }) => id === tag)).toBe(true);
      expect(new Set(browsers.service.delivered.map(({ topic }) => topic)).size).toBe(4);
    });

    it('an event that nobody has a browser for adds no message', async () => {
      for (const session of [admin, ana]) await session.delete(`/api/devices/push-token/${session.deviceId}`);
      await household.requestOf(ana, household.film());
      await send();
      expect(await rows()).toEqual([]);
    });

    it('doc4 §5.3: updates of one report take each other’s place, and name no title', async () => {
      const { library: instanceId } = household;
      const about = { issueId: 9, reporterId: ana.userId, title: 'Harbor', mediaType: 'movie', tmdbId: 5 } as const;
      const events = household.app.get<MessageIntakeService>(MessageIntakeService);
      for (const event of ['issue_comment', 'issue_resolved'] satisfies IssueEvent['event'][]) {
        const told = { ...about, instanceId, event, actorId: admin.userId };
        await household.app.get(Database).write((tx) => events.addIssueEvent(tx, told));
        await send();
      }
      const shown = browsers.shownTo(ofAna);
      expect(shown.map(({ tag, path }) => [tag, path])).toEqual([
        ['issue:9', '/issues/9'],
        ['issue:9', '/issues/9'],
      ]);
      expect(shown[0]?.id).not.toBe(shown[1]?.id);
      expect(JSON.stringify(shown)).not.toContain('Harbor');
    });

    /** What happens to somebody, each to another person; push-messages has what holds for phones as well. */
    const changes: Readonly<Record<string, (person: Session) => Promise<unknown>>> = {
      'their browser is signed out': (person) => person.post('/api/auth/logout'),
      'their subscription is taken back': (person) => person.delete(`/api/devices/push-token/${person.deviceId}`),
      'they want nothing any more': (person) =>
        person.put('/api/notifications/preferences', { ...ALL, push_enabled: false }),
    };

    it('doc2 §6 at delivery: messages wait, and nobody is told whose browser or choice has gone', async () => {
      const people: Session[] = [];
      for (const [n] of Object.keys(changes).entries()) {
        const person = await household.app.invite(`person-${n}`);
        await withBrowser(person);
        people.push(person);
      }
      const ids: number[] = [];
      for (const person of [...people, ana]) ids.push(await household.requestOf(person, household.film()));
      await send();
      browsers.service.startOver();
      browsers.service.fail(PUSH, 503, ids.length);
      for (const id of ids) await household.approve(id);
      await send();
      for (const [n, change] of Object.values(changes).entries()) await change(people[n] as Session);
      await household.app.clock.leap(MINUTE);
      await send();
      expect(browsers.service.delivered).toHaveLength(1);
      expect(titles(ofAna)).toEqual(['Request approved']);
      const ends = (await statuses()).filter((each) => each.startsWith('request_approved'));
      expect(ends).toEqual([...Object.keys(changes).map(() => 'request_approved cancelled'), 'request_approved sent']);
    });

    it('security 19: a child is told nothing of a title that it may not see by now', async () => {
      const kid = await household.app.invite('child');
      await limitContent(admin, kid);
      const browser = await withBrowser(kid);
      const tmdbId = household.film('Rated');
      household.app.tmdb.given.film({ id: tmdbId, title: 'Rated', ...ratedFilm('PG') });
      const id = await household.requestOf(kid, tmdbId);
      await send();
      await limitContent(admin, kid, { max_movie_rating: 'G' });
      await household.deny(id);
      await send();
      expect(browsers.shownTo(browser)).toEqual([]);
    });
  });

  describe('each browser is answered for alone', () => {
    openOnce();

    interface Outcome {
      readonly calls: number;
      readonly shown: number;
      readonly status: string;
    }

    /** One of each kind; web-push.client.spec.ts has the others. */
    const answers: readonly (readonly [string, FakeFault, Outcome])[] = [
      ['202', 202, { calls: 1, shown: 0, status: 'sent' }],
      ['410', 410, { calls: 1, shown: 0, status: 'cancelled' }],
      ['400', 400, { calls: 1, shown: 0, status: 'failed' }],
      ['an answer that is lost', 'answer-lost', { calls: 2, shown: 2, status: 'sent' }],
    ];

    it.each(answers)(
      '%s: what becomes of its message, while the other browser gets its own once',
      async (_, fault, outcome) => {
        const ofEve = await eve();
        browsers.service.fail(browsers.service.only(ofAdmin), fault);
        await household.requestOf(ana, household.film());
        await send();
        expect(titles(ofEve)).toEqual(['New request']);
        for (let n = 0; n < 3; n += 1) {
          await household.app.clock.leap(MINUTE);
          await send();
        }
        expect({ calls: callsFor(ofAdmin), shown: titles(ofAdmin).length }).toEqual({
          calls: outcome.calls,
          shown: outcome.shown,
        });
        expect([callsFor(ofEve), titles(ofEve)]).toEqual([1, ['New request']]);
        // One that is shown twice is known by its id and tag.
        expect(new Set(browsers.shownTo(ofAdmin).map((shown) => JSON.stringify(shown))).size).toBeLessThanOrEqual(1);
        const of = (session: Session, all: readonly OutboxRow[]) =>
          all.find(({ deviceId }) => deviceId === session.deviceId);
        expect(of(admin, await rows())?.status).toBe(outcome.status);
      },
    );

    it('a browser that is answered 410 is forgotten', async () => {
      browsers.service.fail(browsers.service.only(ofAdmin), 410);
      await household.requestOf(ana, household.film());
      await send();
      expect((await admin.post('/api/notifications/test')).status).toBe(503);
      expect((await ana.post('/api/notifications/test')).body).toMatchObject({ tokens: 1 });
    });

    it('storage: a subscription that can’t be opened reaches nobody, and holds up no other', async () => {
      const ofEve = await eve();
      const damaged = { subscription: `v1:${Buffer.alloc(60, 'damaged').toString('base64')}` };
      await household.app
        .get(Database)
        .write((tx) => tx.update(WebPushSubscriptionRow, { deviceId: admin.deviceId }, damaged));
      await household.requestOf(ana, household.film());
      await send();
      expect([callsFor(ofAdmin), titles(ofEve)]).toEqual([0, ['New request']]);
      expect(await statuses()).toEqual(['request_pending sent']);
    });

    it('a browser that has subscribed anew meanwhile stays', async () => {
      let anew: GivenSubscription | undefined;
      browsers.service.meanwhile(browsers.service.only(ofAdmin), async () => {
        anew = await browsers.subscribe(household.app, admin);
      });
      browsers.service.fail(browsers.service.only(ofAdmin), 410);
      await household.requestOf(ana, household.film());
      await send();
      expect((await admin.post('/api/notifications/test')).body).toMatchObject({ tokens: 1, sent: 1 });
      expect(anew && titles(anew)).toEqual(['Test message']);
    });

    it('one that is sent again is known by its id, tag and topic: who was away gets it once', async () => {
      browsers.service.given.away(ofAdmin);
      browsers.service.fail(PUSH, 'answer-lost');
      await household.requestOf(ana, household.film());
      await send();
      await household.app.clock.leap(MINUTE);
      await send();
      expect(callsFor(ofAdmin)).toBe(2);
      browsers.service.given.back(ofAdmin);
      expect(titles(ofAdmin)).toEqual(['New request']);
      expect(await statuses()).toEqual(['request_pending sent']);
    });

    it('a browser that hangs holds up no other', async () => {
      const ofEve = await eve();
      browsers.service.fail(browsers.service.only(ofAdmin), 'timeout');
      await household.requestOf(ana, household.film());
      await begin();
      await expect.poll(() => titles(ofEve), { timeout: 10_000 }).toEqual(['New request']);
      await browsers.service.arrived(browsers.service.only(ofAdmin), 1);
      await household.app.clock.advance(10 * SECOND);
      await idle();
      await household.app.clock.leap(MINUTE);
      await send();
      expect([titles(ofAdmin), callsFor(ofEve)]).toEqual([['New request'], 1]);
    });

    it('429: no message goes to this browser for as long as it asks, and all others go out', async () => {
      const ofEve = await eve();
      browsers.service.fail(browsers.service.only(ofAdmin), { status: 429, headers: { 'retry-after': '300' } });
      await household.requestOf(ana, household.film('First'));
      await send();
      await household.requestOf(ana, household.film('Second'));
      await send();
      await household.app.clock.leap(299 * SECOND);
      await send();
      expect([callsFor(ofAdmin), browsers.shownTo(ofEve).map(({ body }) => body)]).toEqual([1, ['First', 'Second']]);
      await household.app.clock.leap(3 * MINUTE);
      await send();
      expect(
        browsers
          .shownTo(ofAdmin)
          .map(({ body }) => body)
          .sort(),
      ).toEqual(['First', 'Second']);
      expect(new Set(await statuses())).toEqual(new Set(['request_pending sent']));
    });

    it('nobody wants a stale one: it is tried within the hour alone', async () => {
      browsers.service.fail(PUSH, 503, Infinity);
      await household.requestOf(ana, household.film());
      for (let n = 0; n < 18; n += 1) {
        await send();
        await household.app.clock.leap(5 * MINUTE);
      }
      expect(callsFor(ofAdmin)).toBe(4);
      expect(await statuses()).toEqual(['request_pending failed']);
      browsers.service.recover();
      await send();
      expect(titles(ofAdmin)).toEqual([]);
    });

    it('what waits for its push service is kept there no longer than for the rest of the hour', async () => {
      browsers.service.fail(PUSH, { status: 429, headers: { 'retry-after': '1800' } });
      await household.requestOf(ana, household.film());
      await send();
      for (let n = 0; n < 9; n += 1) {
        await household.app.clock.leap(5 * MINUTE);
        await send();
      }
      const [{ ttl } = { ttl: 0 }] = browsers.service.deliveredTo(ofAdmin);
      expect([ttl > 0, ttl <= 1_800]).toEqual([true, true]);
    });
  });

  describe('beside a push gateway', () => {
    let gateway: PushGatewayFake;

    beforeAll(async () => {
      gateway = await new PushGatewayFake().start();
      gateway.given.key(GATEWAY_KEY);
    });
    openOnce(() => ({ PUSH_GATEWAY_URL: gateway.url, PUSH_API_KEY: GATEWAY_KEY }));
    beforeEach(() => gateway.startOver());
    afterAll(() => gateway.stop());

    /** An administrator with a phone. */
    async function withPhone(): Promise<Session> {
      const session = await household.app.invite('phil');
      await admin.patch(`/api/admin/users/${session.userId}`, { role: 'admin' });
      const token = household.app.secrets.plant('push token', `planted-push-token-${'0f'.repeat(20)}`);
      await session.post('/api/devices/push-token', { device_id: session.deviceId, apns_token: token });
      return session;
    }

    it('a gateway that is down holds up no browser', async () => {
      await withPhone();
      gateway.fail(NOTIFY, 'timeout', Infinity);
      const came = gateway.nextCall(NOTIFY);
      await household.requestOf(ana, household.film());
      await begin();
      await came;
      await expect.poll(() => titles(ofAdmin)).toEqual(['New request']);
      gateway.recover();
      await household.app.clock.advance(30 * SECOND);
      await idle();
    });

    it('a push service that is down holds up no phone, and browsers are never named to the gateway', async () => {
      const phil = await withPhone();
      browsers.service.fail(PUSH, 503, Infinity);
      await household.requestOf(ana, household.film());
      await send();
      expect(gateway.journal).toMatchObject([{ title: 'New request', deviceIds: [phil.deviceId] }]);
      await household.app.get<JobRunner>(JobRunner).runNow('notifications.push-devices');
      expect([...gateway.devices.keys()]).toEqual([phil.deviceId]);
    });
  });
});
