import type { HeaderPairs } from './header-pairs.js';

/**
 * An answer down to its bytes: status, headers and body go out as they stand. A handler's interceptors make it where
 * the answer is somebody else's; the outermost interceptor writes it.
 */
export class RawAnswer {
  /**
   * @param chunks the body, as it is taken; none for an answer without one. Its failure after the first byte cuts the
   *   connection, so that nobody takes a part for the whole
   * @param release called once, when the answer has been written or nobody waits for it any more
   */
  constructor(
    readonly status: number,
    readonly headers: HeaderPairs,
    readonly chunks?: Iterable<Buffer> | AsyncIterable<Buffer>,
    readonly release: () => void = () => undefined,
  ) {}
}
