import type { DispatchState } from '../delivery/dispatch-row.entity.js';

/** May a person press retry? Source: doc 4 section 1.17, `can_manage`. */
export function mayRetry(state: DispatchState): boolean {
  return state === 'attention' || state === 'retry';
}

/** May a request be withdrawn while its delivery stands here? Source: doc 4 sections 1.7 and 1.17, `can_cancel`. */
export function mayCancel(state: DispatchState): boolean {
  return state !== 'processing' && state !== 'complete' && state !== 'cancelled';
}
