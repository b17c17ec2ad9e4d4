/**
 * The value of a header by which servers of the family learn who calls: a scheme and parts. Each part is percent-encoded, as
 * the servers read it, so that none can end its quotes.
 */
export function authorization(scheme: 'MediaBrowser' | 'Emby', parts: Readonly<Record<string, string>>): string {
  const written = Object.entries(parts).map(([name, value]) => `${name}="${encodeURIComponent(value)}"`);
  return `${scheme} ${written.join(', ')}`;
}
