/** Where pictures of one kind may come from. Written by us, never by a caller. */
export interface PictureSource {
  /** Product name in lower case, for errors and logs: `trakt`. */
  readonly system: string;
  /** The one host, or the domain below which any host may be named; the domain itself is none of them. */
  readonly hosts: { readonly only: string } | { readonly below: string };
  /** What every path begins with, as a whole first segment; nothing where any path will do. */
  readonly folder?: string;
}

const LONGEST_HOST = 64;
const LONGEST_PATH = 512;

/** Labels of lower-case letters, digits and inner dashes. No port, no user, no final dot, nothing encoded. */
const HOST = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** Characters that mean themselves in every reading of an address; no step, nothing hidden, nothing encoded. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/**
 * The address of a picture that may be fetched: made by {@link PictureAddress.judge} alone, so that what was judged is
 * what is fetched. Always https at its own port, so that only who can prove to be this host answers, wherever a name leads.
 * Source: doc 4 §3.5, security 7 and 8.
 */
export class PictureAddress {
  private constructor(
    readonly system: string,
    readonly host: string,
    /** Each of characters that no encoding changes. */
    readonly segments: readonly string[],
  ) {}

  /**
   * What a caller names, as the address that it is; null when it may not be fetched.
   *
   * @param host as the caller wrote it; for a source of one host it is not theirs to write
   * @param segments of the path, decoded once, without a query
   */
  static judge(
    { system, hosts, folder }: PictureSource,
    { host, segments }: { readonly host?: string; readonly segments: readonly string[] },
  ): PictureAddress | null {
    const target = 'only' in hosts ? hosts.only : hostBelow(hosts.below, host);
    if (target === null || !isPlainPath(segments)) return null;
    const inside = folder === undefined || (segments[0] === folder && segments.length > 1);
    return inside ? new PictureAddress(system, target, segments) : null;
  }
}

function hostBelow(domain: string, host: unknown): string | null {
  if (typeof host !== 'string' || host.length > LONGEST_HOST) return null;
  return HOST.test(host) && host.endsWith(`.${domain}`) ? host : null;
}

function isPlainPath(segments: readonly string[]): boolean {
  if (segments.length === 0 || segments.join('/').length > LONGEST_PATH) return false;
  return segments.every((segment) => SEGMENT.test(segment) && !segment.includes('..'));
}
