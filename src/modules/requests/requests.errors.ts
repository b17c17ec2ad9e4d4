import { AppError, badRequest } from '../../core/errors/app-error.js';
import { rfc3339, type Rfc3339 } from '../../core/http/view-members.js';
import type { AllowanceRefusalView } from '../quotas/quotas.public.js';

/** 404: the metadata provider affirms that there is no such film. */
export const filmNotFound = (): AppError => new AppError('film_not_found', 404, 'no film with this tmdb_id');

/** 400: what is sent as the id of a book or an album is none. */
export const noForeignId = (): AppError => badRequest('invalid', 'foreign_id is not an id', { name: 'foreign_id' });

/** 400: no request with this id. */
export const unknownRequest = (): AppError => badRequest('request_not_found', 'no request with this id');

/** 404: no request with this id, or a forgotten one. */
export const requestNotFound = (): AppError => new AppError('request_not_found', 404, 'no request with this id');

/**
 * Why nothing more may be asked for now: the allowance doesn't cover it, or the account has withdrawn too many
 * requests.
 */
export interface AskedTooMuchView extends Partial<Omit<AllowanceRefusalView, 'code'>> {
  readonly code: AllowanceRefusalView['code'] | 'asked_too_often';
  /** `asked_too_often`: from when requests are taken again. */
  readonly retry_at?: Rfc3339;
}

/**
 * 429: the account has withdrawn so many requests within an hour that it has to wait.
 *
 * @param freeAt epoch milliseconds
 */
export function askedTooOften(freeAt: number, waitMs: number): AppError {
  const body = { code: 'asked_too_often', retry_at: rfc3339(freeAt) } satisfies AskedTooMuchView;
  const headers = { 'Retry-After': String(Math.ceil(waitMs / 1_000)) };
  return new AppError('asked_too_often', 429, 'too many requests were withdrawn, try again later', { body, headers });
}

/** 409: a worker is delivering the request to its library. */
export const deliveryInProgress = (): AppError => new AppError('delivery_in_progress', 409, 'delivery in progress');

/** 400: the request is already decided. */
export const alreadyDecided = (): AppError => badRequest('request_decided', 'this request has already been decided');

/** 403: the requester may no longer use the library. */
export const requesterLacksAccess = (): AppError =>
  new AppError('requester_lacks_access', 403, 'the requester no longer has access to this library');

/**
 * 400 for the administrator who approves: the title is outside the limits of a kids account, which learns nothing of
 * it.
 */
export const outsideRequesterLimits = (): AppError =>
  badRequest(
    'outside_requester_limits',
    'the title is outside the limits of the kids account that requested it: change them, or deny the request',
  );

/** 403: a request of another account, or one that doesn't exist; the two have the same answer. */
export const foreignReceipt = (): AppError => new AppError('foreign_receipt', 403, 'permission denied');

/** The replacement for a retired catalog. */
export interface RetiredCatalogView {
  readonly code: 'catalog_retired';
  readonly message: string;
  readonly search_path: string;
}

const RETIRED_CATALOG = {
  code: 'catalog_retired',
  message: 'search again and request from the library',
  search_path: '/dashboard/books',
} as const satisfies RetiredCatalogView;

/** 410: a book of a retired catalog. */
export const retiredBookCatalog = (): AppError =>
  new AppError('catalog_retired', 410, 'this book belongs to a retired catalog', { body: RETIRED_CATALOG });

/** 410: an action of a retired catalog. */
export const retiredAction = (): AppError =>
  new AppError('catalog_retired', 410, 'this action belongs to a retired catalog', { body: RETIRED_CATALOG });
