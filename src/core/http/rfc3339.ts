declare const asOnTheWire: unique symbol;

/** A time as the wire carries it: `2026-01-31T19:00:00.000Z`. Views name it, so that their description can. */
export type Rfc3339 = string & { readonly [asOnTheWire]: 'rfc3339' };

/** An epoch-millisecond time as the wire carries it: RFC 3339, UTC. Source: doc 4 section 0. */
export function rfc3339(epochMs: number): Rfc3339 {
  return new Date(epochMs).toISOString() as Rfc3339;
}
