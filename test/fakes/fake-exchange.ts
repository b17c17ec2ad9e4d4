import type { IncomingMessage, ServerResponse } from 'node:http';

/** One call that the fake received, in the order of arrival; faulted calls are there too. */
export interface RecordedCall {
  readonly method: string;
  /** Path as it came, still percent-encoded, without the query. */
  readonly path: string;
  /** Query values by name; a name that came more than once holds a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Parsed JSON; the text where it is not JSON; undefined where there was no body. */
  readonly body: unknown;
  /** The body as it came. */
  readonly bytes: Buffer;
}

/** What a handler sees: the call and the named parts of its path, decoded. */
export interface FakeRequest extends RecordedCall {
  readonly params: Readonly<Record<string, string>>;
}

/** What a handler answers. `body` is sent as JSON, a string or Buffer as it is, undefined as an empty body. */
export interface FakeAnswer {
  /** 200 where nothing is said. */
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reads a call to its end. */
export async function readCall(incoming: IncomingMessage): Promise<RecordedCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const [path = '/', search = ''] = (incoming.url ?? '/').split(/\?(.*)/s);
  return {
    method: incoming.method ?? 'GET',
    path,
    query: groupQuery(new URLSearchParams(search)),
    headers: incoming.headers,
    body: decode(bytes.toString('utf8')),
    bytes,
  };
}

function groupQuery(params: URLSearchParams): Record<string, string | readonly string[]> {
  const grouped: Record<string, string | readonly string[]> = {};
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    grouped[name] = values.length === 1 && values[0] !== undefined ? values[0] : values;
  }
  return grouped;
}

function decode(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * Sets status and headers of an answer and returns the bytes of its body. The true Content-Length is among the headers
 * unless the answer names a transfer encoding.
 */
export function writeHead(response: ServerResponse, answer: FakeAnswer): Buffer {
  const { bytes, type } = encode(answer.body);
  response.statusCode = answer.status ?? 200;
  if (type) response.setHeader('content-type', type);
  if (!answer.headers?.['transfer-encoding']) response.setHeader('content-length', bytes.length);
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  return bytes;
}

/** Sends an answer whole. */
export function sendAnswer(response: ServerResponse, answer: FakeAnswer): void {
  response.end(writeHead(response, answer));
}

function encode(body: unknown): { readonly bytes: Buffer; readonly type?: string } {
  if (body === undefined) return { bytes: Buffer.alloc(0) };
  if (Buffer.isBuffer(body)) return { bytes: body };
  if (typeof body === 'string') return { bytes: Buffer.from(body), type: 'text/plain; charset=utf-8' };
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json; charset=utf-8' };
}
