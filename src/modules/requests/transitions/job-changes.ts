import { NOT_LEASED } from '../../../core/work/leased-rows.js';
import type { DispatchChange } from '../saved/dispatches.repository.js';
import type { DeliveryCode, DispatchRow, DispatchState } from '../saved/job-rows.js';

/** The change that a delivery begins; a series also says which wanted episodes were there before. */
export type BegunJob = Pick<DispatchRow, 'mutation' | 'searchMark'> & Partial<Pick<DispatchRow, 'heldEpisodes'>>;

/** Why a delivery has stopped. */
export type StopReason = Pick<DispatchRow, 'message'> & { readonly code: DeliveryCode };

/** The state of a delivery that a worker has released. */
export type HandedBackJob = Pick<DispatchRow, 'code' | 'message'> & {
  readonly state: 'queued' | 'retry' | 'waiting_library' | 'attention';
} & Partial<Pick<DispatchRow, 'attempts' | 'lastAttemptAt' | 'nextAttemptAt' | 'waitingSince'>>;

/** Resets the attempts of a job. */
export const AGAIN = { attempts: 0, code: null, message: '' } as const;

/** Resets a job to its first attempt. */
export const FRESH_JOB: DispatchChange = {
  ...AGAIN,
  state: 'queued',
  mutation: null,
  searchMark: null,
  heldEpisodes: null,
};

/** Releases a job without a next attempt. */
export const WITHOUT_WORKER = { ...NOT_LEASED, nextAttemptAt: null } as const;

/** What a job that has ended no longer holds. */
export const ENDED_JOB = { ...WITHOUT_WORKER, openKey: null, waitingSince: null } as const;

/** Ends a job. */
export const CANCELLED_JOB: DispatchChange = { ...ENDED_JOB, state: 'cancelled', code: null, message: '' };

/** May a person retry a delivery in this state? */
export function mayRetry(state: DispatchState): boolean {
  return state === 'attention' || state === 'retry';
}

/** May a request be withdrawn while its delivery has this state? */
export function mayCancel(state: DispatchState): boolean {
  return state !== 'processing' && state !== 'complete' && state !== 'cancelled';
}

/** The codes of imports that the library manager could not finish. */
const UNFINISHED_IMPORTS: ReadonlySet<DeliveryCode> = new Set([
  'import_failed',
  'import_abandoned',
  'import_cancelled',
]);

/** May an administrator put this delivery back to waiting for the library manager? */
export function mayWait({ state, code }: Pick<DispatchRow, 'state' | 'code'>): boolean {
  return state === 'attention' && code !== null && UNFINISHED_IMPORTS.has(code);
}
