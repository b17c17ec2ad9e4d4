import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { insertRows, tableRows } from '../../../core/database/sql-rows.js';
import type { HeldCharge, QuotaUnit } from '../pricing/quota-price.js';
import { LONGEST_WINDOW_MS } from '../pricing/quota-window.js';
import { allowancesUnavailable } from '../quotas.errors.js';
import { kindNamed, nameOf, type AllowanceKind } from '../rules/allowance-rule.js';
import { QuotaChargeRow, QuotaResetRow, type RefundReason } from '../rows.js';

/** A reset by an administrator. */
export interface QuotaReset {
  readonly userId: number;
  readonly adminId: number;
  readonly kinds: readonly AllowanceKind[];
  /** The units that counted until now. */
  readonly restoredUnits: number;
}

const HELD = `
  WHERE user_id = :userId AND refunded_at IS NULL AND charged_at > :since
  ORDER BY charged_at, id`;

/** The rows of charges, and of resets that cleared them. */
@Injectable()
export class QuotaChargesRepository {
  /** An account's charges that were not refunded and may still count, oldest first. */
  async held(tx: ReadTx, userId: number, now: number): Promise<readonly HeldCharge[]> {
    const rows = await tableRows(tx, QuotaChargeRow, HELD, { userId, since: now - LONGEST_WINDOW_MS });
    return rows.map(heldCharge);
  }

  /** Charges one unit each, and returns the ids of the charges in the same order. */
  async spend(
    tx: WriteTx,
    { userId, instanceId }: { readonly userId: number; readonly instanceId: string },
    units: readonly QuotaUnit[],
    now: number,
  ): Promise<readonly number[]> {
    if (units.length === 0) return [];
    const isHeld = { chargedAt: now, refundedAt: null, refundReason: null, resetId: null };
    const rows = units.map(({ kind, key }) => ({ userId, instanceId, ...nameOf(kind), unitKey: key, ...isHeld }));
    return insertRows(tx, QuotaChargeRow, rows);
  }

  /** Refunds charges. Those that were refunded before stay as they are. */
  async refund(tx: WriteTx, ids: readonly number[], reason: RefundReason, now: number): Promise<void> {
    const change = { refundedAt: now, refundReason: reason };
    await tx.update(QuotaChargeRow, { id: In([...ids]), refundedAt: IsNull() }, change);
  }

  /** Clears everything that an account has used of these kinds, and records who did it. */
  async reset(tx: WriteTx, { userId, adminId, kinds, restoredUnits }: QuotaReset, now: number): Promise<void> {
    const row = { userId, adminId, allowances: kinds.join(','), restoredUnits, createdAt: now };
    const result = await tx.insert(QuotaResetRow, row);
    const { id: resetId } = result.identifiers[0] as { id: number };
    for (const kind of kinds) {
      const where = { userId, ...nameOf(kind), refundedAt: IsNull() };
      await tx.update(QuotaChargeRow, where, { refundedAt: now, refundReason: 'reset', resetId });
    }
  }
}

function heldCharge({ id, mediaType, bookFormat, instanceId, unitKey, chargedAt }: QuotaChargeRow): HeldCharge {
  const kind = kindNamed(mediaType, bookFormat);
  if (kind === null) throw allowancesUnavailable();
  return { id, kind, instanceId, key: unitKey, chargedAt };
}
