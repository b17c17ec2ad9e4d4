import { nextTurn } from '../../../core/time/waiting.js';
import { UnsafeUpstreamResponse } from '../proxy.errors.js';
import type { Hold } from './body-budget.service.js';

const MEBIBYTE = 1024 * 1024;

/** The largest JSON body that is taken, in bytes. Source: doc 3 §4, size cap. */
const LARGEST_JSON = 128 * MEBIBYTE;

/** A body whose size nobody has named is gathered in pieces of so many bytes, and put together at its end. */
const PIECE = MEBIBYTE;

/** So many pieces are put together between two pauses. */
const PIECES_AT_ONCE = 4;

/**
 * Reads a body to its end, inside of the memory that is held for it. What it doesn't need of that is given back.
 *
 * @param declared how many bytes were announced; undefined for a body that ends when it ends
 * @throws UnsafeUpstreamResponse past the cap or the announcement; what the body throws; AppError 503 when there is no memory
 */
export function readHeld(body: AsyncIterable<Buffer>, declared: number | undefined, hold: Hold): Promise<Buffer> {
  return declared === undefined ? readGathered(body, hold) : readWhole(body, declared, hold);
}

async function readWhole(body: AsyncIterable<Buffer>, declared: number, hold: Hold): Promise<Buffer> {
  if (declared > LARGEST_JSON) throw tooMuch();
  await hold.growTo(declared);
  const whole = Buffer.allocUnsafeSlow(declared);
  let size = 0;
  for await (const chunk of body) {
    if (size + chunk.length > declared) throw tooMuch();
    size += chunk.copy(whole, size);
  }
  return whole.subarray(0, size);
}

/** The memory is doubled as the body grows, so that a large one doesn't ask for it all the time. */
async function readGathered(body: AsyncIterable<Buffer>, hold: Hold): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let room = PIECE;
  let size = 0;
  await hold.growTo(room);
  for await (const chunk of body) {
    if (size + chunk.length > LARGEST_JSON) throw tooMuch();
    while (size + chunk.length > room) {
      room *= 2;
      await hold.growTo(room);
    }
    for (let from = 0; from < chunk.length;) {
      if (size % PIECE === 0) pieces.push(Buffer.allocUnsafeSlow(PIECE));
      const copied = chunk.copy(pieces.at(-1) as Buffer, size % PIECE, from);
      from += copied;
      size += copied;
    }
  }
  return joined(pieces, size, hold);
}

/** While there are both the pieces and the whole, both take memory. A piece that has been copied may be collected at once. */
async function joined(pieces: Buffer[], size: number, hold: Hold): Promise<Buffer> {
  hold.shrinkTo(pieces.length * PIECE);
  await hold.growTo(pieces.length * PIECE + size);
  const whole = Buffer.allocUnsafeSlow(size);
  pieces.reverse();
  for (let at = 0, piece = pieces.pop(); piece; at += PIECE, piece = pieces.pop()) {
    if (at > 0 && at % (PIECES_AT_ONCE * PIECE) === 0) await nextTurn();
    piece.copy(whole, at, 0, Math.min(PIECE, size - at));
  }
  hold.shrinkTo(size);
  return whole;
}

const tooMuch = (): UnsafeUpstreamResponse => new UnsafeUpstreamResponse('more than we take');
