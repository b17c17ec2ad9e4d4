import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import type { WaitingLimit } from './waiting-limit.js';

/** Milliseconds for each part of an exchange. A search among indexers takes minutes before its first byte. */
const LIMITS = { connection: 10_000, answer: 300_000, silence: 60_000 } as const;

/** The server wants to speak something else than HTTP. */
export class ProtocolSwitched extends Error {
  override readonly name = 'ProtocolSwitched';
}

/** Whoever brings the request's body failed, not the server. */
export class BodyFailed extends Error {
  override readonly name = 'BodyFailed';
}

/**
 * Sends what a begun request is to send and answers with the head of the final response.
 *
 * @throws ProtocolSwitched; BodyFailed with the body's own fault as its cause; anything else is Node's
 */
export function headOf(
  request: ClientRequest,
  body: Readable | undefined,
  limit: WaitingLimit,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => {
      reject(new ProtocolSwitched());
      request.destroy();
    };
    request.once('socket', (socket) => {
      const connected = (): void => limit.expect('answer', LIMITS.answer);
      if (!socket.connecting) connected();
      else {
        limit.expect('connection', LIMITS.connection);
        socket.once('connect', connected);
      }
    });
    request.once('response', resolve);
    request.once('upgrade', (_response, socket) => {
      socket.destroy();
      refuse();
    });
    request.on('information', ({ statusCode }) => {
      if (statusCode === 101) refuse();
    });
    request.on('error', reject);
    request.once('close', () => reject(new Error('connection failed')));
    if (!body) request.end();
    else
      pipeline(body, request, (error) => {
        if (error && body.errored) reject(new BodyFailed('the body failed', { cause: error }));
      });
  });
}

/**
 * The bytes of a response's body, as they are taken. Leaving it early closes the connection.
 *
 * @param explain what the fault of a broken connection is to whoever takes the bytes
 */
export async function* bodyOf(
  response: IncomingMessage,
  limit: WaitingLimit,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Buffer, void> {
  const chunks = (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      limit.expect('further byte', LIMITS.silence);
      const next = await chunks.next();
      limit.rest();
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    throw explain(error);
  } finally {
    limit.rest();
    response.destroy();
  }
}
