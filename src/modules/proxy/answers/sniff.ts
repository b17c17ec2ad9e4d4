import { PICTURE_HEAD_BYTES as HEAD } from '../../../core/http/raster-picture.js';

/** How much of a body is looked at when its type doesn't say what it is. Source: doc 3 §4, sniff window. */
const WINDOW = 4 * 1024;

/** What may come before a document, and what readers of other encodings put between its letters. */
const SKIPPED = new Set<number>([...Buffer.from(' \t\r\n\0'), 0xef, 0xbb, 0xbf, 0xfe, 0xff]);

const BEGINS_JSON = new Set<number>(Buffer.from('{["-0123456789tfn'));

/** The first bytes of a body, and all of it again. */
export interface SniffedBody {
  /** Could this be JSON? Also where the window holds nothing that would say so. */
  readonly looksLikeJson: boolean;
  /** The first twelve bytes; fewer of a body that has no more. */
  readonly head: Buffer;
  /** The whole body, the bytes that were looked at included. */
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Looks at the first bytes of a body: does a JSON document begin here? A byte order mark, or zeros between the letters,
 * hide none. Source: doc 3 §4.2, the row on untyped answers.
 */
export async function sniff(body: AsyncIterable<Buffer>): Promise<SniffedBody> {
  const chunks = body[Symbol.asyncIterator]();
  const seen: Buffer[] = [];
  let size = 0;
  let first: number | undefined;
  while ((first === undefined || size < HEAD) && size < WINDOW) {
    const next = await chunks.next();
    if (next.done) break;
    const chunk = next.value;
    first ??= chunk.subarray(0, WINDOW - size).find((byte) => !SKIPPED.has(byte));
    seen.push(chunk);
    size += chunk.length;
  }
  const head = Buffer.concat(seen.map((chunk) => chunk.subarray(0, HEAD))).subarray(0, HEAD);
  return { looksLikeJson: first === undefined || BEGINS_JSON.has(first), head, chunks: again(seen, chunks) };
}

async function* again(seen: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void> {
  try {
    yield* seen;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
