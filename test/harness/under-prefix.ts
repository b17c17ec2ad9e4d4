/**
 * Under which path the servers of the e2e tests serve everything: empty, or what E2E_BASE_PATH says
 * (`npm run test:second-pass`).
 */
export const E2E_BASE_PATH = process.env.E2E_BASE_PATH ?? '';

/** What a host says of itself, at its root whatever the prefix. */
const WELL_KNOWN = '/.well-known/';

/**
 * The target of a request to a server at `url`, for a path as it is without a prefix. An absolute address keeps its
 * host; what is no path at all stays as it is.
 */
export function targetUnder(url: string, path: string): string {
  const prefix = new URL(url).pathname.replace(/\/$/, '');
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/]*)?(.*)$/s.exec(path) ?? [];
  return !rest.startsWith('/') || rest.startsWith(WELL_KNOWN) ? path : origin + prefix + rest;
}
