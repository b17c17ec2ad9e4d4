import type { Page } from 'playwright-core';
import { Database } from '../../src/core/database/database.js';
import { JobRunner } from '../../src/core/jobs/job-runner.js';
import { INTAKE_JOB } from '../../src/modules/notifications/events/lifecycle-intake.job.js';
import { NOTIFICATION_EVENTS } from '../../src/modules/notifications/events/notification-event.js';
import { OutboxRow } from '../../src/modules/notifications/message-rows.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../src/modules/notifications/outbox/outbox-worker.job.js';
import { DiscordFake } from '../fakes/discord/discord-fake.js';
import { PushGatewayFake } from '../fakes/push-gateway/push-gateway-fake.js';
import { type App, type Session, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { LAPTOP } from '../harness/page-faults.js';
import { openSignedIn } from './live-household.js';

/** What no page may have in it. */
export const WEBHOOK_TOKEN = 'planted-chat-webhook-token';

/** A thread of the webhook's channel. */
export const THREAD = '900000000000000070';

const OFF = Object.fromEntries(NOTIFICATION_EVENTS.map((event) => [event, false]));
const ALL_SENT = { new_movie: true, new_book: true, new_album: true };

const GATEWAY_KEY = 'planted-push-gateway-key';

/** A household with a channel of Discord, a push gateway and a library of films, and browsers to look at it. */
export class NotificationHousehold {
  private films = 880_100;

  private constructor(
    readonly app: App,
    private signedIn: Session,
    readonly chat: DiscordFake,
    readonly gateway: PushGatewayFake,
    readonly browser: WebAppBrowser,
    /** The address of the webhook. */
    readonly webhook: string,
  ) {}

  static async open(): Promise<NotificationHousehold> {
    const chat = await new DiscordFake().start();
    const webhook = chat.given.webhook({ token: WEBHOOK_TOKEN, threads: [THREAD] });
    const gateway = await new PushGatewayFake().start();
    gateway.given.key(GATEWAY_KEY);
    const app = await startApp({
      env: { CHAT_HOSTS: chat.url, PUSH_GATEWAY_URL: gateway.url, PUSH_API_KEY: GATEWAY_KEY },
    });
    app.secrets.plant('chat webhook token', WEBHOOK_TOKEN);
    app.secrets.plant('key for the push gateway', GATEWAY_KEY);
    const admin = await app.setUpAdmin();
    await app.connectRadarr(admin);
    return new NotificationHousehold(app, admin, chat, gateway, await WebAppBrowser.open(), webhook);
  }

  get admin(): Session {
    return this.signedIn;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.app.server.closeAllConnections();
    await this.app.close();
    await Promise.all([this.chat.stop(), this.gateway.stop()]);
  }

  /** Nothing is set up, nothing was posted, and tests may be asked for anew. */
  async startOver(): Promise<void> {
    this.chat.startOver();
    this.chat.given.webhook({ token: WEBHOOK_TOKEN, threads: [THREAD] });
    this.gateway.startOver();
    this.signedIn = await this.app.refresh(this.signedIn);
    await this.set({ thread_id: '', role_id: '', username: '', avatar_url: '', enable_mentions: false, events: OFF });
    await this.set({ events: { request_pending: true }, role_events: OFF, embed_poster: true });
    await this.admin.delete('/api/admin/chat-notifications');
    await this.admin.put('/api/admin/push-notifications', { enabled: true, categories: ALL_SENT });
    await this.app.get<Database>(Database).write((tx) => tx.createQueryBuilder().delete().from(OutboxRow).execute());
    await this.app.clock.leap(61_000);
  }

  /** Posts go to the webhook. */
  async posting(change: object = {}): Promise<void> {
    await this.set({ enabled: true, webhook_url: this.webhook, ...change });
  }

  /** An account that signs in with a password. */
  async member(name: string): Promise<Session> {
    const member = await this.app.invite(name);
    await this.admin.patch(`/api/admin/users/${member.userId}/auth-methods`, { password_enabled: true });
    await member.post('/api/auth/password', { password: `a good password of ${name}` });
    return member;
  }

  /** Somebody's browser, signed in. */
  async person(name: string): Promise<AppPage> {
    await this.app.clock.leap(61_000);
    const person = await this.browser.person(this.app.url, LAPTOP);
    person.page.setDefaultTimeout(10_000);
    await openSignedIn(person.page, this.app.url, name, '/');
    return person;
  }

  /** Opens a page of the app, until it shows its heading. */
  async show(page: Page, path: string, heading: string): Promise<void> {
    await page.goto(this.app.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }

  /** Changes how posts to the chat are set up. */
  async set(change: object): Promise<void> {
    const { status, text } = await this.admin.put('/api/admin/chat-notifications', change);
    if (status !== 200) throw new Error(text);
  }

  /** Somebody asks for a film of its own; answers the number of the request. */
  async asked(who: Session): Promise<number> {
    const id = (this.films += 1);
    this.app.tmdb.given.film({ id, title: `Harbor Lights ${id}` });
    this.app.radarr.given.catalog([{ tmdbId: id, title: 'Harbor Lights', year: 2024 }]);
    const { body, text } = await who.post('/api/requests', { media_type: 'movie', tmdb_id: id });
    const { request_id: number } = body as { readonly request_id?: number };
    if (number === undefined) throw new Error(text);
    return number;
  }

  /** Everything that is due has been tried. */
  async sent(): Promise<void> {
    await this.app.get<JobRunner>(JobRunner).runNow(INTAKE_JOB);
    await this.app.get<JobRunner>(JobRunner).runNow(SENDING_JOB);
    await this.app.get<OutboxWorkerJob>(OutboxWorkerJob).idle();
  }
}
