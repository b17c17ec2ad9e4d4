import { DiscordFake, EXECUTE } from '../fakes/discord/discord-fake.js';
import type { FakeServer } from '../fakes/fake-server.js';
import { PushGatewayFake } from '../fakes/push-gateway/push-gateway-fake.js';
import type { Fields } from '../fakes/servarr/servarr-fields.js';
import { TmdbFake } from '../fakes/tmdb/tmdb-fake.js';
import type { Session } from '../harness/start-app.js';
import { Household, type Library } from './household.js';
import { MortalServer } from './mortal-server.js';
import { RequestWire } from './request-wire.js';
import type { SpawnedProcess } from './spawned-process.js';

/** The destinations of messages. */
export const DESTINATIONS = ['chat', 'push'] as const;
export type DestinationName = (typeof DESTINATIONS)[number];

/** The call by which each of them takes a message. */
export const SENDING_CALLS: Readonly<Record<DestinationName, string>> = {
  chat: EXECUTE,
  push: 'POST /v1/notifications',
};

const GATEWAY_KEY = 'planted-push-gateway-key';

/** More than messages are collected for: what was collected is due in the next round. */
const ROUND_MS = 61_000;

/** How much later a server starts than the one before: no lease is left then, and its clock went less far ahead. */
const BETWEEN_SERVERS_MS = 10 * 60_000;

const EVERYTHING = Object.fromEntries(
  [
    'request_pending',
    'request_auto_approved',
    'request_approved',
    'request_denied',
    'request_failed',
    'request_available',
  ].map((event) => [event, true]),
);
const EVERY_PUSH = Object.fromEntries(
  ['request_pending', 'request_auto_approved', 'request_decision', 'new_movie'].map((category) => [category, true]),
);

/**
 * A household in which the chat and the push gateway are told what happens to requests for films, with a server that is killed
 * again and again.
 */
export class OutboxHousehold {
  /** Films whose arrival the library has reported, and of which it knows that the server has heard. */
  readonly heard = new Set<number>();
  private orders = 0;
  /** When the latest restart began, on the clock of the machine. */
  private restartedAt = Date.now();

  private constructor(
    readonly household: Household,
    readonly server: MortalServer,
    readonly chat: DiscordFake,
    readonly gateway: PushGatewayFake,
    private readonly tmdb: TmdbFake,
    /** Before each destination. */
    readonly wires: Readonly<Record<DestinationName, RequestWire>>,
    private readonly admin: Session,
  ) {}

  /** Sets one up, and starts its server. */
  static async found(): Promise<OutboxHousehold> {
    const [chat, gateway, tmdb] = [new DiscordFake(), new PushGatewayFake(), new TmdbFake()];
    await Promise.all([chat, gateway, tmdb].map((fake) => fake.start()));
    gateway.given.key(GATEWAY_KEY);
    const wires = { chat: await RequestWire.before(chat.port), push: await RequestWire.before(gateway.port) };
    const webhook = chat.given.webhook().replace(chat.url, wires.chat.url);
    let founder: Session | undefined;
    const household = await Household.found({
      members: 2,
      env: { CHAT_HOSTS: wires.chat.url, PUSH_GATEWAY_URL: wires.push.url, PUSH_API_KEY: GATEWAY_KEY },
      furnish: async (_app, admin) => {
        founder = admin;
        await admin.put('/api/admin/request-settings', { require_approval: true });
        const saved = { enabled: true, webhook_url: webhook, events: EVERYTHING };
        const { status, text } = await admin.put('/api/admin/chat-notifications', saved);
        if (status !== 200) throw new Error(text);
      },
    });
    if (!founder) throw new Error('nobody has founded the household');
    const people = [founder, ...household.members];
    const server = new MortalServer(household, metadataFrom(tmdb), people, 'outbox-process');
    const made = new OutboxHousehold(household, server, chat, gateway, tmdb, wires, founder);
    await made.furnish(people);
    return made;
  }

  get library(): Library {
    return this.household.libraries[0];
  }

  /** Whose requests wait for a decision. */
  get asker(): Session {
    return this.household.members[0];
  }

  /** Whose requests need no decision. */
  get trusted(): Session {
    return this.household.members[1] ?? this.household.members[0];
  }

  fake(destination: DestinationName): FakeServer {
    return destination === 'chat' ? this.chat : this.gateway;
  }

  /** A film that nobody has; its TMDB id. */
  film(): number {
    const id = this.household.film(this.library, 'unknown');
    this.tmdb.given.film({ id, title: titleOf(id) });
    return id;
  }

