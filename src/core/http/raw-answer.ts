import type { Readable } from 'node:stream';

/**
 * An answer down to its bytes: status, headers and body go out unchanged. A handler's interceptors make it where
 * the answer is somebody else's; the outermost interceptor writes it.
 */
export class RawAnswer {
  /**
   * @param chunks the body, as it is taken; none for an answer without one. Its failure after the first byte cuts the
   *   connection, so that nobody takes a part for the whole. A stream goes out as it is, which costs a large body the least:
   *   its maker destroys it in `release`
   * @param release called once, when the answer has been written or nobody waits for it any more
   * @param cut breaks the connection when it is aborted, however slowly its reader takes the body
   */
  constructor(
    readonly status: number,
    readonly headers: HeaderPairs,
    readonly chunks?: Readable | Iterable<Buffer> | AsyncIterable<Buffer>,
    readonly release: () => void = () => undefined,
    readonly cut?: AbortSignal,
  ) {}
}

/**
 * A JSON text that goes out unchanged. A handler returns it where the answer is somebody else's document:
 * parsing and printing it again would round its numbers and reorder its keys. The outermost interceptor writes it
 * as `application/json`.
 *
 * The creator guarantees that the text is valid JSON.
 */
export class RawJson {
  constructor(readonly text: string) {}
}

declare const described: unique symbol;

/**
 * A {@link RawJson} of whose members the OpenAPI document describes some: those of `Members`, for clients that read them. What
 * the server has checked is required there. What is optional is what the document's own documentation says, and nobody has
 * checked it (`x-unchecked`); the document may have other members.
 */
export type RawJsonOf<Members extends object> = RawJson & { readonly [described]?: Members };

/** A {@link RawJson} whose document is a list. The OpenAPI document distinguishes the two. */
export class RawJsonList extends RawJson {}

/** Headers in their order, each as often as it comes: name and value. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** Headers as Node lists them: names and values in turn. */
export function headerPairs(rawHeaders: readonly string[]): HeaderPairs {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return pairs;
}

/** Every value of a header, whatever the case of its name. */
export function headerValues(headers: HeaderPairs, name: string): readonly string[] {
  return headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}
