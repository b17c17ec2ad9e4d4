/** What a call asks of an instance, as it was written. */
export interface ProxiedTarget {
  /** Percent-encoded, below the instance's address: `/api/v3/movie/7`. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
}

/** The part behind the instance's id. Source: doc 3 §4, forwarded path: the remainder, and the query verbatim. */
const ROUTE = /^\/api\/instances\/[^/?]+(\/[^?]*)(\?.*)?$/s;

/**
 * The target of a call, by the bytes of its address: nothing is decoded, reordered or tidied up.
 *
 * @param url path and query as they came, without the base path of this server
 * @throws Error for an address that is not the proxy's, which the router has ruled out
 */
export function proxiedTarget(url: string): ProxiedTarget {
  const [, path, query = ''] = ROUTE.exec(url) ?? [];
  if (path === undefined) throw new Error('not a path of the proxy');
  return { path, query };
}

/**
 * The parts of a path, decoded once; undefined where they are not plainly that: a part that is empty, a step, or still
 * holds a percent sign, a backslash, a slash or a control character. Source: doc 3 §4.1.
 */
export function plainSegments(path: string): readonly string[] | undefined {
  const segments = path.slice(1).split('/').map(decoded);
  return segments.every((segment): segment is string => segment !== undefined && isPlain(segment))
    ? segments
    : undefined;
}

const isPlain = (segment: string): boolean => !/^\.{0,2}$|[%\\/\p{Cc}]/u.test(segment);

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
