import type { Clock, TimerHandle } from '../../core/time/clock.js';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** How long is one part of an exchange waited for? One part at a time; the next takes the place of the one before. */
export class WaitingLimit {
  /** What did not come in time: `answer`. Undefined as long as everything did. */
  lost: string | undefined;
  private timer: TimerHandle | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly giveUp: () => void,
  ) {}

  expect(what: string, ms: number): void {
    this.timer?.cancel();
    this.timer = this.clock.setTimer(ms, () => {
      this.lost = what;
      this.giveUp();
    });
  }

  rest(): void {
    this.timer?.cancel();
    this.timer = undefined;
  }
}

const LIMITS = { connection: 10_000, answer: 60_000, silence: 60_000 } as const;

/** The server wants to speak something else than HTTP. */
export class ProtocolSwitched extends Error {
  override readonly name = 'ProtocolSwitched';
}

/** The sender of the request's body failed, not the server. */
export class BodyFailed extends Error {
  override readonly name = 'BodyFailed';
}

/** A connection is there when something can be sent, which with TLS is after the handshake. */
const readyEvent = (socket: Socket): string => (socket instanceof TLSSocket ? 'secureConnect' : 'connect');

/**
 * Sends what a begun request is to send, and returns the head of the final response, awaited from the last piece of the
 * body on. @throws ProtocolSwitched; BodyFailed; else Node's own
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
    const awaitAnswer = (): void => limit.expect('answer', LIMITS.answer);
    const connected = (): void => {
      awaitAnswer();
      body?.on('data', awaitAnswer);
    };
    request.once('socket', (socket) => {
      if (!socket.connecting) connected();
      else {
        limit.expect('connection', LIMITS.connection);
        socket.once(readyEvent(socket), connected);
      }
    });
    request.once('response', (response) => {
      body?.off('data', awaitAnswer);
      resolve(response);
    });
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
 * The bytes of a response's body, as they are taken. Leaving early closes the connection. `explain` maps the fault of a
 * broken one.
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
