import type { DispatchRow, DispatchState } from './dispatch-row.entity.js';
import type { Deliveries } from './dispatches.repository.js';

/** What most needs to be known comes first. */
const BY_WEIGHT: readonly DispatchState[] = [
  'attention',
  'processing',
  'retry',
  'waiting_library',
  'queued',
  'approval',
  'complete',
  'cancelled',
];

/** The delivery that stands for all deliveries of a request, where only one is shown. */
export function jointDelivery(deliveries: Deliveries): DispatchRow {
  const [first, ...others] = deliveries;
  const weight = ({ state }: DispatchRow): number => BY_WEIGHT.indexOf(state);
  return others.reduce((heaviest, one) => (weight(one) < weight(heaviest) ? one : heaviest), first);
}
