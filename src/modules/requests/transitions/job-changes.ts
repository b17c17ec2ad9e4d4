import { NOT_LEASED } from '../../../core/work/leased-rows.js';
import type { DispatchChange } from '../saved/dispatches.repository.js';
import type { DeliveryCode, DispatchRow, DispatchState } from '../saved/job-rows.js';

export type BegunJob = Pick<DispatchRow, 'mutation' | 'searchMark'> & Partial<Pick<DispatchRow, 'heldEpisodes'>>;

export type StopReason = Pick<DispatchRow, 'message'> & { readonly code: DeliveryCode };

export type HandedBackJob = Pick<DispatchRow, 'code' | 'message'> & {
  readonly state: 'queued' | 'retry' | 'waiting_library' | 'attention';
} & Partial<Pick<DispatchRow, 'attempts' | 'lastAttemptAt' | 'nextAttemptAt' | 'waitingSince'>>;

export const AGAIN = { attempts: 0, code: null, message: null } as const;

export const FRESH_JOB: DispatchChange = {
  ...AGAIN,
  state: 'queued',
  mutation: null,
  searchMark: null,
  heldEpisodes: null,
};

export const WITHOUT_WORKER = { ...NOT_LEASED, nextAttemptAt: null } as const;

/** What a job that has ended no longer holds. */
export const ENDED_JOB = { ...WITHOUT_WORKER, openKey: null, waitingSince: null } as const;

export const CANCELLED_JOB: DispatchChange = { ...ENDED_JOB, state: 'cancelled', code: null, message: null };

export function mayRetry(state: DispatchState): boolean {
  return state === 'attention' || state === 'retry';
}

export function mayCancel(state: DispatchState): boolean {
  return state !== 'processing' && state !== 'complete' && state !== 'cancelled';
}

const UNFINISHED_IMPORTS: ReadonlySet<DeliveryCode> = new Set([
  'import_failed',
  'import_abandoned',
  'import_cancelled',
]);

/** May an administrator put this delivery back to waiting for an import that has failed? */
export function mayWait({ state, code }: Pick<DispatchRow, 'state' | 'code'>): boolean {
  return state === 'attention' && code !== null && UNFINISHED_IMPORTS.has(code);
}
