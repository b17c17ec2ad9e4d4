import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { insertRows, tableRows } from '../../../core/database/sql-rows.js';
import { allowancesUnavailable } from '../quotas.errors.js';
import { kindNamed, nameOf } from '../rules/allowance-rule.js';
import { QuotaItemRow, type RefundReason } from '../rows.js';
import type { QuotaItem, UnitChoice } from './quota-refund.js';

const KEY = ['requestId', 'userId', 'mediaType', 'bookFormat', 'unitKey'];

/** The rows of the units that requests have taken. */
@Injectable()
export class QuotaItemsRepository {
  /** All units that a request has ever taken, released or not. */
  async ofRequest(tx: ReadTx, requestId: number): Promise<readonly QuotaItem[]> {
    return (await tableRows(tx, QuotaItemRow, 'WHERE request_id = :requestId', { requestId })).map(quotaItem);
  }

  /** All units that these charges pay for. */
  async ofCharges(tx: ReadTx, chargeIds: readonly number[]): Promise<readonly QuotaItem[]> {
    return (await tx.findBy(QuotaItemRow, { chargeId: In([...chargeIds]) })).map(quotaItem);
  }

  /** Adds units to a request that has taken none before. */
  async add(tx: WriteTx, items: readonly QuotaItem[]): Promise<void> {
    if (items.length > 0) await insertRows(tx, QuotaItemRow, items.map(newRow));
  }

  /** Adds units to a request. A unit that it has taken before is overwritten: wider work, or another charge. */
  async take(tx: WriteTx, items: readonly QuotaItem[]): Promise<void> {
    if (items.length > 0) await tx.upsert(QuotaItemRow, items.map(newRow), KEY);
  }

  /**
   * Records that a change to a library is about to be made for units of a request. A unit that was marked before keeps
   * its first time.
   *
   * @param units the units; all when left out
   */
  async markStarted(tx: WriteTx, requestId: number, now: number, { keys, kind }: UnitChoice = {}): Promise<void> {
    const units = { ...(keys ? { unitKey: In([...keys]) } : {}), ...(kind ? nameOf(kind) : {}) };
    const where = { requestId, ...units, deliveryStartedAt: IsNull(), releasedAt: IsNull() };
    await tx.update(QuotaItemRow, where, { deliveryStartedAt: now });
  }

  /** Releases units. */
  async release(tx: WriteTx, items: readonly QuotaItem[], reason: RefundReason, now: number): Promise<void> {
    for (const { keys, ...owner } of byOwner(items)) {
      const where = { ...owner, unitKey: In(keys) };
      await tx.update(QuotaItemRow, where, { releasedAt: now, releaseReason: reason });
    }
  }
}

/** Groups units by request, account and kind: usually one group. */
function byOwner(items: readonly QuotaItem[]) {
  const groups = new Map<string, Omit<ReturnType<typeof rowKey>, 'unitKey'> & { readonly keys: string[] }>();
  for (const item of items) {
    const { unitKey, ...owner } = rowKey(item);
    const name = JSON.stringify(owner);
    const group = groups.get(name) ?? { ...owner, keys: [] };
    group.keys.push(unitKey);
    groups.set(name, group);
  }
  return groups.values();
}

function rowKey({ requestId, userId, kind, key }: QuotaItem) {
  return { requestId, userId, ...nameOf(kind), unitKey: key };
}

function newRow(item: QuotaItem) {
  const { work, chargeId, deliveryStartedAt } = item;
  return { ...rowKey(item), work, chargeId, deliveryStartedAt, releasedAt: null, releaseReason: null };
}

function quotaItem(row: QuotaItemRow): QuotaItem {
  const { requestId, userId, mediaType, bookFormat, unitKey, work, chargeId, deliveryStartedAt, releasedAt } = row;
  const kind = kindNamed(mediaType, bookFormat);
  if (kind === null) throw allowancesUnavailable();
  return { requestId, userId, kind, key: unitKey, work, chargeId, deliveryStartedAt, releasedAt };
}
