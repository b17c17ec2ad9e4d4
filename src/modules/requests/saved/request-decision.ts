import { CANCELLED } from './requests.repository.js';
import type { RequestRow } from './rows.js';

export const DECISIONS = ['pending', 'approved', 'denied', 'cancelled', 'unknown'] as const;

export type RequestDecision = (typeof DECISIONS)[number];

/**
 * Derives the decision from the saved columns.
 *
 * | decision | saved |
 * |---|---|
 * | pending | waits for approval |
 * | approved | accepted, by an administrator or because no approval was needed, whatever happened since |
 * | denied | denied by an administrator |
 * | cancelled | withdrawn: denied without an administrator, with the reason `Cancelled` |
 * | unknown | denied without an administrator, for another reason |
 *
 * {@link WHERE_DECIDED} is the same rule for the database.
 */
export function decisionOf({ status, approvedBy, denyReason }: DecidedColumns): RequestDecision {
  if (status === 'pending') return 'pending';
  if (status !== 'denied') return 'approved';
  if (approvedBy !== null) return 'denied';
  return denyReason === CANCELLED ? 'cancelled' : 'unknown';
}

type DecidedColumns = Pick<RequestRow, 'status' | 'approvedBy' | 'denyReason'>;

const DENIED = `request.status = 'denied'`;
const BY_NOBODY = `${DENIED} AND request.approved_by IS NULL`;

/** SQL conditions for the same rule as {@link decisionOf}, on the table as `request`. */
export const WHERE_DECIDED: Readonly<Record<RequestDecision, string>> = {
  pending: `request.status = 'pending'`,
  approved: `request.status NOT IN ('pending', 'denied')`,
  denied: `${DENIED} AND request.approved_by IS NOT NULL`,
  cancelled: `${BY_NOBODY} AND request.deny_reason = '${CANCELLED}'`,
  unknown: `${BY_NOBODY} AND (request.deny_reason IS NULL OR request.deny_reason <> '${CANCELLED}')`,
};
