import { describe, expect, it } from 'vitest';
import { Readable } from 'node:stream';
import { type Hold, readHeld } from './body-budget.service.js';

const MEBIBYTE = 1024 * 1024;

/** A hold that notes how much is taken after each change. */
function notedHold(): { hold: Hold; taken: number[] } {
  const taken: number[] = [];
  const note = (bytes: number): void => void taken.push(bytes);
  return { taken, hold: { growTo: (bytes) => Promise.resolve(note(bytes)), shrinkTo: note, release: () => note(0) } };
}

const inChunksOf = (size: number, bytes: Buffer): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, at * size + size)),
  );

describe('doc3 §4: a body that is read into memory held for it', () => {
  it('a body whose size nobody named keeps only as much memory as it has bytes', async () => {
    const { hold, taken } = notedHold();
    const bytes = Buffer.alloc(MEBIBYTE + 5, 'abc');
    expect((await readHeld(inChunksOf(64 * 1024, bytes), undefined, hold)).equals(bytes)).toBe(true);
    expect(taken.at(-1)).toBe(bytes.length);
  });

  it('a body in pieces of a byte each takes no more memory than its bytes', async () => {
    const { hold, taken } = notedHold();
    const pieces = Array.from({ length: 4096 }, () =>
      Buffer.allocUnsafeSlow(64 * 1024)
        .subarray(7, 8)
        .fill('a'),
    );
    const bytes = await readHeld(Readable.from(pieces), 4096, hold);
    expect([bytes.toString(), bytes.buffer.byteLength, taken]).toEqual(['a'.repeat(4096), 4096, [4096]]);
  });

  it('pieces of any size, through the borders of what they are gathered in, make the very body', async () => {
    const bytes = Buffer.from(Array.from({ length: 3 * MEBIBYTE + 17 }, (_, at) => at % 251));
    for (const size of [bytes.length, 2 * MEBIBYTE, MEBIBYTE, MEBIBYTE - 1, 65_537]) {
      const { hold, taken } = notedHold();
      expect((await readHeld(inChunksOf(size, bytes), undefined, hold)).equals(bytes)).toBe(true);
      expect(taken.at(-1)).toBe(bytes.length);
    }
    expect((await readHeld(Readable.from([]), undefined, notedHold().hold)).length).toBe(0);
  });

  it('while a body is put together, its pieces and the whole are counted', async () => {
    const { hold, taken } = notedHold();
    await readHeld(inChunksOf(MEBIBYTE, Buffer.alloc(4 * MEBIBYTE)), undefined, hold);
    expect(taken.map((bytes) => bytes / MEBIBYTE)).toEqual([1, 2, 4, 4, 8, 4]);
  });
});
