import type { BegunJob } from '../transitions/job-changes.js';

export interface WholeRecord {
  readonly id: number;
  readonly isWhole: boolean;
  readonly isOn: boolean;
  /** When the manager last searched for it, in epoch milliseconds; null for never. */
  readonly lastSearchedAt: number | null;
}

export type WholeDeliveryPlan<Record extends WholeRecord> =
  | { readonly kind: 'add' }
  | { readonly kind: 'done'; readonly status: 'available' | 'requested'; readonly recordId: number }
  | { readonly kind: 'change'; readonly record: Record };

/**
 * Plans what is missing to bring this title into the library.
 *
 * | the library's record | sent |
 * |---|---|
 * | none | the addition |
 * | whole, monitored or not | nothing |
 * | off | what is off is turned on; the search |
 * | on, and the search of an earlier change is owed | the search |
 * | on | nothing |
 *
 * @param record read just now; null when the library affirms that it has none
 * @param earlier the change that was begun earlier, if any; it may or may not have been made
 */
export function planWholeDelivery<Record extends WholeRecord>(
  record: Record | null,
  earlier: BegunJob | null,
): WholeDeliveryPlan<Record> {
  if (!record) return { kind: 'add' };
  if (record.isWhole) return { kind: 'done', status: 'available', recordId: record.id };
  // An addition includes the search, so a record from an earlier `add` needs none.
  const isOwed = earlier?.mutation === 'monitor_and_search' && earlier.searchMark === record.lastSearchedAt;
  if (record.isOn && !isOwed) return { kind: 'done', status: 'requested', recordId: record.id };
  return { kind: 'change', record };
}
