import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { MediaFile } from '../finding/open-inside.js';

const CHUNK = 128 * 1024;

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
 * All bytes of an open file, or it fails with FileHasShrunk or the disk's error: an announced length is kept. The next chunk is read, and
 * the one before it counted, once the reader has room. The file is closed with the stream, however that ends. A response to which it is
 * piped gets all chunks in one piece of memory: fresh memory for each costs as much as the sending.
 */
export class FileBytes extends Readable {
  private at: number;
  private uncounted = 0;
  private memory: Buffer | undefined;
  private response: ServerResponse | undefined;

  /** @param handed is called with each chunk's size once its reader asks for the next */
  constructor(
    private readonly file: Pick<MediaFile, 'read' | 'close'>,
    private readonly span: ByteSpan,
    private readonly handed: (bytes: number) => void,
  ) {
    super({ highWaterMark: 0 });
    this.at = span.first;
  }

  override pipe<T extends NodeJS.WritableStream>(reader: T, options?: { end?: boolean }): T {
    if (reader instanceof ServerResponse) this.response = reader;
    return super.pipe(reader, options);
  }

  override _read(): void {
    if (this.uncounted > 0) this.handed(this.uncounted);
    this.uncounted = 0;
    const wanted = Math.min(CHUNK, this.span.last - this.at + 1);
    if (wanted <= 0) return void this.push(null);
    const chunk = this.room(wanted);
    this.file.read(chunk, this.at, (fault, bytes) => {
      if (this.destroyed) return;
      if (fault) return void this.destroy(fault);
      if (bytes === 0) return void this.destroy(new FileHasShrunk());
      this.at += bytes;
      this.uncounted = bytes;
      this.push(bytes === chunk.length ? chunk : chunk.subarray(0, bytes));
    });
  }

  /** Memory for a chunk: that of the last one only once the system has taken all of it. */
  private room(bytes: number): Buffer {
    if (this.response?.writableLength !== 0 || this.readableLength > 0) return Buffer.allocUnsafeSlow(bytes);
    this.memory ??= Buffer.allocUnsafeSlow(bytes);
    return this.memory.length === bytes ? this.memory : this.memory.subarray(0, bytes);
  }

  override _destroy(fault: Error | null, done: (fault: Error | null) => void): void {
    void this.file.close().then(() => done(fault));
  }
}
