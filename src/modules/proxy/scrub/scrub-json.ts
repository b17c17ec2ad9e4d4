import { isUtf8 } from 'node:buffer';
import { inSlices } from '../grammar/in-slices.js';
import type { Edits } from './edits.js';
import { scanJson } from './scan-json.js';
import { UnjudgeableJson } from '../grammar/unjudgeable-json.js';

const CHUNK = 256 * 1024;

/** A JSON document without its credentials. Its bytes are put together as they are taken, never as a whole. */
export class ScrubbedJson {
  constructor(
    private readonly bytes: Buffer,
    private readonly edits: Edits,
  ) {}

  get length(): number {
    return this.edits.lengthOf(this.bytes);
  }

  *chunks(): Generator<Buffer, void> {
    let gathered: Buffer[] = [];
    let size = 0;
    for (const piece of this.edits.piecesOf(this.bytes)) {
      for (let from = 0; from < piece.length; from += CHUNK) {
        const part = piece.subarray(from, from + CHUNK);
        gathered.push(part);
        size += part.length;
        if (size < CHUNK) continue;
        yield gathered.length === 1 ? part : Buffer.concat(gathered, size);
        gathered = [];
        size = 0;
      }
    }
    if (size > 0) yield Buffer.concat(gathered, size);
  }
}

/** Takes the credentials out of a JSON document, in slices. @throws UnjudgeableJson; the signal's reason when aborted */
export async function scrubJson(bytes: Buffer, signal?: AbortSignal): Promise<ScrubbedJson> {
  if (!isUtf8(bytes)) throw new UnjudgeableJson('something other than UTF-8');
  return new ScrubbedJson(bytes, await inSlices(scanJson(bytes), signal));
}
