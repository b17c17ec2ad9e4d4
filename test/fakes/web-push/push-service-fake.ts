import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';
import { newReceiverKeys, readEncryptedMessage, UnreadableMessage, type ReceiverKeys } from './message-reader.js';
import { formFault, headerOf, refusedPush, senderFault } from './refused-push.js';

/** What a browser gives to a server, as `PushSubscription.toJSON()` writes it. */
export interface GivenSubscription {
  readonly endpoint: string;
  readonly expirationTime: null;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** A message that a browser has got and decrypted. */
interface DeliveredPush {
  readonly endpoint: string;
  readonly text: string;
  /** Seconds. */
  readonly ttl: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
}

/** The same before it is decrypted. */
interface AcceptedPush extends Omit<DeliveredPush, 'text'> {
  readonly body: Buffer;
}

interface Subscription {
  readonly endpoint: string;
  readonly keys: ReceiverKeys;
  readonly serverKey: string | null;
  isGone: boolean;
  isAway: boolean;
  waiting: readonly AcceptedPush[];
}

/** Every message is called by this for `fail`, `calls`, `nextCall`. */
export const PUSH = 'POST /wpush/v2/:id';

/**
 * A push service with the browsers that it serves. It refuses what real ones refuse, and decrypts like a browser what it delivers. It
 * shares no code with the product.
 */
export class PushServiceFake extends FakeServer {
  /** What browsers have got, in the order of arrival. */
  readonly delivered: DeliveredPush[] = [];
  /** Why browsers could not decrypt messages: they drop those without a word. */
  readonly undecryptable: string[] = [];
  private readonly subscriptions = new Map<string, Subscription>();

  constructor() {
    super();
    this.route(PUSH, (request) => this.push(request));
  }

  /**
   * A browser subscribes.
   *
   * @param serverKey `applicationServerKey` in base64url: the only server that may send then; null for any
   */
  subscribe(serverKey: string | null = null): GivenSubscription {
    const id = `gAAAAAB${this.subscriptions.size}:planted-endpoint_${'Ab-9'.repeat(8)}`;
    const endpoint = `${this.url}/wpush/v2/${id}`;
    const keys = newReceiverKeys();
    this.subscriptions.set(id, { endpoint, keys, serverKey, isGone: false, isAway: false, waiting: [] });
    return {
      endpoint,
      expirationTime: null,
      keys: { p256dh: keys.pair.getPublicKey('base64url'), auth: keys.auth.toString('base64url') },
    };
  }

  /** Puts the state in place. */
  readonly given = {
    /** The browser has left. */
    gone: ({ endpoint }: GivenSubscription): void => void (this.at(endpoint).isGone = true),
    /** The browser is off: messages wait for it. */
    away: ({ endpoint }: GivenSubscription): void => void (this.at(endpoint).isAway = true),
    /** The browser is on again, and gets what waits. */
    back: ({ endpoint }: GivenSubscription): void => {
      const subscription = this.at(endpoint);
      const { waiting } = subscription;
      subscription.isAway = false;
      subscription.waiting = [];
      for (const message of waiting) this.deliver(subscription, message);
    },
  };

  /** The route of one browser, for `fail`, `calls` and `nextCall`. */
  only({ endpoint }: GivenSubscription): string {
    return `POST ${new URL(endpoint).pathname}`;
  }

  /** What one browser has got. */
  deliveredTo({ endpoint }: GivenSubscription): readonly DeliveredPush[] {
    return this.delivered.filter((message) => message.endpoint === endpoint);
  }

  override startOver(): void {
    super.startOver();
    this.delivered.length = 0;
    this.undecryptable.length = 0;
  }

  private at(endpoint: string): Subscription {
    const found = [...this.subscriptions.values()].find((one) => one.endpoint === endpoint);
    if (!found) throw new Error('there is no such subscription');
    return found;
  }

  private push(request: FakeRequest): FakeAnswer {
    const subscription = this.subscriptions.get(request.params.id ?? '');
    if (!subscription) return refusedPush(404, 102, 'Invalid endpoint');
    if (subscription.isGone) return refusedPush(410, 103, 'Expired endpoint');
    const fault = formFault(request) ?? senderFault(request, subscription.serverKey, this.url);
    if (fault) return fault;
    this.accept(subscription, {
      endpoint: subscription.endpoint,
      body: request.bytes,
      ttl: Number(headerOf(request, 'ttl')),
      urgency: headerOf(request, 'urgency'),
      topic: headerOf(request, 'topic'),
    });
    return { status: 201, headers: { location: `${this.url}/m/message` } };
  }

  /** Of messages of one topic that wait the last one stays. A time to live of 0 waits for nobody. */
  private accept(subscription: Subscription, message: AcceptedPush): void {
    if (!subscription.isAway) return this.deliver(subscription, message);
    if (message.ttl === 0) return;
    const others = subscription.waiting.filter(({ topic }) => topic === undefined || topic !== message.topic);
    subscription.waiting = [...others, message];
  }

  private deliver({ keys }: Subscription, { body, ...message }: AcceptedPush): void {
    try {
      this.delivered.push({ ...message, text: readEncryptedMessage(body, keys) });
    } catch (error) {
      if (!(error instanceof UnreadableMessage)) throw error;
      this.undecryptable.push(error.message);
    }
  }
}
