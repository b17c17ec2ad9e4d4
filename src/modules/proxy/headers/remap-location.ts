import { withoutTrailingSlashes } from '../../../core/http/trailing-slashes.js';
import { parsedUrl } from '../../../core/text/parsed-url.js';
import { redactText } from '../scrub/redact-text.js';

/** The two addresses of what is proxied. */
export interface ProxiedPlace {
  /** Where the instance is: absolute, without a trailing slash. */
  readonly instanceUrl: string;
  /** Path and query that were asked for, below it. */
  readonly target: string;
  /** Where the same is found on this server: `/api/instances/films`. */
  readonly route: string;
}

/**
 * An address that an instance names, as its callers reach it: on the proxy's route, without credentials. Undefined
 * where it leads to another origin or out of the instance's base path. Source: doc 1 proxy rule 4, doc 3 §4.2.
 */
export function remapLocation(location: string, { instanceUrl, target, route }: ProxiedPlace): string | undefined {
  const base = new URL(instanceUrl);
  const url = parsedUrl(location, instanceUrl + target);
  if (!url) return undefined;
  const { origin, pathname, search, hash } = url;
  const prefix = withoutTrailingSlashes(base.pathname);
  if (origin !== base.origin || !(pathname === prefix || pathname.startsWith(`${prefix}/`))) return undefined;
  return redactText(`${route}${pathname.slice(prefix.length) || '/'}${search}${hash}`);
}
