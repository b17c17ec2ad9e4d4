/** A name by which headers of one kind begin, or exactly are, in lower case with dashes. */
export interface HeaderNames {
  readonly exact: ReadonlySet<string>;
  readonly prefixes: readonly string[];
}

/** Names one after the other, separated by white space; one that ends in `*` stands for all that begin so. */
export function headerNames(words: string): HeaderNames {
  const names = words.toLowerCase().trim().split(/\s+/);
  return {
    exact: new Set(names.filter((name) => !name.endsWith('*'))),
    prefixes: names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
  };
}

/**
 * Is this one of the names? Case makes no difference, nor whether words are joined by dashes or underscores: servers
 * that hand headers on as variables can't distinguish them.
 */
export function isAmong({ exact, prefixes }: HeaderNames, name: string): boolean {
  const plain = name.toLowerCase().replaceAll('_', '-');
  return exact.has(plain) || prefixes.some((prefix) => plain.startsWith(prefix));
}

/** Headers that belong to one connection and not to the message. Source: RFC 9110 §7.6.1. */
export const HOP_BY_HOP = headerNames(`
  Connection Keep-Alive Proxy-Connection Proxy-Authenticate Proxy-Authentication-Info TE Trailer Transfer-Encoding
  Upgrade HTTP2-Settings
`);
