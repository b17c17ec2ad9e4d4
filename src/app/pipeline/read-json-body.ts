import type { IncomingMessage } from 'node:http';
import { AppError, badRequest } from '../../core/errors/app-error.js';
import { isShallow, isWellFormed } from './json-text.js';

/** 413: the body exceeds what its route takes. The connection closes, so that the rest need not be read. */
export const bodyTooLarge = (): AppError =>
  new AppError('body_too_large', 413, 'request body too large', { headers: { Connection: 'close' } });

/** Does this request bring a body at all? */
export function bringsBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** What a route takes as its body. */
export interface TakenBody {
  /** The most bytes that are read. */
  readonly limit: number;
  /** Do texts with half of a surrogate pair pass? No person typed them, and no storage keeps them. */
  readonly takesHalves: boolean;
}

/**
 * The body is JSON by what its headers say.
 *
 * @throws AppError 415 for another media type or a compressed body
 */
export function requireJson({ headers }: IncomingMessage): void {
  if (!isJson(headers['content-type']) || headers['content-encoding'] !== undefined)
    throw new AppError('unsupported_media_type', 415, 'send JSON with Content-Type: application/json');
}

/**
 * Reads the body as one JSON object. What its headers say was judged before, by {@link requireJson}.
 *
 * @throws AppError 413 past the limit; 400 `invalid request body` for anything that is not one JSON object in UTF-8, nested at
 *   most 100 deep, with texts that UTF-8 can write. Source: doc 3 section 0
 */
export async function readJsonBody(request: IncomingMessage, { limit, takesHalves }: TakenBody): Promise<object> {
  const bytes = await readBytes(request, limit);
  if (!isShallow(bytes) || !(takesHalves || isWellFormed(bytes))) throw badRequest('invalid request body');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('invalid request body');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest('invalid request body');
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
    const onGone = (): void => stop(() => reject(badRequest('invalid request body')));
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}
