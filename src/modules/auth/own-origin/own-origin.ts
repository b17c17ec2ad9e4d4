import { parsedUrl } from '../../../core/text/urls.js';

/** Where a request says that it comes from, and the hosts that it asks for. */
export interface RequestOrigin {
  /** The header Origin; undefined for clients that are no browser. */
  readonly origin: string | undefined;
  /** Hosts under which this server is known to be asked, with their ports where they have one. */
  readonly hosts: readonly (string | undefined)[];
}

/**
 * Does a request come from a page of this server, or from no page at all? Browsers keep other origins from reading
 * our answers over HTTP, but would let them open a WebSocket: here the server has to look. Source: doc 3 sections 0
 * (CORS: same-origin only) and 6 (on the same origin).
 */
export function isOwnOrigin({ origin, hosts }: RequestOrigin): boolean {
  if (origin === undefined) return true;
  const from = /^https?:\/\//i.test(origin) ? parsedUrl(origin)?.host : undefined;
  return from !== undefined && hosts.some((host) => host !== undefined && hostOf(host) === from);
}

/** As browsers write it: in lower case, without the port that goes without saying. */
function hostOf(host: string): string | undefined {
  return parsedUrl(`http://${host.trim()}`)?.host;
}
