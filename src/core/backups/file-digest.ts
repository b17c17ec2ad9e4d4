import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** How much is read at once, in bytes. */
const READ_BYTES = 256 * 1024;

/**
 * How long is a file, and what is the SHA-256 of its bytes, in hex?
 *
 * @throws the system's own error; the signal's reason when it is aborted
 */
export async function fileDigest(file: string, signal?: AbortSignal): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
