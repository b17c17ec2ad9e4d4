import { StorageError } from '../../core/database/storage-error.js';
import { AppError } from '../../core/errors/app-error.js';

/** 503: what somebody may ask for can't be told, so nothing is accepted. Source: doc 4 section 1.18. */
export const allowancesUnavailable = (cause?: unknown): AppError =>
  new AppError('request_allowances_unavailable', 503, 'request allowances temporarily unavailable', { cause });

/**
 * Runs work on the storage of allowances. A fault of the storage, and a row that says nothing sensible, closes: it is
 * never read as an allowance without a limit. Source: doc 2 section 4, requests rule 3.
 *
 * @throws AppError 503; whatever else `work` throws, unchanged
 */
export async function failingClosed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    // A moment that can't be read is a RangeError of the column's transformer.
    throw fault instanceof StorageError || fault instanceof RangeError ? allowancesUnavailable(fault) : fault;
  }
}
