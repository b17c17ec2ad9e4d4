import { type ClientRequest, type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamErrorDetails } from '../../core/errors/upstream-error.js';
import { directPath, type NetworkPath } from '../../core/http/network-path.js';
import { headerPairs, type HeaderPairs } from '../../core/http/raw-answer.js';
import type { Log } from '../../core/logging/log.js';
import { type MeasuredUpstreamCall, type Meter, silentMeter } from '../../core/metrics/meter.js';
import { Secret } from '../../core/secrets/secret.js';
import { withoutTrailingSlashes } from '../../core/text/urls.js';
import type { Clock, TimerHandle } from '../../core/time/clock.js';
import { faultOfStatus, judgeConnectionFault, reach } from './http-faults.js';
import { sayHttp } from './http.sentences.js';
import { assertPlainTarget, parseBase } from './safe-address.js';

/** How long is one part of an exchange waited for? One part at a time; the next takes the place of the one before. */
class WaitingLimit {
  /** What did not come in time. Undefined as long as everything did. */
  lost: Sentence | undefined;
  private timer: TimerHandle | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly giveUp: () => void,
  ) {}

  /** @param otherwise what is said when it has not come within so many milliseconds */
  expect(otherwise: Sentence, ms: number): void {
    this.timer?.cancel();
    this.timer = this.clock.setTimer(ms, () => {
      this.lost = otherwise;
      this.giveUp();
    });
  }

  rest(): void {
    this.timer?.cancel();
    this.timer = undefined;
  }
}

const NO_CONNECTION = sayHttp('no_connection_in_time');
const NO_ANSWER = sayHttp('no_answer_in_time');
const NO_FURTHER_BYTE = sayHttp('no_further_byte_in_time');

const LIMITS = { connection: 10_000, answer: 60_000, silence: 60_000 } as const;

/** The server wants to speak something else than HTTP. */
class ProtocolSwitched extends Error {
  override readonly name = 'ProtocolSwitched';
}

/** The sender of the request's body failed, not the server. */
class BodyFailed extends Error {
  override readonly name = 'BodyFailed';
}

/** A connection is there when something can be sent, which with TLS is after the handshake. */
const readyEvent = (socket: Socket): string => (socket instanceof TLSSocket ? 'secureConnect' : 'connect');

