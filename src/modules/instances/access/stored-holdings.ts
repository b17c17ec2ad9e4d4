import { OftenAsked } from '../../../core/database/compiled-select.js';
import type { ReadTx } from '../../../core/database/database.js';
import { inListOrder, type InstanceRecord } from '../registry/instance-record.js';
import { ServiceInstanceRow } from '../registry/service-instance.entity.js';
import type { ServiceType } from '../service-kinds.js';
import type { Holdings } from './effective-default.js';
import { InstanceGrantRow } from './instance-grant.entity.js';
import { InstancePreferenceRow } from './instance-preference.entity.js';

/** An instance of the kind, and what it is to the account; the engines differ in what a boolean looks like. */
interface HoldingRow {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly is_default: boolean | number;
  readonly sort_order: number;
  readonly auto_add_users: boolean | number;
  readonly held_by: number | null;
  readonly preferred_by: number | null;
}

const HOLDINGS = new OftenAsked<{ readonly userId: number; readonly serviceType: ServiceType }, HoldingRow>((tx) =>
  tx
    .createQueryBuilder()
    .select('instance.id', 'id')
    .addSelect('instance.name', 'name')
    .addSelect('instance.url', 'url')
    .addSelect('instance.is_default', 'is_default')
    .addSelect('instance.sort_order', 'sort_order')
    .addSelect('instance.auto_add_users', 'auto_add_users')
    .addSelect('held.user_id', 'held_by')
    .addSelect('preferred.user_id', 'preferred_by')
    .from(ServiceInstanceRow, 'instance')
    .leftJoin(InstanceGrantRow, 'held', 'held.instance_id = instance.id AND held.user_id = :userId')
    .leftJoin(InstancePreferenceRow, 'preferred', 'preferred.instance_id = instance.id AND preferred.user_id = :userId')
    .where('instance.service_type = :serviceType'),
);

/** The instances of a kind, and which of them an account holds and prefers. One statement: nearly every route asks it. */
export async function storedHoldings(tx: ReadTx, userId: number, serviceType: ServiceType): Promise<Holdings> {
  const rows = await HOLDINGS.rows(tx, { userId, serviceType });
  const instances = rows.map((row): InstanceRecord => ({
    id: row.id,
    serviceType,
    name: row.name,
    url: row.url,
    isDefault: Boolean(row.is_default),
    sortOrder: row.sort_order,
    autoAddUsers: Boolean(row.auto_add_users),
  }));
  return {
    instances: instances.sort(inListOrder),
    assigned: new Set(rows.filter((row) => row.held_by !== null).map(({ id }) => id)),
    preferred: rows.find((row) => row.preferred_by !== null)?.id ?? null,
  };
}
