import type { FileHandle } from 'node:fs/promises';

/** As much is read at once. */
const CHUNK = 64 * 1024;

/** The file has become shorter than it was when its length was announced: what was sent is a part of nothing. */
export class FileHasShrunk extends Error {
  constructor() {
    super('a file has become shorter while it was sent');
    this.name = new.target.name;
  }
}

/** Which bytes of a file are read; both ends are. Nothing where the last is before the first. */
export interface ByteSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * The bytes of an open file, in their order. They are all there or it fails: what is announced as a length is kept.
 *
 * @param handed told of each chunk once its reader comes for the next
 * @throws FileHasShrunk, or the disk's error
 */
export async function* fileBytes(
  handle: FileHandle,
  { first, last }: ByteSpan,
  handed: (bytes: number) => void,
): AsyncGenerator<Buffer, void> {
  for (let at = first; at <= last;) {
    const wanted = Math.min(CHUNK, last - at + 1);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, at);
    if (bytesRead === 0) throw new FileHasShrunk();
    at += bytesRead;
    yield bytesRead === wanted ? buffer : buffer.subarray(0, bytesRead);
    handed(bytesRead);
  }
}