  /** Somebody asks for a film. */
  async ask(who: Session, tmdbId: number): Promise<void> {
    this.expect200(await this.server.ask(who, 'POST', '/api/requests', { media_type: 'movie', tmdb_id: tmdbId }));
  }

  /** The administrator decides on a request. */
  async decide(requestId: number, decision: 'approve' | 'deny'): Promise<void> {
    const path = `/api/admin/requests/${requestId}/${decision}`;
    this.expect200(await this.server.ask(this.admin, 'POST', path, {}));
  }

  /** The file of a film has come, and the library reports it, if there is somebody to hear it. */
  async arrive(tmdbId: number): Promise<void> {
    const { fake } = this.library;
    fake.finishDownload(tmdbId);
    const [report] = await fake.sendWebhook('Download', tmdbId);
    if (report?.status === 200) this.heard.add(tmdbId);
  }

  /**
   * Resolves when nothing waits any more.
   *
   * @param roundMs how far the server's clock goes ahead after each round
   * @throws Error when the server dies first
   */
  async settle(roundMs = ROUND_MS): Promise<void> {
    this.orders += 1;
    await this.server.order({ settle: this.orders, roundMs }, `settled ${this.orders}`);
  }

  /** Has the server kill itself when it writes this line, or any line, for the n-th time from now: see outbox-process.mjs. */
  diesAt(line: string | null, nth = 1): Promise<void> {
    return this.server.order({ dieAt: { line, nth } }, 'will die');
  }

  /** Kills the server (SIGKILL) where it isn't dead yet, and starts the next one. */
  async restart(): Promise<void> {
    this.household.later(BETWEEN_SERVERS_MS);
    this.restartedAt = Date.now();
    await this.server.killAndRestart();
    await this.nameServer();
  }

  /** Starts one more server on the same database, soon after a restart. Its clock is ahead by so much, or a little more. */
  async startAnother(aheadMs: number): Promise<SpawnedProcess> {
    const another = this.household.spawn('outbox-process', metadataFrom(this.tmdb));
    await another.says('loaded');
    another.send({ now: this.household.later(Date.now() - this.restartedAt + aheadMs) });
    await another.says('listening');
    return another;
  }

  async close(): Promise<void> {
    await this.server.end();
    const wires = Object.values(this.wires).map((wire) => wire.close());
    await Promise.all([...wires, this.household.close(), this.chat.stop(), this.gateway.stop(), this.tmdb.stop()]);
  }

  /** Everybody has a phone and wants to be told everything; the library reports what comes. */
  private async furnish([admin, ...others]: readonly Session[]): Promise<void> {
    if (!admin) return;
    const settings = `/api/admin/users/${this.trusted.userId}/request-settings`;
    this.expect200(await this.server.ask(admin, 'PUT', settings, { require_approval: false }));
    for (const person of [admin, ...others]) {
      const phone = { device_id: person.deviceId, apns_token: `push-token-${person.userId}-${'0f'.repeat(20)}` };
      this.expect200(await this.server.ask(person, 'POST', '/api/devices/push-token', phone));
      this.expect200(await this.server.ask(person, 'PUT', '/api/notifications/preferences', EVERY_PUSH));
    }
    this.expect200(await this.server.ask(admin, 'POST', `/api/instances/${this.library.id}/webhook`));
    await this.nameServer();
    await this.settle();
  }

  /** Tells the library where the server that is alive listens. */
  private async nameServer(): Promise<void> {
    const value = `${await this.server.isUp()}/api/webhooks/arr/${this.library.id}`;
    const { notifications } = this.library.fake;
    const [webhook] = notifications.resources();
    const fields = ((webhook?.fields ?? []) as readonly Fields[]).map((one) =>
      one.name === 'url' ? { ...one, value } : one,
    );
    await notifications.change(Number(webhook?.id), { ...webhook, fields }, true);
  }

  /** An answer that was lost says nothing. */
  private expect200(answer: Awaited<ReturnType<MortalServer['ask']>>): void {
    if (answer !== null && answer.status !== 200) throw new Error(`refused: ${JSON.stringify(answer)}`);
  }
}

const metadataFrom = ({ apiUrl, token }: TmdbFake) => ({ METADATA_URL: apiUrl, METADATA_TOKEN: token });

/** The title of a film, as requests have it. */
export const titleOf = (tmdbId: number): string => `Film ${tmdbId}`;
