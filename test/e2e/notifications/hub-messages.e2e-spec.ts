import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { HUB_FOLLOWING_JOB } from '../../../src/modules/media-accounts/hub/hub-following.job.js';
import { INTAKE_JOB } from '../../../src/modules/notifications/events/lifecycle-intake.job.js';
import { OutboxRow } from '../../../src/modules/notifications/message-rows.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../../src/modules/notifications/outbox/outbox-worker.job.js';
import { PushGatewayFake } from '../../fakes/push-gateway/push-gateway-fake.js';
import { BASEMENT, HubFixture } from '../../harness/hub-fixture.js';
import { limitContent } from '../../harness/kids-policy.js';
import type { Session } from '../../harness/start-app.js';

const KEY = 'planted-push-gateway-key';
const PREFERENCES = '/api/notifications/preferences';

const NEW_ADDRESS = 'New address at Plex';
const INVITED = 'You are invited to Plex';

describe('issue 24 push: what has happened at the hub', () => {
  let gateway: PushGatewayFake;
  let house: HubFixture;
  let hubId: string;
  let person: Session;
  let email: string;
  let number = 0;

  beforeAll(async () => {
    gateway = await new PushGatewayFake().start();
    gateway.given.key(KEY);
    house = await HubFixture.start({ env: { PUSH_GATEWAY_URL: gateway.url, PUSH_API_KEY: KEY } });
    house.app.secrets.plant('key for the push gateway', KEY);
    hubId = await house.connect();
    await withPhone(house.admin);
  });

  /** Everybody of a test is somebody new with a phone, whom the hub doesn't know. */
  beforeEach(async () => {
    await house.pass(61_000);
    number += 1;
    email = house.app.secrets.plantForLogs('address at the hub', `planted-${number}@example.org`);
    person = await house.app.invite(`person ${number}`);
    await withPhone(person);
    await grant();
    await settle();
    gateway.startOver();
  });

  afterAll(async () => {
    await house.close();
    await gateway.stop();
  });

  async function withPhone(session: Session): Promise<void> {
    const token = house.app.secrets.plant('push token', `planted-push-token-${number}-${'0f'.repeat(20)}`);
    await session.post('/api/devices/push-token', { device_id: session.deviceId, apns_token: token });
  }

  const run = (job: string): Promise<void> => house.app.get(JobRunner).runNow(job);
  const grant = (...people: readonly Session[]) =>
    house.admin.put(`/api/instances/${hubId}/grant-users`, { user_ids: people.map(({ userId }) => userId) });
  const share = () => person.post('/api/auth/hub-email', { email });

  /** What has happened at the hub is followed and taken, and what is due is sent. */
  async function settle(): Promise<void> {
    await run(HUB_FOLLOWING_JOB);
    await run(INTAKE_JOB);
    await run(SENDING_JOB);
    await house.app.get(OutboxWorkerJob).idle();
  }

  const told = () => gateway.journal.map(({ title, deviceIds }) => [title, deviceIds]);
  const statusOf = async (event: string) => {
    const order = { id: 'DESC' } as const;
    const rows = await house.app.get(Database).read((tx) => tx.find(OutboxRow, { where: { event }, order, take: 1 }));
    return rows[0]?.status;
  };

  it('doc3 §9.2: another address tells administrators once, and never which; the same one tells nobody', async () => {
    await share();
    await settle();
    await share();
    await settle();
    expect(gateway.journal).toEqual([
      expect.objectContaining({
        title: NEW_ADDRESS,
        body: `person ${number} has named an address at Plex. Open their account to give them access.`,
        deviceIds: [house.admin.deviceId],
        data: { type: 'hub_access_request', user_id: person.userId },
      }),
    ]);
    expect(JSON.stringify(gateway.journal)).not.toContain('@');
  });

  it('doc4 §5.3: an invitation tells the person, and administrators that it was sent', async () => {
    await grant(person);
    await share();
    await settle();
    expect(told().sort()).toEqual([
      [NEW_ADDRESS, [house.admin.deviceId]],
      [INVITED, [person.deviceId]],
    ]);
    expect(gateway.journal.find(({ title }) => title === NEW_ADDRESS)?.body).toMatch(/An invitation was sent\.$/);
    expect(gateway.journal.find(({ title }) => title === INVITED)?.data).toEqual({ type: 'hub_invite_sent' });
    expect(JSON.stringify(gateway.journal)).not.toContain('@');
  });

  it('doc3 §9.1: an address that a PIN has proven tells administrators, and only where it is another one', async () => {
    const prove = async (): Promise<void> => {
      const { pin_id: pinId } = (await person.post('/api/media-servers/hub/sign-in/begin')).body as { pin_id: number };
      const member = house.hub.given.person({ id: 7_000_000 + number, username: `hub ${number}`, email });
      house.hub.approve(member, { pinId, token: house.app.secrets.plant('PIN token', `planted-pin-${pinId}`) });
      await house.app.clock.advance(1_000);
      const { body } = await person.post('/api/media-servers/hub/sign-in/check', { pin_id: pinId });
      expect(body).toMatchObject({ linked: true });
      await settle();
    };
    await prove();
    await prove();
    expect(told()).toEqual([[NEW_ADDRESS, [house.admin.deviceId]]]);
  });

  it('doc2 §6: an administrator gets no message about their own change', async () => {
    await house.admin.post('/api/auth/hub-email', { email });
    await settle();
    expect(told().filter(([title]) => title === NEW_ADDRESS)).toEqual([]);
    expect(await statusOf('hub_access_request')).toBe('cancelled');
  });

  it('issue 43 A1: an account that a sign-in has made tells administrators, and a later sign-in nobody', async () => {
    const friend = house.hub.given.person({ id: 8_000_000 + number, username: `friend ${number}`, email });
    house.hub.given.share(BASEMENT, friend);
    await house.allow(true, true);
    const { userId } = await house.session(friend);
    await house.session(friend);
    await settle();
    expect(gateway.journal).toEqual([
      expect.objectContaining({
        title: 'New account by sign-in',
        deviceIds: [house.admin.deviceId],
        data: { type: 'account_made', user_id: userId },
      }),
    ]);
  });

  it('issue 24, source of events: nothing is lost where the process ends before it publishes anything', async () => {
    await grant(person);
    const events = house.app.get(EventBus);
    const publish = events.publish.bind(events);
    events.publish = () => Promise.resolve();
    try {
      await share();
      await run(HUB_FOLLOWING_JOB);
    } finally {
      events.publish = publish;
    }
    await settle();
    expect(told().sort()).toEqual([
      [NEW_ADDRESS, [house.admin.deviceId]],
      [INVITED, [person.deviceId]],
    ]);
  });

  describe('doc2 §6 at delivery: a waiting message is not sent', () => {
    /** The gateway takes nothing until after the change. */
    async function held(change: () => Promise<unknown>): Promise<void> {
      gateway.limitRate({ retryAfterSeconds: 30 });
      await share();
      await settle();
      expect(gateway.journal).toEqual([]);
      await change();
      await house.app.clock.leap(61_000);
      await settle();
    }

    it.each<readonly [string, () => Promise<unknown>]>([
      ['once the server is taken from them', () => grant()],
      [
        'once an administrator has ended their link',
        () => house.admin.delete(`/api/admin/users/${person.userId}/media-servers/${hubId}/account`),
      ],
      ['once they don’t want it any more', () => person.put(PREFERENCES, { media_server_access: false })],
      [
        'once they don’t want it any more, by its older name',
        () => person.put(PREFERENCES, { hub_invite_sent: false }),
      ],
      ['once they are deleted', () => house.admin.delete(`/api/admin/users/${person.userId}`)],
    ])('of their invitation %s', async (_, change) => {
      await grant(person);
      await held(change);
      expect(told().filter(([title]) => title === INVITED)).toEqual([]);
      expect(await statusOf('hub_invite_sent')).toBe('cancelled');
    });

    it.each<readonly [string, () => Promise<unknown>]>([
      ['they are deleted', () => house.admin.delete(`/api/admin/users/${person.userId}`)],
      ['no administrator wants that any more', () => house.admin.put(PREFERENCES, { hub_access_request: false })],
      [
        'the server sends nothing of that any more',
        () => house.admin.put('/api/admin/push-notifications', { categories: { hub_access_request: false } }),
      ],
    ])('of their address once %s', async (_, change) => {
      await held(change);
      expect([gateway.journal, await statusOf('hub_access_request')]).toEqual([[], 'cancelled']);
      await house.admin.put(PREFERENCES, { hub_access_request: true });
      await house.admin.put('/api/admin/push-notifications', { categories: { hub_access_request: true } });
    });

    it('issue 24, two servers at the hub: of the invitation whose link an administrator has ended, and not of the other', async () => {
      house.hub.given.device({ machineIdentifier: 'loft-machine', owner: house.mara, name: 'Loft' });
      const loftId = await house.connect({ name: 'Loft', media_server_config: { machine_identifier: 'loft-machine' } });
      try {
        await grant(person);
        await house.admin.put(`/api/instances/${loftId}/grant-users`, { user_ids: [person.userId] });
        await held(() => house.admin.delete(`/api/admin/users/${person.userId}/media-servers/${hubId}/account`));
      } finally {
        await house.admin.delete(`/api/instances/${loftId}`);
      }
      expect(told().filter(([title]) => title === INVITED)).toEqual([[INVITED, [person.deviceId]]]);
      const rows = await house.app.get(Database).read((tx) => tx.findBy(OutboxRow, { event: 'hub_invite_sent' }));
      const became = rows.map(({ subject, status }) => [JSON.parse(subject) as unknown, status]);
      expect(became).toContainEqual([{ userId: person.userId, instanceId: hubId }, 'cancelled']);
      expect(became).toContainEqual([{ userId: person.userId, instanceId: loftId }, 'sent']);
    });

    it('of their address once there is no hub', async () => {
      await held(() => house.admin.delete(`/api/instances/${hubId}`));
      expect([gateway.journal, await statusOf('hub_access_request')]).toEqual([[], 'cancelled']);
      hubId = await house.connect();
    });
  });

  it('security 19: a child gets its own invitation, since no title is in it', async () => {
    await limitContent(house.admin, person);
    await grant(person);
    await share();
    await settle();
    expect(told()).toContainEqual([INVITED, [person.deviceId]]);
  });

  it('security 12: a former administrator gets no message', async () => {
    const eve = await house.app.invite(`eve ${number}`);
    await house.admin.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
    await withPhone(eve);
    await house.admin.patch(`/api/admin/users/${eve.userId}`, { role: 'user' });
    await share();
    await settle();
    expect(told()).toEqual([[NEW_ADDRESS, [house.admin.deviceId]]]);
  });
});
