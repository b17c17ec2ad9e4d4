import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';

/** What every message is called by for `fail`, `calls`, `nextCall`. */
export const WEBHOOK = 'POST /hooks/:name';

const FIVE_MINUTES_S = 300;

/** A receiver by the Standard Webhooks specification: it takes what is signed, in time, and new. */
export class WebhookFake extends FakeServer {
  /** The key in base64, without `whsec_`; undefined for a receiver that takes what isn't signed. */
  key: string | undefined;
  /** What was taken, oldest first. */
  readonly taken: unknown[] = [];
  private readonly ids = new Set<string>();

  /** @param now the receiver's own clock, epoch milliseconds */
  constructor(private readonly now: () => number) {
    super();
    this.route(WEBHOOK, (request) => this.receive(request));
  }

  override startOver(): void {
    super.startOver();
    this.taken.length = 0;
  }

  private receive({ headers, body }: FakeRequest): FakeAnswer {
    const id = textOf(headers['webhook-id']);
    const timestamp = textOf(headers['webhook-timestamp']);
    if (id === '' || !/^\d+$/.test(timestamp)) return { status: 400 };
    if (Math.abs(this.now() / 1_000 - Number(timestamp)) > FIVE_MINUTES_S) return { status: 400 };
    // The sender writes JSON without spaces, as this does.
    if (!this.isSigned(textOf(headers['webhook-signature']), `${id}.${timestamp}.${JSON.stringify(body)}`))
      return { status: 401 };
    if (!this.ids.has(id)) this.taken.push(body);
    this.ids.add(id);
    return { status: 202 };
  }

  private isSigned(signatures: string, content: string): boolean {
    if (this.key === undefined) return true;
    const mac = createHmac('sha256', Buffer.from(this.key, 'base64')).update(content).digest();
    return signatures.split(' ').some((one) => {
      const [version, text = ''] = one.split(',');
      const given = Buffer.from(text, 'base64');
      return version === 'v1' && given.length === mac.length && timingSafeEqual(given, mac);
    });
  }
}

const textOf = (header: string | readonly string[] | undefined): string => (typeof header === 'string' ? header : '');
