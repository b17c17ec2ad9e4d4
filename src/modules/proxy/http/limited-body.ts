import { Readable } from 'node:stream';
import { AppError } from '../../../core/errors/app-error.js';

/** The most bytes that are passed on to an instance in one call. A restored backup is the largest thing that is. */
export const LARGEST_CALL = 128 * 1024 * 1024;

/**
 * The bytes of a call as they come, up to the limit.
 *
 * @throws AppError 413 past it, from the stream
 */
export function limited(body: AsyncIterable<Buffer>): Readable {
  return Readable.from(counted(body), { objectMode: false });
}

async function* counted(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_CALL) {
      throw new AppError('body_too_large', 413, 'request body too large', { headers: { Connection: 'close' } });
    }
    yield chunk;
  }
}
