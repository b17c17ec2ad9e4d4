import type { Readable } from 'node:stream';

/** An answer down to its bytes: status, headers and body go out unchanged, written by the outermost interceptor. */
export class RawAnswer {
  /**
   * @param chunks the body. Its failure after the first byte cuts the connection, so that nobody takes a part for the whole. A stream goes
   * out as it is: its maker destroys it in `release`
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

/** Somebody else's JSON text, which goes out unchanged: parsing and printing would round its numbers and reorder its keys. */
export class RawJson {
  constructor(readonly text: string) {}
}

declare const described: unique symbol;

/**
 * A {@link RawJson} whose `Members` the OpenAPI document describes. What is required was checked; what is optional nobody has checked
 * (`x-unchecked`).
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
