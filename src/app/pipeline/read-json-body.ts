import type { IncomingMessage } from 'node:http';
import { AppError, badRequest } from '../../core/errors/app-error.js';

/** How deep lists and objects may be nested: more than any client means, fewer than any stack bears. */
const NESTING_LIMIT = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const LETTER_D = 0x64;
const LOWER_CASE = 0x20;

const ESCAPE_BYTES = 6;

/** Judged by the bytes: to walk what was made of them costs more than to parse them. */
export function isShallow(json: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (isText) continue;
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > NESTING_LIMIT) return false;
  }
  return true;
}

/**
 * Is every text in this JSON one that UTF-8 can write? Half of a surrogate pair can come only as an escape, and must be followed by that of
 * its other half. The bytes themselves are judged when they are parsed.
 */
export function isWellFormed(json: Uint8Array): boolean {
  for (let at = json.indexOf(BACKSLASH); at >= 0 && at < json.length; at += 1) {
    if (json[at] !== BACKSLASH) continue;
    const half = halfAt(json, at);
    if (half === 'low') return false;
    if (half === undefined) {
      at += 1;
      continue;
    }
    if (halfAt(json, at + ESCAPE_BYTES) !== 'low') return false;
    at += 2 * ESCAPE_BYTES - 1;
  }
  return true;
}

/** High halves are D800 to DBFF, low ones DC00 to DFFF. */
function halfAt(json: Uint8Array, at: number): 'high' | 'low' | undefined {
  if (json[at] !== BACKSLASH || json[at + 1] !== LETTER_U || ((json[at + 2] ?? 0) | LOWER_CASE) !== LETTER_D)
    return undefined;
  const digit = parseInt(String.fromCharCode(json[at + 3] ?? 0), 16);
  return digit >= 0xc ? 'low' : digit >= 0x8 ? 'high' : undefined;
}

const invalidBody = (): AppError => badRequest('invalid_body', 'invalid request body');

/** 413: the body exceeds what its route takes. The connection closes, so that the rest need not be read. */
export const bodyTooLarge = (): AppError =>
  new AppError('body_too_large', 413, 'request body too large', { headers: { Connection: 'close' } });

export function bringsBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

export interface TakenBody {
  readonly limit: number;
  /** Do texts with half of a surrogate pair pass? No person typed them, and no storage keeps them. */
  readonly takesHalves: boolean;
}

/** @throws AppError 415 for another media type or a compressed body */
export function requireJson({ headers }: IncomingMessage): void {
  if (!isJson(headers['content-type']) || headers['content-encoding'] !== undefined)
    throw new AppError('unsupported_media_type', 415, 'send JSON with Content-Type: application/json');
}

/**
 * Reads the body as one JSON object, after {@link requireJson}.
 * @throws AppError 413 past the limit; 400 `invalid request body` for anything but one JSON object in UTF-8, nested at most 100 deep, with
 *   texts that UTF-8 can write
 */
export async function readJsonBody(request: IncomingMessage, { limit, takesHalves }: TakenBody): Promise<object> {
  const bytes = await readBytes(request, limit);
  if (!isShallow(bytes) || !(takesHalves || isWellFormed(bytes))) throw invalidBody();
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidBody();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidBody();
  return value;
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');
}

function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (settle: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      settle();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) stop(() => reject(bodyTooLarge()));
      else chunks.push(chunk);
    };
    const onEnd = (): void => stop(() => resolve(Buffer.concat(chunks)));
    const onGone = (): void => stop(() => reject(invalidBody()));
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}
