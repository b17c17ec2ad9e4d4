import type { AllowanceKind } from '../rules/allowance-rule.js';
import type { UnitWork } from '../rows.js';

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
  readonly releasedAt: number | null;
}

/** Some units of a request; a member that is left out doesn't restrict them. */
export interface UnitChoice {
  readonly keys?: readonly string[];
  readonly kind?: AllowanceKind;
  readonly userId?: number;
}

/** Is this unit one of them? */
export function isChosen({ key, kind, userId }: QuotaItem, choice: UnitChoice): boolean {
  return (choice.keys?.includes(key) ?? true) && (choice.kind ?? kind) === kind && (choice.userId ?? userId) === userId;
}

/** The units to release, and the charges to refund for them. */
export interface ReleasePlan {
  readonly released: readonly QuotaItem[];
  readonly refundedCharges: readonly number[];
}

/**
 * Only units whose delivery can't have begun are released, and a charge is refunded only when no unit that it pays for is still wanted.
 * Source: doc 2 section 3 and section 4, requests rule 1.
 * @param given the units that the request would release
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
