import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../core/time/clock.js';

/** An error as it is answered where there is no response to write to, only a socket. */
export interface BareAnswer {
  readonly status: number;
  /** Members of the body; without one, the status says everything. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The id under which the log names it. */
  readonly request: string;
  /** Beside those that every such answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How long a peer may take to take the answer, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * Writes an answer to a bare socket and destroys it once the answer is on its way, or after five seconds with a peer that
 * takes nothing. Whether the peer closes its own side makes no difference. Source: security 36.
 */
export function answerBare(socket: Duplex, clock: Clock, { status, body, request, headers = {} }: BareAnswer): void {
  if (socket.destroyed) return;
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = {
    ...(text === '' ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
    'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': request,
    'Cache-Control': 'private, no-store',
    Connection: 'close',
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  const patience = clock.setTimer(PATIENCE_MS, () => socket.destroy());
  socket.once('close', () => patience.cancel());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${head.join('')}\r\n${text}`, () =>
    socket.destroy(),
  );
}
