import type { ServerResponse } from 'node:http';
import { sendAnswer, writeHead, type FakeAnswer } from './fake-exchange.js';

/**
 * A scripted fault. A number is a status with an empty body, an object an answer in place of the handler's.
 *
 * | fault | what the caller meets |
 * |---|---|
 * | timeout | the call is taken and never answered |
 * | reset | the connection is reset before an answer; the handler did not run |
 * | slow-headers | header bytes drip and never end |
 * | slow-body | the handler's answer, one byte every 20 ms |
 * | stalled-body | the head of the handler's answer, and nothing after it |
 * | cut-body | the handler's answer with its true Content-Length, half of it sent before the connection ends |
 * | garbage | 200, JSON content type, text that is not JSON |
 * | empty | 200 without a body |
 * | answer-lost | the handler runs and its effect stays, then the connection is reset |
 * | raw | these bytes, which need be no HTTP, in place of an answer; then the connection ends |
 */
export type FakeFault =
  | 'timeout'
  | 'reset'
  | 'slow-headers'
  | 'slow-body'
  | 'stalled-body'
  | 'cut-body'
  | 'garbage'
  | 'empty'
  | 'answer-lost'
  | number
  | FakeAnswer
  | { readonly raw: string };

const DRIP_MS = 20;

/**
 * Plays a fault on a call.
 *
 * @param handle what would have been answered; it is run only by the faults that say so
 */
export async function sendFault(
  response: ServerResponse,
  fault: FakeFault,
  handle: () => Promise<FakeAnswer>,
): Promise<void> {
  if (typeof fault === 'number') return sendAnswer(response, { status: fault });
  if (typeof fault === 'object') return 'raw' in fault ? endWith(response, fault.raw) : sendAnswer(response, fault);
  switch (fault) {
    case 'timeout':
      return;
    case 'reset':
      return reset(response);
    case 'slow-headers':
      return dripHeaders(response);
    case 'slow-body':
      return dripBody(response, await handle());
    case 'stalled-body':
      writeHead(response, await handle());
      return response.flushHeaders();
    case 'cut-body':
      return cutBody(response, await handle());
    case 'garbage':
      return sendAnswer(response, { body: '{"id": 1, "titl', headers: { 'content-type': 'application/json' } });
    case 'empty':
      return sendAnswer(response, {});
    case 'answer-lost':
      await handle();
      return reset(response);
  }
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function endWith(response: ServerResponse, bytes: string): void {
  response.socket?.end(bytes);
}

function dripHeaders(response: ServerResponse): void {
  const { socket } = response;
  if (!socket) return;
  socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
  const timer = setInterval(() => socket.write('x'), DRIP_MS);
  socket.once('close', () => clearInterval(timer));
}

function dripBody(response: ServerResponse, answer: FakeAnswer): void {
  const bytes = writeHead(response, answer);
  let sent = 0;
  response.flushHeaders();
  const timer = setInterval(() => {
    if (sent < bytes.length) response.write(bytes.subarray(sent, ++sent));
    else response.end();
  }, DRIP_MS);
  response.once('close', () => clearInterval(timer));
}

function cutBody(response: ServerResponse, answer: FakeAnswer): void {
  const bytes = writeHead(response, answer);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
}
