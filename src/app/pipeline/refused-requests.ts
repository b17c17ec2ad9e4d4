import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NextFunction, Request, Response } from 'express';
import type { Log } from '../../core/logging/log.js';
import type { Random } from '../../core/time/random.js';
import { answerBare } from './bare-answer.js';
import type { TextMemberOf } from './refusal-texts.js';

interface Refusal {
  readonly method: string;
  readonly status: number;
  readonly text: string;
  /** What was asked for; empty where nobody can tell. */
  readonly target: string;
}

const PROXIED = /^[^?]*\/api\/instances\/[^/?]+\/[^/?]/;

/** The refusal of a method; on the proxy's routes it has words of its own. Source: doc 3 §4, rejected methods. */
const methodRefused = (target: string) => ({
  target,
  status: 405,
  text: PROXIED.test(target) ? 'proxy method is not supported' : 'method not supported',
});

/** A request line with one of the methods that are refused, as the parser doesn't take it. */
const REFUSED_LINE = /^(TRACE|TRACK|CONNECT) (\S*)/i;

/** What is known of bytes that make no request. */
const UNREAD = { method: 'unknown', target: '' };

const MALFORMED = { status: 400, text: 'malformed request', target: '' };

/**
 * Answers, before anything else looks at them, TRACE and TRACK with 405 (doc 1 §4 proxy 6), and a request that names no
 * host with 400 (RFC 9112 section 3.2).
 */
export function refuseAtTheDoor(textMemberOf: TextMemberOf) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const hostless = request.httpVersion === '1.1' && request.headers.host === undefined;
    const tracing = request.method === 'TRACE' || request.method === 'TRACK';
    if (!hostless && !tracing) {
      next();
      return;
    }
    const { status, text } = tracing ? methodRefused(request.url) : MALFORMED;
    response.status(status).setHeader('Connection', 'close').setHeader('Cache-Control', 'private, no-store');
    response.json({ [textMemberOf(request.url)]: text });
  };
}

/**
 * Answers what never becomes a request: CONNECT, which Node hands over as a bare socket, and bytes its parser refuses
 * (TRACK among them, for it is no method that the parser knows). Each has an id and leaves one line in the log, like
 * any request.
 */
export function refuseBeforeParsing(server: Server, log: Log, random: Random, textMemberOf: TextMemberOf): void {
  // Node would answer these two by itself, and nobody would know: a request without a host is refused at the door, and
  // an expectation that we don't know may be ignored (RFC 9110 section 10.1.1).
  Object.assign(server, { requireHostHeader: false });
  server.on('checkExpectation', (...exchange) => server.emit('request', ...exchange));
  const refuse = (socket: Duplex, { method, status, text, target }: Refusal): void => {
    const request = random.uuid();
    log.info('request', { method, route: 'unmatched', status, ms: 0, request });
    answerBare(socket, { status, body: { [textMemberOf(target)]: text }, request });
  };
  server.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex) => {
    // Whoever asked may be gone before the answer: nobody is left to be told.
    socket.on('error', () => socket.destroy());
    refuse(socket, { method: 'CONNECT', ...methodRefused(url) });
  });
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, refusalOf(error));
  });
}

function refusalOf(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): Refusal {
  const [, method, target = ''] = REFUSED_LINE.exec(error.rawPacket?.subarray(0, 8_192).toString('latin1') ?? '') ?? [];
  if (method) return { method: method.toUpperCase(), ...methodRefused(target) };
  if (error.code === 'HPE_HEADER_OVERFLOW') return { ...UNREAD, status: 431, text: 'headers too large' };
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return { ...UNREAD, status: 408, text: 'request timeout' };
  return { ...UNREAD, ...MALFORMED };
}
