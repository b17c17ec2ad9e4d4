import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { PathNow } from '../../core/http/network-path.js';
import type { Log } from '../../core/logging/log.js';
import type { Meter } from '../../core/metrics/meter.js';
import type { Clock } from '../../core/time/clock.js';
import { HttpTransport } from '../http/http-transport.js';
import { judgeAnswer, judgeFault, READ_STATUSES, type PostAnswer } from './post-answer.js';
import type { WebhookAddress } from './webhook-address.js';
import { postBody, type WebhookPost } from './webhook-post.js';

/** Its name in errors and logs. */
const DISCORD = 'discord';

/** Source: doc 2 section 8, chat delivery. */
const DEADLINE_MS = 10_000;
/** A message that was posted comes back whole, and the edge answers with web pages. */
const MAX_BYTES = 1024 * 1024;

/** What a {@link DiscordWebhookClient} needs to reach the service. */
interface DiscordWebhookOptions {
  readonly address: WebhookAddress;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
  /** How connections leave the machine; directly to the service by default. */
  readonly path?: PathNow;
}

/** An incoming webhook of Discord. */
export class DiscordWebhookClient {
  private readonly transport: HttpTransport;

  constructor(private readonly options: DiscordWebhookOptions) {
    const { address, ...rest } = options;
    this.transport = new HttpTransport({
      ...rest,
      system: DISCORD,
      url: address.origin,
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
  }

  /**
   * Posts once, within 10 seconds and without following redirects. However Discord answers, and where it doesn't, is in what
   * this returns.
   *
   * @param threadId a thread of the webhook's channel; null for the channel itself
   * @throws what the choice of the path threw, such as SecretUnreadable or StorageError 503: nothing was sent
   */
  async execute(
    post: WebhookPost,
    { threadId = null, signal }: { readonly threadId?: string | null; readonly signal?: AbortSignal } = {},
  ): Promise<PostAnswer> {
    const { folder, id, token } = this.options.address;
    try {
      const answer = await this.transport.send({
        operation: 'webhook.execute',
        method: 'POST',
        path: [...folder, id, token.reveal()],
        query: { wait: true, thread_id: threadId ?? undefined },
        json: postBody(post),
        signal,
        accept: READ_STATUSES,
      });
      return judgeAnswer(answer, this.options.clock.now());
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      return judgeFault(fault);
    }
  }
}
