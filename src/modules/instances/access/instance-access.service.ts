import { Injectable } from '@nestjs/common';
import type { Role } from '../../../core/access/permissions.js';
import type { ReadTx } from '../../../core/database/database.js';
import { sqlRows } from '../../../core/database/sql-rows.js';
import { DestinationUnknown, InstanceNotGranted, NoneConfigured } from '../instances.errors.js';
import { InstanceDirectoryService } from '../registry/instance-directory.service.js';
import { type InstanceRecord, inListOrder } from '../registry/instance-record.js';
import type { ServiceType } from '../service-kinds.js';
import { HoldingsRepository } from './holdings.repository.js';
import { visibleInstances, type VisibleInstance } from './visible-instances.js';
import { type Holdings, type NoDestination, resolveDestination } from './resolve-destination.js';

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

const HOLDINGS = `
  SELECT instance.id, instance.name, instance.url, instance.is_default, instance.sort_order, instance.auto_add_users,
    held.user_id AS held_by, preferred.user_id AS preferred_by
  FROM service_instances instance
  LEFT JOIN user_instance_grants held ON held.instance_id = instance.id AND held.user_id = :userId
  LEFT JOIN user_default_instances preferred ON preferred.instance_id = instance.id AND preferred.user_id = :userId
  WHERE instance.service_type = :serviceType`;

/** The instances of a kind, and which of them an account holds and prefers. One statement: nearly every route asks it. */
async function storedHoldings(tx: ReadTx, userId: number, serviceType: ServiceType): Promise<Holdings> {
  const rows = await sqlRows<HoldingRow>(tx, HOLDINGS, { userId, serviceType });
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

export interface Requester {
  readonly userId: number;
  readonly role: Role;
}

/** Which instances may an account use, and which one receives what it asks for? No credential is opened for it. */
@Injectable()
export class InstanceAccessService {
  constructor(
    private readonly directory: InstanceDirectoryService,
    private readonly holdings: HoldingsRepository,
  ) {}

  /**
   * The named instance, which never falls back to another, else the account's effective default.
   * @throws DestinationUnknown 400 where the named one isn't of the kind; InstanceNotGranted 403; NoneConfigured 400 to administrators
   */
  async resolveDestination(
    tx: ReadTx,
    { userId, role }: Requester,
    serviceType: ServiceType,
    explicitId?: string,
  ): Promise<InstanceRecord> {
    const destination = resolveDestination(role, await storedHoldings(tx, userId, serviceType), explicitId);
    if ('instance' in destination) return destination.instance;
    throw refusal(destination.refused, serviceType);
  }

  /** The instances of a kind that the account may use, in the order of lists. Administrators may use every one. */
  async usable(tx: ReadTx, { userId, role }: Requester, serviceType: ServiceType): Promise<readonly InstanceRecord[]> {
    const { instances, assigned } = await storedHoldings(tx, userId, serviceType);
    return role === 'admin' ? instances : instances.filter(({ id }) => assigned.has(id));
  }

  /** The instances that the account knows of, in the order of lists. What a regular one doesn't hold is hidden, its name too. */
  async visible(tx: ReadTx, { userId, role }: Requester): Promise<readonly VisibleInstance[]> {
    const instances = await this.directory.all(tx);
    const assigned = await this.holdings.heldBy(tx, userId);
    const preferred = new Set((await this.holdings.preferredBy(tx, userId)).values());
    return visibleInstances({ role, instances, assigned, preferred });
  }

  /** The accounts that hold this instance by a grant. Administrators may use it beside them. */
  async holdersOf(tx: ReadTx, instanceId: string): Promise<ReadonlySet<number>> {
    return new Set((await this.holdings.holdersOf(tx, [instanceId])).keys());
  }

  /** May the account use this instance now? False for one that doesn't exist, for administrators too. */
  async mayUse(tx: ReadTx, userId: number, role: Role, instanceId: string): Promise<boolean> {
    if (role !== 'admin') return this.holdings.holds(tx, userId, instanceId);
    return (await this.directory.byId(tx, instanceId)) !== null;
  }
}

function refusal(reason: NoDestination, serviceType: ServiceType): Error {
  switch (reason) {
    case 'unknown':
      return new DestinationUnknown(serviceType);
    case 'not_granted':
    case 'none_assigned':
      return new InstanceNotGranted(serviceType);
    case 'none_configured':
      return new NoneConfigured(serviceType);
  }
}
