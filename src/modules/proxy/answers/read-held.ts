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
  await hold.growTo(declared ?? FIRST_STEP);
  let held: Buffer = Buffer.allocUnsafeSlow(declared ?? FIRST_STEP);
  let size = 0;
  for await (const chunk of body) {
    const needed = size + chunk.length;
    if (needed > LARGEST_JSON) throw new UnsafeUpstreamResponse('more than we take');
    if (needed > held.length) held = await moved(held, size, Math.min(LARGEST_JSON, Math.max(needed, size * 2)), hold);
    chunk.copy(held, size);
    size = needed;
  }
  return size === held.length ? held : moved(held, size, size, hold);
}

/** The first bytes of a buffer in another one. While there are both, both take room. */
async function moved(held: Buffer, size: number, length: number, hold: Hold): Promise<Buffer> {
  await hold.growTo(held.length + length);
  const other = Buffer.allocUnsafeSlow(length);
  held.copy(other, 0, 0, size);
  hold.shrinkTo(length);
  return other;
}
