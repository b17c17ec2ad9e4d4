import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** An error as it is answered where there is no response to write to, only a socket. */
export interface BareAnswer {
  readonly status: number;
  /** Members of the body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The id under which the log names it. */
  readonly request: string;
  /** Beside those that every such answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Writes an answer to a bare socket, and ends it. */
export function answerBare(socket: Duplex, { status, body, request, headers = {} }: BareAnswer): void {
  const text = JSON.stringify(body);
  const lines = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': request,
    'Cache-Control': 'private, no-store',
    Connection: 'close',
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${head.join('')}\r\n${text}`);
}
