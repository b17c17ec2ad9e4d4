import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { Secret } from '../../core/secrets/secret.js';
import { type ClientOptions, HttpTransport } from '../http/http-transport.js';
import type { ChannelAddress, ChannelFormat, ChannelMessage } from './channel-format.js';
import { type ChannelAnswer, judgeChannelFault, judgeLimit } from './channel-answer.js';

const DEADLINE_MS = 10_000;
const MAX_BYTES = 256 * 1024;

interface MessageChannelOptions extends Omit<ClientOptions, 'url'> {
  readonly format: ChannelFormat;
  readonly address: ChannelAddress;
  /** What the channel wants to be shown, or what messages are signed with; null for neither. */
  readonly secret: Secret | null;
}

export class MessageChannelClient {
  constructor(private readonly options: MessageChannelOptions) {}

  /** Sends once, within 10 s, following no redirects. @throws what the choice of the path threw: nothing was sent */
  async send(message: ChannelMessage): Promise<ChannelAnswer> {
    const { format, address, secret, ...rest } = this.options;
    const { path = [], headers, json } = format.request(message, { address, secret, now: rest.clock.now() });
    const transport = new HttpTransport({
      ...rest,
      headers,
      system: format.system,
      url: address.base,
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
    const { isFolder: asFolder, query } = address;
    try {
      const call = { operation: 'message.send', method: 'POST', path, asFolder, query, json } as const;
      const answer = await transport.send({ ...call, accept: [429] });
      return answer.status === 429 ? judgeLimit(answer, rest.clock.now()) : format.judge(answer);
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      return judgeChannelFault(fault);
    }
  }
}
