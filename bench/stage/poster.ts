import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 342;
const HEIGHT = 513;
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * A picture of a poster's size and weight: noise in black and white, one bit a pixel, some 22 kB that no compression makes
 * smaller.
 */
export function posterOf(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header[8] = 1;
  const bytesInRow = Math.ceil(WIDTH / 8);
  const rows = Array.from({ length: HEIGHT }, (_, row) => Buffer.concat([Buffer.from([0]), noise(row, bytesInRow)]));
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** The same at each call. */
const noise = (row: number, length: number): Buffer =>
  createHash('shake256', { outputLength: length }).update(`row ${row}`).digest();

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
