/** An epoch-millisecond time as the wire carries it: RFC 3339, UTC. Source: doc 4 section 0. */
export function rfc3339(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
