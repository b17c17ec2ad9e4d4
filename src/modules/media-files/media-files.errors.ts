import { AppError, OUT_OF_ORDER } from '../../core/errors/app-error.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';

/** 404: no such file for this account; unknown, hidden and other instances and titles read the same. */
export const fileUnavailable = (): AppError => new AppError('media_file_unavailable', 404, 'media file unavailable');

/** 409: the manager has the file, but not where this server may read. */
export const outsideMediaFolders = (): AppError =>
  new AppError('outside_media_folders', 409, 'file not available through the configured media folders');

export const tooManyTickets = (): AppError => new AppError('too_many_tickets', 429, 'too many active tickets');

export const ticketsFull = (retryAfterS: number): AppError =>
  new AppError('tickets_full', 503, 'too many downloads are prepared, retry shortly', {
    headers: { 'Retry-After': String(retryAfterS) },
  });

/** 503: MEDIA_ROOTS names no folder. */
export const downloadsNotConfigured = (): AppError =>
  new AppError('downloads_not_configured', 503, 'media file downloads are not configured');

/** 502: the manager can't say what it has. Nothing of its answer is repeated. */
const lookupFailed = (cause: unknown): AppError =>
  new AppError('media_file_lookup_failed', 502, 'the library could not be asked for the file', { cause });

/** What a failed call of a manager is to who wants a file; all else stays what it is. */
export const lookupFault = (fault: unknown): unknown => (fault instanceof UpstreamError ? lookupFailed(fault) : fault);

/** 404: the ticket opens nothing, be it unknown, run out or no longer its holder's right. */
export const downloadUnavailable = (): AppError => new AppError('download_unavailable', 404, 'download unavailable');

/** What a refusal is to who holds a ticket: nobody learns why it opens nothing. */
export function ticketRefusal(fault: unknown): unknown {
  return fault instanceof AppError && [401, 403, 404, 409].includes(fault.status) ? downloadUnavailable() : fault;
}

export const onlyReading = (): AppError =>
  new AppError('method_not_allowed', 405, 'method not allowed', { headers: { Allow: 'GET, HEAD' } });

export const rangeNotSatisfiable = (size: number): AppError =>
  new AppError('range_not_satisfiable', 416, 'the file has no such range', {
    headers: { 'Content-Range': `bytes */${size}`, 'Accept-Ranges': 'bytes' },
  });

/** When it makes sense to try again, in seconds. */
const RETRY_AFTER = { 'Retry-After': '10' } as const;

export const tooManyTransfers = (): AppError =>
  new AppError('too_many_transfers', 429, 'too many downloads at once', { headers: RETRY_AFTER });

/** 503: as many files are sent as can be at once, or the server stops. */
export const transfersFull = (): AppError =>
  new AppError('transfers_full', 503, 'temporarily unavailable, retry shortly', {
    body: OUT_OF_ORDER,
    headers: RETRY_AFTER,
  });
