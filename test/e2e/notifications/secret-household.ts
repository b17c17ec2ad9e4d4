import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { INTAKE_JOB } from '../../../src/modules/notifications/events/lifecycle-intake.job.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../../src/modules/notifications/outbox/outbox-worker.job.js';
import { DiscordFake, EXECUTE } from '../../fakes/discord/discord-fake.js';
import type { FakeFault, FakeServer } from '../../fakes/fake-server.js';
import { PushGatewayFake } from '../../fakes/push-gateway/push-gateway-fake.js';
import type { Answer, HttpClient } from '../../harness/http-client.js';
import { SecretSearch } from '../../harness/secret-search.js';
import type { App, Session } from '../../harness/start-app.js';
import { Household } from '../requests/household.js';
import { OWN, SETTINGS, switched } from './chat-household.js';

const METRICS_TOKEN = 'metrics-token-of-the-search';
const DEVICES_JOB = 'notifications.push-devices';
/** Longer than either system is waited for. */
const LONGER_MS = 31_000;

/** The secrets of the household. Those of letters alone look like plain words, and the others are written in many ways. */
export const SECRET = {
  webhookToken: 'planted-chat-webhook-token',
  draftToken: 'planted-chat-draft-token',
  gatewayKey: 'planted-push-gateway-key',
  phoneOfAna: 'planted-push-token-of-ana',
  phoneOfAdmin: `planted-push-token-"'/+=\\<&>%25-of-the-administrator`,
} as const;

const WEBHOOK_ID = '900000000000000030';

/** Every call that is made of the two systems. */
export const CALLS = {
  enroll: 'POST /v1/enroll',
  post: EXECUTE,
  notify: 'POST /v1/notifications',
  register: 'POST /v1/devices',
  forget: 'DELETE /v1/devices',
} as const;

/** Where the two systems are, in place of the fakes. */
interface Places {
  readonly chatHost?: string;
  readonly gatewayUrl?: string;
  /** False where the household has to enrol for a key, and no enrolment is answered at first. */
  readonly hasKey?: boolean;
}

/** A household that posts to a chat and pushes to two phones, whose every answer, log line and row is searched for secrets. */
export class SecretHousehold {
  readonly search: SecretSearch;

  private constructor(
    readonly household: Household,
    readonly chat: DiscordFake,
    readonly gateway: PushGatewayFake,
    /** Scheme and host of the chat service. */
    private readonly chatOrigin: string,
  ) {
    this.search = new SecretSearch(household.app, METRICS_TOKEN, {
      ...SECRET,
      webhookAddress: `api/webhooks/${WEBHOOK_ID}`,
    });
  }

  static async open({ chatHost, gatewayUrl, hasKey = true }: Places = {}): Promise<SecretHousehold> {
    const [chat, gateway] = [await new DiscordFake().start(), await new PushGatewayFake().start()];
    chat.given.webhook({ id: WEBHOOK_ID, token: SECRET.webhookToken });
    if (hasKey) gateway.given.key(SECRET.gatewayKey);
    else gateway.fail(CALLS.enroll, 'answer-lost', Infinity);
    const places = { CHAT_HOSTS: chatHost ?? chat.url, PUSH_GATEWAY_URL: gatewayUrl ?? gateway.url };
    const env = { ...places, PUSH_API_KEY: hasKey ? SECRET.gatewayKey : '', METRICS_TOKEN };
    const household = await Household.open({ env });
    for (const [name, secret] of Object.entries(SECRET)) household.app.secrets.plant(name, secret);
    const house = new SecretHousehold(household, chat, gateway, chatHost ? `https://${chatHost}` : chat.url);
    await household.needApproval();
    await house
      .admin()
      .put(SETTINGS, { enabled: true, webhook_url: house.webhook(), events: ALL, enable_mentions: true });
    for (const who of [house.ana(), house.admin()]) {
      await who.put(OWN, { enabled: true, chat_ids: ['900000000000000101'], events: { request_denied: true } });
      await who.put('/api/notifications/preferences', { request_decision: true, request_pending: true });
    }
    await house.register();
    return house;
  }

  async close(): Promise<void> {
    await this.household.close();
    await Promise.all([this.chat.stop(), this.gateway.stop()]);
  }

  /** Forgets what was answered and logged, and goes on. */
  async startOver(): Promise<void> {
    await this.goOn();
    this.search.startOver();
  }

