import { ftruncateSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ByteSpan, fileBytes, FileHasShrunk } from './file-bytes.js';

let folder: string;
let path: string;
let handle: FileHandle;
let handed: number[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usher-bytes-'));
  path = join(folder, 'a');
  writeFileSync(path, Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251)));
  handle = await open(path, 'r');
  handed = [];
});

afterEach(async () => {
  await handle.close();
  rmSync(folder, { recursive: true });
});

const bytes = async (span: ByteSpan): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of fileBytes(handle, span, (count) => void handed.push(count))) chunks.push(chunk);
  return Buffer.concat(chunks);
};

describe('issue 23 §4: the bytes of an open file', () => {
  it('are those of the span, in their order, and are counted as they are taken', async () => {
    const read = await bytes({ first: 251, last: 299_999 });
    expect([read.length, read[0], read[1], handed.reduce((sum, one) => sum + one, 0)]).toEqual([
      299_749, 0, 1, 299_749,
    ]);
    expect(await bytes({ first: 5, last: 5 })).toEqual(Buffer.from([5]));
  });

  it('of an empty file are none', async () => {
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
    const all = fileBytes(handle, { first: 0, last: 299_999 }, () => undefined);
    await all.next();
    truncateSync(path, 140_000);
    const rest = async (): Promise<void> => {
      while (!(await all.next()).done);
    };
    await expect(rest()).rejects.toThrow(FileHasShrunk);
  });
});
