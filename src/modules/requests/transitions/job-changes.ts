import { NOT_LEASED } from '../../../core/work/leased-rows.js';
import type { DeliveryCode, DispatchRow } from '../jobs/dispatch-row.entity.js';
import type { DispatchChange } from '../jobs/dispatches.repository.js';

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
