import { create, isAxiosError, type AxiosResponse } from 'axios';
import type { IncomingMessage } from 'node:http';
import type { NetworkPath } from '../../core/http/network-path.js';
import { BrokenHandshake } from './http-faults.js';

/** A request, ready to be written. Header values are bare here, and only here. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly path: NetworkPath;
}

/** What a server answered, as it came. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Says in the log that so many rows of its lists were left out. A transport gives it to each answer. */
  readonly lacks?: (rows: number) => void;
}

/** The head of an answer has come, and its body hasn't come whole, for this cause. */
export class AnswerIncomplete extends Error {
  override readonly name = 'AnswerIncomplete';

  constructor(
    readonly head: Pick<HttpAnswer, 'status' | 'headers'>,
    override readonly cause: unknown,
  ) {
    super('incomplete');
  }
}

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** axios without redirects, environment proxy, decompression, parsing, throwing on a status and timeouts. */
const wire = create({
  adapter: 'http',
  maxRedirects: 0,
  proxy: false,
  decompress: false,
  responseType: 'stream',
  transformRequest: [],
  transformResponse: [],
  validateStatus: null,
  maxContentLength: -1,
  maxBodyLength: -1,
});

/** A request and its whole answer, bytes as they came. @throws AnswerIncomplete; before the answer's head, the connection's own fault */
export async function exchange(outgoing: Outgoing): Promise<HttpAnswer> {
  const { status, data: stream } = await begin(outgoing);
  const head = { status, headers: flatten(stream.headers) };
  try {
    return { ...head, body: await bodyOf(stream, head.headers, outgoing.maxBytes) };
  } catch (error) {
    throw new AnswerIncomplete(head, error);
  }
}

async function bodyOf(stream: IncomingMessage, headers: HttpAnswer['headers'], maxBytes: number): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    stream.destroy();
    throw new AnswerTooLarge();
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new AnswerTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

async function begin(outgoing: Outgoing): Promise<AxiosResponse<IncomingMessage>> {
  try {
    return await wire.request<IncomingMessage>({
      method: outgoing.method,
      url: outgoing.url,
      headers: { ...outgoing.headers },
      data: outgoing.body,
      signal: outgoing.signal,
      httpAgent: outgoing.path.httpAgent,
      httpsAgent: outgoing.path.httpsAgent,
    });
  } catch (error) {
    if (!isAxiosError(error)) throw error;
    // An AxiosError holds the request, credentials included; what lies beneath it does not.
    const cause = error.cause ?? new Error('connection failed');
    throw isBeforeTls(error.request) ? new BrokenHandshake(cause) : cause;
  }
}

/** Is its connection still agreeing on TLS? Nothing of a request is written before that. */
function isBeforeTls(request: unknown): boolean {
  const { socket } = (request ?? {}) as { readonly socket?: { readonly secureConnecting?: unknown } | null };
  return socket?.secureConnecting === true;
}

function flatten(headers: IncomingMessage['headers']): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
