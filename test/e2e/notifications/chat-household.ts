import { DiscordFake } from '../../fakes/discord/discord-fake.js';
import type { Answer, HttpClient } from '../../harness/http-client.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

/** Where administrators set posts to the chat up. */
export const SETTINGS = '/api/admin/chat-notifications';

/** Where everybody sets up how they are mentioned. */
export const OWN = '/api/auth/chat-notifications';

const TOKEN = 'planted-chat-webhook-token';

/** The thread of the webhook's channel. */
export const THREAD = '900000000000000070';

/** A household with a channel of the chat service. */
export class ChatHousehold {
  private constructor(
    readonly app: App,
    private signedIn: Session,
    readonly chat: DiscordFake,
    /** The address of the webhook. */
    readonly webhook: string,
  ) {}

  static async start(): Promise<ChatHousehold> {
    const chat = await new DiscordFake().start();
    const webhook = chat.given.webhook({ token: TOKEN, threads: [THREAD] });
    const app = await startApp({ env: { CHAT_HOSTS: chat.url } });
    app.secrets.plant('chat webhook token', TOKEN);
    return new ChatHousehold(app, await app.setUpAdmin(), chat, webhook);
  }

  get admin(): Session {
    return this.signedIn;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.chat.stop();
  }

  /** Nothing is set up, nothing was posted, and tests of it may be asked for again. */
  async startOver(): Promise<void> {
    this.signedIn = await this.app.refresh(this.signedIn);
    this.chat.startOver();
    this.chat.given.webhook({ token: TOKEN, threads: [THREAD] });
    const all = { thread_id: '', role_id: '', username: '', avatar_url: '', enable_mentions: false };
    await this.set({ ...all, events: OFF, role_events: OFF });
    await this.set({ events: { request_pending: true }, embed_poster: true });
    await this.admin.delete(SETTINGS);
    await this.app.clock.leap(61_000);
  }

  /** Changes the settings. */
  set(change: object): Promise<Answer> {
    return this.admin.put(SETTINGS, change);
  }

  /** The settings as administrators see them. */
  async settings(): Promise<Readonly<Record<string, unknown>>> {
    return (await this.admin.get(SETTINGS)).body as Readonly<Record<string, unknown>>;
  }

  /** How somebody is mentioned, as they see it. */
  async own(who: HttpClient): Promise<Readonly<Record<string, unknown>>> {
    return (await who.get(OWN)).body as Readonly<Record<string, unknown>>;
  }
}

const EVENTS = [
  'request_pending',
  'request_auto_approved',
  'request_approved',
  'request_denied',
  'request_failed',
  'request_available',
  'issue_created',
  'issue_comment',
  'issue_resolved',
  'issue_reopened',
  'request_stuck',
];

/** Every event, switched off, but for these. */
export const switched = (...on: readonly string[]): Readonly<Record<string, boolean>> =>
  Object.fromEntries(EVENTS.map((event) => [event, on.includes(event)]));

const OFF = switched();
