import { DiscordFake } from '../../test/fakes/discord/discord-fake.js';
import { PushGatewayFake } from '../../test/fakes/push-gateway/push-gateway-fake.js';

/** Where a person reads what the chat and the phones have been told. */
const READING_PATH = '/channel';

/** The member's id at the chat service. */
export const MEMBER_CHAT_ID = '900000000000000101';

/** How messages reach people: a channel of Discord, and a push gateway for phones. */
export class MessageServices {
  readonly discord = new DiscordFake();
  readonly pushGateway = new PushGatewayFake();
  private webhook = '';

  /** The settings that lead a server to them. */
  get settings(): Readonly<Record<string, string>> {
    return { CHAT_HOSTS: this.discord.url, PUSH_GATEWAY_URL: this.pushGateway.url };
  }

  /** The address of the channel's webhook. */
  get webhookUrl(): string {
    return this.webhook;
  }

  /** A page with everything that was posted. */
  get readingUrl(): string {
    return `${this.discord.url}${READING_PATH}`;
  }

  async open(): Promise<void> {
    await Promise.all([this.discord.start(), this.pushGateway.start()]);
    this.webhook = this.discord.given.webhook({ token: 'demo-webhook-token' });
    this.discord.route(`GET ${READING_PATH}`, () => ({ body: this.posts() }));
  }

  async close(): Promise<void> {
    await Promise.all([this.discord.stop(), this.pushGateway.stop()]);
  }

  private posts() {
    return this.discord.posted.flatMap(({ embeds, pinged }) =>
      embeds.map(({ title, footer }) => ({
        title: String(title),
        event: (footer as { readonly text?: string } | undefined)?.text ?? '',
        pinged: pinged.users,
      })),
    );
  }
}
