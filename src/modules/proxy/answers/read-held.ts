import { UnsafeUpstreamResponse } from '../proxy.errors.js';
import type { Hold } from './held-bodies.js';

const MEBIBYTE = 1024 * 1024;

/** The largest JSON body that is taken, in bytes. Source: doc 3 §4, size cap. */
const LARGEST_JSON = 128 * MEBIBYTE;

/** With this much room a body begins whose size nobody has named. It's doubled as it grows. */
const FIRST_STEP = MEBIBYTE;

/**
 * Reads a body to its end, inside of the room that is held for it. What it doesn't need of that is given back.
 *
 * @param declared how many bytes were announced; undefined for a body that ends when it ends
 * @throws UnsafeUpstreamResponse past the cap; what the body throws; AppError 503 when there is no room
 */
export async function readHeld(body: AsyncIterable<Buffer>, declared: number | undefined, hold: Hold): Promise<Buffer> {
  if ((declared ?? 0) > LARGEST_JSON) throw new UnsafeUpstreamResponse('more than we take');
  let room = declared ?? FIRST_STEP;
  await hold.growTo(room);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_JSON) throw new UnsafeUpstreamResponse('more than we take');
    if (size > room) {
      room = Math.min(LARGEST_JSON, Math.max(size, room * 2));
      await hold.growTo(room);
    }
    chunks.push(chunk);
  }
  hold.shrinkTo(size);
  return Buffer.concat(chunks, size);
}
