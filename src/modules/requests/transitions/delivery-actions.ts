import type { DeliveryCode, DispatchRow, DispatchState } from '../jobs/dispatch-row.entity.js';

/** May a person retry a delivery in this state? Source: doc 4 section 1.17, `can_manage`. */
export function mayRetry(state: DispatchState): boolean {
  return state === 'attention' || state === 'retry';
}

/** May a request be withdrawn while its delivery has this state? Source: doc 4 sections 1.7 and 1.17, `can_cancel`. */
export function mayCancel(state: DispatchState): boolean {
  return state !== 'processing' && state !== 'complete' && state !== 'cancelled';
}

/** The codes of imports that the library manager could not finish. Source: doc 4 section 1.8. */
const UNFINISHED_IMPORTS: ReadonlySet<DeliveryCode> = new Set([
  'import_failed',
  'import_abandoned',
  'import_cancelled',
]);

/** May an administrator put this delivery back to waiting for the library manager? Source: doc 4 section 1.8. */
export function mayWait({ state, code }: Pick<DispatchRow, 'state' | 'code'>): boolean {
  return state === 'attention' && code !== null && UNFINISHED_IMPORTS.has(code);
}