/** The head of the final response, awaited from the last piece of the body on. @throws ProtocolSwitched; BodyFailed; else Node's own */
function headOf(request: ClientRequest, body: Readable | undefined, limit: WaitingLimit): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => {
      reject(new ProtocolSwitched());
      request.destroy();
    };
    const awaitAnswer = (): void => limit.expect(NO_ANSWER, LIMITS.answer);
    const connected = (): void => {
      awaitAnswer();
      body?.on('data', awaitAnswer);
    };
    request.once('socket', (socket) => {
      if (!socket.connecting) connected();
      else {
        limit.expect(NO_CONNECTION, LIMITS.connection);
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

/** The bytes of a response's body, as they are taken. Leaving early closes the connection. @param explain maps a broken one's fault */
async function* bodyOf(
  response: IncomingMessage,
  limit: WaitingLimit,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Buffer, void> {
  const chunks = (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      limit.expect(NO_FURTHER_BYTE, LIMITS.silence);
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

interface HttpRelayOptions {
  readonly system: string;
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
  /** Added to every call. A secret is revealed only at the moment of sending. */
  readonly headers: Readonly<Record<string, string | Secret>>;
  readonly path?: NetworkPath;
}

interface RelayCall {
  readonly method: string;
  /** Path below the base address and query, percent-encoded as they are to be written: `/api/v3/movie?id=7`. */
  readonly target: string;
  /** What may be passed on of the caller's headers; none that frames the body or names the host. */
  readonly headers: HeaderPairs;
  /** Bytes to send along, as they come; their number where it is known. */
  readonly body?: { readonly bytes: Readable; readonly length?: number };
  readonly signal: AbortSignal;
}

/** What the system answered, as it came. */
export interface RelayedAnswer {
  readonly status: number;
  readonly headers: HeaderPairs;
  /** The body, no faster than it is taken. Ends in an UpstreamError when the connection breaks; leaving the loop closes it. */
  readonly body: AsyncIterable<Buffer>;
  /** Closes the connection when the caller doesn't want the body. */
  discard(): void;
}

/** Methods that Node sends without a body by default stay so; the others send `Content-Length: 0`. */
const BRINGS_BODY = new Set(['POST', 'PUT', 'PATCH']);

const OPERATION = 'relay';

const GIVEN_UP = sayHttp('call_given_up');

/** Passes calls on as they are, without redirects, decompression and switched protocols. It limits each wait, and never the whole. */
export class HttpRelay {
  private readonly base: URL;

  constructor(private readonly options: HttpRelayOptions) {
    this.base = parseBase(options.url);
  }

  /** Resolves at the head of any answer. @throws UnsafeAddress for an unsafe target; UpstreamError without an answer; the body's fault */
  async open(call: RelayCall): Promise<RelayedAnswer> {
    const { clock, log, system } = this.options;
    assertPlainTarget(call.target);
    const begun = clock.monotonic();
    const elapsed = (): number => clock.monotonic() - begun;
    try {
      const answer = await this.send(call);
      const { status } = answer;
      this.measure(status < 400 ? 'ok' : faultOfStatus(status), elapsed());
      log.debug('upstream call', { system, operation: OPERATION, status, durationMs: elapsed() });
      return answer;
    } catch (error) {
      if (error instanceof UpstreamError) {
        this.measure(error.kind, elapsed());
        log.debug('upstream call', { system, operation: OPERATION, fault: error.kind, durationMs: elapsed() });
      }
      throw error;
    }
  }

  private measure(outcome: MeasuredUpstreamCall['outcome'], ms: number): void {
    const { meter = silentMeter, system } = this.options;
    meter.upstreamCall({ system, outcome, ms });
  }

  private async send(call: RelayCall): Promise<RelayedAnswer> {
    const { signal } = call;
    if (signal.aborted) throw this.fault({ kind: 'aborted', reason: GIVEN_UP, definitelyNotSent: true });
    const request = this.begin(call);
    const giveUp = (): void => void request.destroy();
    const limit = new WaitingLimit(this.options.clock, giveUp);
    const explain = (error: unknown): unknown => this.explain(error, signal, limit);
    signal.addEventListener('abort', giveUp, { once: true });
    request.once('close', () => signal.removeEventListener('abort', giveUp));
    try {
      const response = await headOf(request, call.body?.bytes, limit);
      return {
        status: response.statusCode ?? 0,
        headers: headerPairs(response.rawHeaders),
        body: bodyOf(response, limit, explain),
        discard: () => void response.destroy(),
      };
    } catch (error) {
      request.destroy();
      throw explain(error);
    } finally {
      limit.rest();
    }
  }

  private begin({ method, target, headers, body }: RelayCall): ClientRequest {
    const { base } = this;
    const { path = directPath } = this.options;
    const tls = base.protocol === 'https:';
    const options: RequestOptions = {
      protocol: base.protocol,
      hostname: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      method,
      path: withoutTrailingSlashes(base.pathname) + target,
      headers: [['Host', base.host], ...headers, ...framingOf(method, body), ...this.ownHeaders()].flat(),
      agent: tls ? path.httpsAgent : path.httpAgent,
    };
    try {
      return tls ? tlsRequest(options) : plainRequest(options);
    } catch {
      // A header that can't be written. What Node says of it names the value.
      const reason = sayHttp('call_not_sent', { why: sayHttp('header_not_writable') });
      throw this.fault({ kind: 'rejected', reason, definitelyNotSent: true });
    }
  }

  private ownHeaders(): [string, string][] {
    const own = Object.entries(this.options.headers);
    return own.map(([name, value]) => [name, value instanceof Secret ? value.reveal() : value]);
  }

  private explain(error: unknown, signal: AbortSignal, limit: WaitingLimit): unknown {
    if (error instanceof BodyFailed && !signal.aborted) return error.cause;
    if (error instanceof UpstreamError) return error;
    if (signal.aborted) return this.fault({ kind: 'aborted', reason: GIVEN_UP, definitelyNotSent: false });
    if (limit.lost) return this.fault({ kind: 'timeout', reason: reach(limit.lost), definitelyNotSent: false });
    if (error instanceof ProtocolSwitched) {
      const reason = sayHttp('server_switched_protocols');
      return this.fault({ kind: 'malformed', reason, definitelyNotSent: false });
    }
    return this.fault(judgeConnectionFault(error));
  }

  private fault(details: Omit<UpstreamErrorDetails, 'system' | 'operation'>): UpstreamError {
    return new UpstreamError({ system: this.options.system, operation: OPERATION, ...details });
  }
}

function framingOf(method: string, body: RelayCall['body']): HeaderPairs {
  if (!body) return BRINGS_BODY.has(method) ? [['Content-Length', '0']] : [];
  return [body.length === undefined ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)]];
}
