import { ledgerUserNotFound } from '../compat.errors.js';
import type { LedgerPeople } from '../people/account-directory.service.js';
import type { LedgerUserView } from '../people/ledger-user.js';
import { pageInfoView, type PageInfoView } from './page-info.view.js';
import type { PageSpan } from './page-span.query.js';

/** A part of the list of accounts. */
export interface UserPageView {
  readonly pageInfo: PageInfoView;
  readonly results: readonly LedgerUserView[];
}

export function userPageView(people: LedgerPeople, span: PageSpan): UserPageView {
  return { pageInfo: pageInfoView(people.total, span), results: people.page(span.skip, span.take) };
}

/** @throws AppError 404 */
export function requireUser(people: LedgerPeople, userId: number): LedgerUserView {
  const user = people.user(userId);
  if (!user) throw ledgerUserNotFound();
  return user;
}
