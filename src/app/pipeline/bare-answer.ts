import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../core/time/clock.js';

export interface BareAnswer {
  readonly status: number;
  readonly body?: object;
  readonly request: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const PATIENCE_MS = 5_000;

/** Writes an answer and destroys the socket once it is on its way, or after five seconds with a peer that takes nothing. */
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
