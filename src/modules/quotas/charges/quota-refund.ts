import type { UnitWork } from '../pricing/quota-unit.js';
import type { AllowanceKind } from '../rules/allowance-rule.js';

/** Why a unit was given back. Source: doc 4 section 1.18. */
export type RefundReason = 'cancelled' | 'denied' | 'no_op' | 'reset';

/** One unit of one request, and the charge that pays for it. Times are epoch milliseconds. */
export interface QuotaItem {
  readonly requestId: number;
  readonly userId: number;
  readonly kind: AllowanceKind;
  readonly key: string;
  readonly work: UnitWork;
  readonly chargeId: number;
  /** Committed immediately before the first change to a library for it, and never cleared. */
  readonly deliveryStartedAt: number | null;
  /** When the request gave it up. */
  readonly releasedAt: number | null;
}

/** What is given up, and what is given back for it. */
export interface ReleasePlan {
  readonly released: readonly QuotaItem[];
  readonly refundedCharges: readonly number[];
}

/**
 * What does a request give up? Only units whose delivery could not yet have begun; and a charge is given back only
 * when nothing that it pays for is wanted any more. Source: doc 2 section 3 and section 4, requests rule 1.
 *
 * @param given the units that the request would give up
 * @param sharing every unit that the charges of `given` pay for, of this request and of others
 */
export function planRelease(given: readonly QuotaItem[], sharing: readonly QuotaItem[]): ReleasePlan {
  const released = given.filter((item) => item.deliveryStartedAt === null && item.releasedAt === null);
  const isWanted = (item: QuotaItem): boolean =>
    item.releasedAt === null && !released.some((gone) => isSameItem(gone, item));
  const paid = new Set(released.map((item) => item.chargeId));
  const wanted = new Set(sharing.filter(isWanted).map((item) => item.chargeId));
  return { released, refundedCharges: [...paid].filter((chargeId) => !wanted.has(chargeId)) };
}

function isSameItem(one: QuotaItem, other: QuotaItem): boolean {
  return (
    one.requestId === other.requestId && one.userId === other.userId && one.kind === other.kind && one.key === other.key
  );
}
