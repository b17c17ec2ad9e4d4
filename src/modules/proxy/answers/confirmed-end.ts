import { Readable } from 'node:stream';

/**
 * The bytes of a call as they arrive, but whole only when their sender has been judged again: the piece that completes
 * a length waits for that, and without a length each piece for the next, as it may be the last. A caller decides how long
 * a body takes, and an instance acts on none that breaks off.
 *
 * @param length how many bytes were announced; undefined where they end when they end
 * @param confirm throws where rights have ended meanwhile; that is thrown from the stream
 */
export function confirmedEnd(
  body: AsyncIterable<Buffer>,
  length: number | undefined,
  confirm: () => Promise<void>,
): Readable {
  return Readable.from(heldBack(body, length, confirm), { objectMode: false });
}

async function* heldBack(
  body: AsyncIterable<Buffer>,
  length: number | undefined,
  confirm: () => Promise<void>,
): AsyncGenerator<Buffer, void> {
  let size = 0;
  let last: Buffer | undefined;
  for await (const chunk of body) {
    size += chunk.length;
    if (last) yield last;
    last = chunk;
    if (length === undefined || size >= length) continue;
    yield chunk;
    last = undefined;
  }
  await confirm();
  if (last) yield last;
}
