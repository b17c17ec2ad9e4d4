import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NextFunction, Request, Response } from 'express';
import type { Log } from '../../core/logging/log.js';
import type { Clock } from '../../core/time/clock.js';
import type { Random } from '../../core/time/random.js';
import type { RefusalBody } from '../../core/errors/app-error.js';
import { answerBare } from './bare-answer.js';
import type { RefusalBodies } from './refusal-bodies.js';

interface Refusal {
  readonly method: string;
  readonly status: number;
  readonly body?: object;
}

const PROXIED = /^[^?]*\/api\/instances\/[^/?]+\/[^/?]/;

const REFUSED_METHODS: ReadonlySet<string | undefined> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** The proxy's is quoted by a document, and has no code. */
const methodRefused = (target: string): RefusalBody =>
  PROXIED.test(target)
    ? { error: 'proxy method is not supported' }
    : { error: 'method not supported', code: 'method_not_supported' };

const MALFORMED: RefusalBody = { error: 'malformed request', code: 'malformed_request' };

/** A request line with one of these methods, as the parser doesn't take it. */
const REFUSED_LINE = /^(TRACE|TRACK|CONNECT) (\S*)/i;

/** What the faults of the parser are answered with, in place of 400. They are those that Node distinguishes itself. */
const STATUS_OF_FAULT: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** 405 for CONNECT and TRACE, 400 for a request that names no host (RFC 9112 section 3.2), before anything else looks at them. */
export function refuseBeforeRouting(bodyOf: RefusalBodies) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const hostless = request.httpVersion === '1.1' && request.headers.host === undefined;
    const isRefused = REFUSED_METHODS.has(request.method);
    if (!hostless && !isRefused) {
      next();
      return;
    }
    const body = isRefused ? methodRefused(request.url) : MALFORMED;
    const status = isRefused ? 405 : 400;
    response.status(status);
    response.setHeader('Connection', 'close').setHeader('Cache-Control', 'private, no-store');
    response.json(bodyOf(request.url, status, body));
  };
}

/** CONNECT names a host and no path, and what is no path Express would answer by itself. */
export function passConnectToPipeline(server: Server): void {
  server.prependListener('request', (request) => {
    if (request.method === 'CONNECT' && !request.url?.startsWith('/')) request.url = '*';
  });
}

interface ParsingRules {
  readonly log: Log;
  readonly clock: Clock;
  readonly random: Random;
  readonly bodyOf: RefusalBodies;
}

type ParserFault = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/**
 * Answers bytes that Node's parser refuses (TRACK among them) and requests that don't come to their end, and destroys their sockets. Each
 * has an id and leaves one line in the log. Nothing is written into an answer that has begun.
 */
export function refuseBeforeParsing(server: Server, { log, clock, random, bodyOf }: ParsingRules): void {
  // Node would answer these two unseen. A request without a host is refused before the pipeline; an unknown expectation may be ignored (RFC
  // 9110 section 10.1.1).
  Object.assign(server, { requireHostHeader: false });
  server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
  server.on('clientError', (fault: ParserFault, socket: Duplex) => {
    if (fault.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) {
      socket.destroy();
      return;
    }
    const { method, status, body } = refusalOf(fault, bodyOf);
    const request = random.uuid();
    log.info('request', { method, route: 'unmatched', status, ms: 0, request });
    answerBare(socket, clock, { status, body, request });
  });
}

/** Node keeps the answer that a socket is busy with there, and asks the same before it writes by itself. */
function hasBegunToAnswer(socket: Duplex & { readonly _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}

function refusalOf({ code, rawPacket }: ParserFault, bodyOf: RefusalBodies): Refusal {
  const [, method, target = ''] = REFUSED_LINE.exec(rawPacket?.subarray(0, 8_192).toString('latin1') ?? '') ?? [];
  if (method) return { method: method.toUpperCase(), status: 405, body: bodyOf(target, 405, methodRefused(target)) };
  return { method: 'unknown', status: STATUS_OF_FAULT[code ?? ''] ?? 400 };
}
