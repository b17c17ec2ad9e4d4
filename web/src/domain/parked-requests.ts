import type { Schemas } from '../api/client.js';

/** The delivery of a request, or of one format of a book. */
export type Delivery = Schemas['DeliveryStateView'];

/** Why a delivery is in its state, in the server's word. */
export type DeliveryCode = NonNullable<Delivery['code']>;

/** What a request waits for: a person, the app that keeps the library, or the time of the next try. */
export type WaitsFor = 'person' | 'library' | 'time';

/** The three of them, in the order in which they are shown. */
export const WAITS: readonly WaitsFor[] = ['person', 'time', 'library'];

const BY_STATE: Partial<Readonly<Record<Delivery['state'], WaitsFor>>> = {
  attention: 'person',
  retry: 'time',
  waiting_library: 'library',
};

/** The deliveries of a request that wait for something. */
export const waitingDeliveries = (all: readonly Delivery[]): readonly Delivery[] =>
  all.filter(({ state }) => BY_STATE[state] !== undefined);

/** Requests by what they wait for; one that needs a person for any of its formats is among those. */
export function byWait<T extends { readonly delivery: readonly Delivery[] }>(
  parked: readonly T[],
): Readonly<Record<WaitsFor, readonly T[]>> {
  const groups: Record<WaitsFor, T[]> = { person: [], time: [], library: [] };
  for (const request of parked) {
    const waits = new Set(request.delivery.map(({ state }) => BY_STATE[state]));
    const first = WAITS.find((wait) => waits.has(wait));
    if (first) groups[first].push(request);
  }
  return groups;
}

const IMPORTS: ReadonlySet<DeliveryCode | undefined> = new Set([
  'import_failed',
  'import_abandoned',
  'import_cancelled',
]);

/** May it be put back to waiting for the library, since an import of the library has ended without it? */
export const mayWaitAgain = (all: readonly Delivery[]): boolean =>
  all.some(({ state, code }) => state === 'attention' && IMPORTS.has(code));

const MATCHES: ReadonlySet<DeliveryCode | undefined> = new Set([
  'tv_match_ambiguous',
  'tv_match_changed',
  'tv_match_paused',
  'tv_seasons_unmapped',
  'tv_target_missing',
]);

/** Does it wait because of which series is meant? */
export const needsMatch = (all: readonly Delivery[]): boolean => all.some(({ code }) => MATCHES.has(code));
