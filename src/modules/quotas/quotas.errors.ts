import { StorageError } from '../../core/database/storage-error.js';
import { AppError } from '../../core/errors/app-error.js';

/** 503: allowances are unknown, so nothing is accepted. */
export const allowancesUnavailable = (cause?: unknown): AppError =>
  new AppError('request_allowances_unavailable', 503, 'request allowances temporarily unavailable', { cause });

/** A fault of the storage, or an invalid row, is 503: never an allowance without a limit. Source: doc 2 section 4, requests rule 3. */
export async function failingClosed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    // The column's transformer throws a RangeError for an invalid moment.
    throw fault instanceof StorageError || fault instanceof RangeError ? allowancesUnavailable(fault) : fault;
  }
}
