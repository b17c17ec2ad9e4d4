import { randomBytes } from 'node:crypto';
import { ftruncateSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MediaFile } from '../finding/open-inside.js';
import { type ByteSpan, FileBytes, FileHasShrunk } from './file-bytes.js';

const SIZE = 500_000;

let folder: string;
let path: string;
let handle: FileHandle;
let handed: number[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usher-bytes-'));
  path = join(folder, 'a');
  writeFileSync(path, Buffer.from(Array.from({ length: SIZE }, (_, at) => at % 251)));
  handle = await open(path, 'r');
  handed = [];
});

afterEach(async () => {
  await handle.close();
  rmSync(folder, { recursive: true });
});

const reading = (span: ByteSpan): FileBytes => {
  const file = new MediaFile({ handle, size: SIZE, etag: '""' }, (_what, begin) => begin(() => undefined));
  return new FileBytes(file, span, (count) => void handed.push(count));
};

async function bytes(span: ByteSpan): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of reading(span)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A reader who takes a chunk only on request. */
class SlowReader extends Writable {
  readonly chunks: Buffer[] = [];
  private taken: (() => void) | undefined;

  constructor() {
    super({ highWaterMark: 1 });
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, taken: () => void): void {
    this.chunks.push(chunk);
    this.taken = taken;
    this.emit('given');
  }

  take(): void {
    this.taken?.();
  }

  given(): Promise<void> {
    return new Promise((resolve) => this.once('given', resolve));
  }
}

describe('issue 23 §4: the bytes of an open file', () => {
  it('are those of the span, in their order, and are counted as they are taken', async () => {
    const read = await bytes({ first: 251, last: SIZE - 1 });
    expect([read.length, read[0], read[1], handed.reduce((sum, one) => sum + one, 0)]).toEqual([
      SIZE - 251,
      0,
      1,
      SIZE - 251,
    ]);
  });

  it('are one byte where the span is one, and none of an empty file', async () => {
    const single = reading({ first: 5, last: 5 });
    expect(await single.toArray()).toEqual([Buffer.from([5])]);
    handle = await open(path, 'r');
    expect(await bytes({ first: 0, last: -1 })).toEqual(Buffer.alloc(0));
  });

  it('beyond 4 GiB are read where they lie', async () => {
    const sparse = join(folder, 'sparse');
    ftruncateSync(openSync(sparse, 'w'), 5 * 1_073_741_824);
    await handle.close();
    handle = await open(sparse, 'r+');
    await handle.write('end', 4.5 * 1_073_741_824);
    const first = 4.5 * 1_073_741_824;
    expect((await bytes({ first, last: first + 2 })).toString()).toBe('end');
  });

  it('of a file that shrinks meanwhile end in a failure, and never as a short whole', async () => {
    const reader = new SlowReader();
    const all = pipeline(reading({ first: 0, last: SIZE - 1 }), reader);
    await reader.given();
    truncateSync(path, 200_000);
    reader.on('given', () => setImmediate(() => reader.take())).take();
    await expect(all).rejects.toThrow(FileHasShrunk);
    expect(reader.chunks.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(200_000);
  });

  it('are read no further than their reader has come, and what is taken is counted with the next chunk', async () => {
    const [reader, stream] = [new SlowReader(), reading({ first: 0, last: SIZE - 1 })];
    stream.pipe(reader);
    await reader.given();
    expect([handed, stream.readableLength]).toEqual([[], 0]);
    reader.take();
    await reader.given();
    expect([handed, stream.readableLength]).toEqual([[reader.chunks[0]?.length], 0]);
    await ended(stream);
  });

  it('reach a slow reader unharmed, though all chunks have one piece of memory', async () => {
    const sent = randomBytes(8 * 1_048_576 + 5);
    writeFileSync(path, sent);
    const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
    const server = createServer((_request, response) => reading({ first: 0, last: sent.length - 1 }).pipe(response));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const answer = await new Promise<IncomingMessage>((resolve) => get({ port, agent: false }, resolve));
    const chunks: Buffer[] = [];
    for await (const chunk of answer) {
      chunks.push(chunk as Buffer);
      // Time for the sender to get ahead, if anything let it.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const pieces = allocate.mock.calls.filter(([size]) => size === 131_072).length;
    allocate.mockRestore();
    server.close();
    expect([Buffer.concat(chunks).equals(sent), pieces]).toEqual([true, 1]);
  });

  it('give the file back when they are read no more, and not while the disk is still read', async () => {
    const stream = reading({ first: 0, last: SIZE - 1 });
    stream.read();
    const over = ended(stream);
    expect(handle.fd).toBeGreaterThan(0);
    await over;
    expect([handle.fd, handed]).toEqual([-1, []]);
  });
});

/** Ends a stream; resolves once its file is closed. */
function ended(stream: FileBytes): Promise<void> {
  return new Promise((resolve) => stream.once('close', resolve).destroy());
}
