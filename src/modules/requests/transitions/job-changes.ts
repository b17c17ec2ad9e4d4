import type { DeliveryCode, DispatchRow } from '../jobs/dispatch-row.entity.js';
import type { DispatchChange } from '../jobs/dispatches.repository.js';

/** What a delivery remembers of the change that it begins. */
export type BegunJob = Pick<DispatchRow, 'mutation' | 'searchMark'>;

/** Why a delivery has stopped. */
export type StopReason = Pick<DispatchRow, 'message'> & { readonly code: DeliveryCode };

/** Where a delivery waits that a worker has given back. */
export type HandedBackJob = Pick<DispatchRow, 'code' | 'message'> & {
  readonly state: 'queued' | 'retry' | 'waiting_library' | 'attention';
} & Partial<Pick<DispatchRow, 'attempts' | 'lastAttemptAt' | 'nextAttemptAt'>>;

/** A job whose attempts are counted anew. */
export const AGAIN = { attempts: 0, code: null, message: '' } as const;

/** A job that begins with its first attempt. */
export const FRESH_JOB: DispatchChange = {
  ...AGAIN,
  state: 'queued',
  mutation: null,
  searchMark: null,
};

/** A job that no worker holds and that waits for no time. */
export const WITHOUT_WORKER = { leaseToken: null, leaseUntil: null, nextAttemptAt: null } as const;

/** A job that nobody works on any more. */
export const CANCELLED_JOB: DispatchChange = {
  ...WITHOUT_WORKER,
  state: 'cancelled',
  code: null,
  message: '',
};