  /** Both systems do as they should. A minute has passed, so that nothing rests and tests may be asked for again. */
  async goOn(): Promise<void> {
    for (const fake of [this.chat, this.gateway]) fake.startOver();
    const { app, admin, ana } = this.household;
    await app.clock.leap(61_000);
    this.household.admin = await app.refresh(admin);
    this.household.ana = await app.refresh(ana);
  }

  get app(): App {
    return this.household.app;
  }

  admin = (): HttpClient => this.search.client(this.household.admin.token);
  ana = (): HttpClient => this.search.client(this.household.ana.token);

  webhook = (token: string = SECRET.webhookToken): string => `${this.chatOrigin}/api/webhooks/${WEBHOOK_ID}/${token}`;

  /** Registers both phones. */
  async register(): Promise<void> {
    const { admin, ana } = this.household;
    const body = ({ deviceId }: Session, apns_token: string) => ({ device_id: deviceId, apns_token });
    await this.ana().post('/api/devices/push-token', body(ana, SECRET.phoneOfAna));
    await this.admin().post('/api/devices/push-token', body(admin, SECRET.phoneOfAdmin));
  }

  /** Tells the gateway of phones that have registered or ended. */
  tellGateway = (): Promise<void> =>
    this.app
      .get(JobRunner)
      .runNow(DEVICES_JOB)
      .catch(() => undefined);

  /** Something happens to a request, and what is due is sent. */
  async deliver(): Promise<void> {
    const id = await this.household.requestOf(this.household.ana, this.household.film());
    await this.household.deny(id);
    await this.app.get(JobRunner).runNow(INTAKE_JOB);
    await this.app.get(JobRunner).runNow(SENDING_JOB);
    await this.app.get(OutboxWorkerJob).idle();
  }

  /** Everything that calls one of the two systems, and what people look at afterwards. Answers those that were made at once. */
  async everything(): Promise<readonly Answer[]> {
    await this.register();
    await this.tellGateway();
    const answers = [
      await this.admin().post(`${SETTINGS}/test`, { webhook_url: this.webhook(SECRET.draftToken) }),
      await this.admin().post(`${SETTINGS}/test`),
      await this.ana().post(`${OWN}/test`),
      await this.ana().post('/api/notifications/test'),
      await this.admin().post(`/api/admin/users/${this.household.admin.userId}/test-push`),
    ];
    await this.deliver();
    await this.ana().delete(`/api/devices/push-token/${this.household.ana.deviceId}`);
    await this.tellGateway();
    await this.look();
    return answers;
  }

  /** What administrators and others see of it. */
  async look(): Promise<void> {
    for (const path of [SETTINGS, '/api/admin/jobs', '/api/admin/setup-status', '/api/admin/devices', '/readyz'])
      await this.admin().get(path);
    for (const path of [OWN, '/api/notifications/preferences', '/api/me/devices', '/api/requests'])
      await this.ana().get(path);
  }

  /** Plans the same fault for every call of both systems, or for these. */
  fail(fault: FakeFault, calls: readonly string[] = Object.values(CALLS)): void {
    for (const call of calls) {
      this.chat.fail(call, fault, Infinity);
      this.gateway.fail(call, fault, Infinity);
    }
  }

  /** Which calls have arrived at the two systems. */
  reached(): readonly string[] {
    const has = ([fake, call]: readonly [FakeServer, string]): boolean => fake.calls(call).length > 0;
    const gateway = Object.values(CALLS).map((call) => [this.gateway, call] as const);
    return [[this.chat, CALLS.post] as const, ...gateway].filter(has).map(([, call]) => call);
  }

  /** Waits for work, and moves the clock past each deadline as soon as a call has arrived whose answer never comes. */
  async outlast<T>(work: Promise<T>): Promise<T> {
    let hasEnded = false;
    let waitedFor = 0;
    const ended = work.finally(() => (hasEnded = true));
    while (!hasEnded) {
      if (this.arrivals() <= waitedFor) await Promise.race([ended, this.nextArrival()]);
      waitedFor = this.arrivals();
      if (!hasEnded) await this.app.clock.advance(LONGER_MS);
    }
    return ended;
  }

  private readonly arrivals = (): number => this.chat.calls().length + this.gateway.calls().length;

  private nextArrival(): Promise<unknown> {
    const calls = [CALLS.notify, CALLS.register, CALLS.forget, CALLS.enroll];
    return Promise.race([this.chat.nextCall(CALLS.post), ...calls.map((call) => this.gateway.nextCall(call))]);
  }
}

const ALL = Object.fromEntries(Object.keys(switched()).map((event) => [event, true]));
