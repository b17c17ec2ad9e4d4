import type { LibraryMutation } from '../jobs/dispatch-row.entity.js';

/** The records of a title in one format. */
interface RecordsOfFormat {
  /** First the one to work on. */
  readonly recordIds: readonly number[];
  readonly monitored: boolean;
  readonly hasFile: boolean;
}

/** What earlier attempts have begun. */
export interface BegunDelivery {
  readonly mutation: LibraryMutation | null;
  /** How often the search for the record was about to be sent, or was part of an addition, without any word that it was. */
  readonly searches: number;
}

/** What a delivery of a format has to do next. */
export type BookDeliveryPlan =
  /** Nothing is sent: the library holds the title or waits for it. */
  | { readonly kind: 'done'; readonly status: 'available' | 'requested' }
  /** The library lacks the format. */
  | { readonly kind: 'add' }
  /** The library has the format and doesn't watch it. */
  | { readonly kind: 'monitor_and_search'; readonly recordId: number }
  /** It is watched, and its search is still to be sent. */
  | { readonly kind: 'search'; readonly recordId: number };

/** After so many sendings without a known outcome, a search counts as sent. */
const MOST_SEARCHES = 2;

/**
 * Plans what is missing to bring a format of a title into the library. Source: doc 2 section 4, Requests rule 6; doc 4
 * section 1.16.
 *
 * | records of the format | begun | next |
 * |---|---|---|
 * | none | anything | add |
 * | with a file | anything | done: available |
 * | not watched | anything | monitor and search |
 * | watched | nothing, or its search was sent | done: requested |
 * | watched | anything else, and the search was not sent for certain | search, twice at most |
 *
 * An addition includes its search, unless the author is imported first; an addition whose answer is lost may have been
 * either.
 */
export function planBookDelivery(records: RecordsOfFormat | null, begun: BegunDelivery): BookDeliveryPlan {
  const [recordId] = records?.recordIds ?? [];
  if (!records || recordId === undefined) return { kind: 'add' };
  if (records.hasFile) return { kind: 'done', status: 'available' };
  if (!records.monitored) return { kind: 'monitor_and_search', recordId };
  const isOwed = begun.mutation !== null && begun.mutation !== 'searched';
  if (isOwed && begun.searches < MOST_SEARCHES) return { kind: 'search', recordId };
  return { kind: 'done', status: 'requested' };
}
