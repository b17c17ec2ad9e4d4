import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { groupBy } from '../../../core/collections/group-by.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { AccountsRepository } from '../../users/users.public.js';
import { DestinationUnknown, instanceNotGrantable, noDefaultOfKind } from '../instances.errors.js';
import { AssignmentsChanged, PreferencesChanged } from '../instances.events.js';
import { InstanceDirectoryService } from '../registry/instance-directory.service.js';
import type { InstanceRecord } from '../registry/instance-record.js';
import { factsOf, isDownloadClient, isLibraryManager, type ServiceType } from '../service-kinds.js';
import { HoldingsRepository } from './holdings.repository.js';

/** By kind of instance; kinds that are left out are not spoken of. */
export type ByServiceType<T> = ReadonlyMap<ServiceType, T>;

/**
 * What one account prefers and holds. Each write is all or nothing, and leaves the kinds alone that it doesn't name. Methods throw AppError
 * 404 for an unknown account; writes 400 for a kind or an instance that doesn't fit, 401 and 403.
 */
@Injectable()
export class UserInstancesService {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly accounts: AccountsRepository,
    private readonly holdings: HoldingsRepository,
    private readonly events: EventBus,
  ) {}

  preferredInstances(userId: number): Promise<ByServiceType<string>> {
    return this.database.read(async (tx) => {
      await this.accounts.require(tx, userId);
      return this.holdings.preferredBy(tx, userId);
    });
  }

  /** Sets what the account prefers among what it holds; null for nothing. */
  async prefer(
    admin: Privileged,
    userId: number,
    choices: ByServiceType<string | null>,
  ): Promise<ByServiceType<string>> {
    const { preferred, changed } = await privilegedWrite(this.database, admin, async (tx) => {
      await this.accounts.require(tx, userId);
      const before = await this.holdings.preferredBy(tx, userId);
      const moved = [...choices].filter(([serviceType, id]) => (before.get(serviceType) ?? null) !== id);
      for (const [serviceType, id] of choices) {
        const instance = id === null ? null : await this.requirePreferable(tx, userId, serviceType, id);
        if (instance) await this.holdings.setPreferred(tx, instance, new Set([userId]));
        else await this.holdings.clearPreferredOfKind(tx, userId, serviceType);
      }
      return { preferred: await this.holdings.preferredBy(tx, userId), changed: moved.length > 0 };
    });
    if (changed) await this.events.publish(new PreferencesChanged([userId]));
    return preferred;
  }

  /** Ids of the instances that the account holds, of each kind of which it holds any, in the order of lists. */
  heldInstances(userId: number): Promise<ByServiceType<readonly string[]>> {
    return this.database.read(async (tx) => {
      await this.accounts.require(tx, userId);
      return this.heldByKind(tx, userId);
    });
  }

  /** Grants the account exactly these instances of the kinds that are named. What it no longer holds it no longer prefers. */
  async grant(
    admin: Privileged,
    userId: number,
    sets: ByServiceType<readonly string[]>,
  ): Promise<ByServiceType<readonly string[]>> {
    const { held, changed } = await privilegedWrite(this.database, admin, async (tx) => {
      await this.accounts.require(tx, userId);
      const before = await this.holdings.heldBy(tx, userId);
      const touched: string[] = [];
      for (const [serviceType, ids] of sets) {
        const wanted = await this.requireGrantable(tx, serviceType, ids);
        for (const { id } of await this.directory.ofKind(tx, serviceType)) {
          if (before.has(id) === wanted.has(id)) continue;
          touched.push(id);
          await this.setHeld(tx, userId, id, wanted.has(id));
        }
      }
      return { held: await this.heldByKind(tx, userId), changed: touched };
    });
    for (const instanceId of changed) await this.events.publish(new AssignmentsChanged(instanceId));
    return held;
  }

  private async setHeld(tx: WriteTx, userId: number, instanceId: string, held: boolean): Promise<void> {
    const account = new Set([userId]);
    if (held) await this.holdings.grant(tx, instanceId, account);
    else await this.holdings.revoke(tx, instanceId, account);
  }

  private async requirePreferable(
    tx: ReadTx,
    userId: number,
    serviceType: ServiceType,
    id: string,
  ): Promise<InstanceRecord> {
    const { product } = factsOf(serviceType);
    if (!isLibraryManager(serviceType)) throw noDefaultOfKind(serviceType);
    const instance = (await this.directory.ofKind(tx, serviceType)).find((candidate) => candidate.id === id);
    if (!instance) throw new DestinationUnknown(serviceType);
    if (await this.holdings.holds(tx, userId, id)) return instance;
    throw badRequest('instance_not_assigned', `this ${product} instance is not assigned to the user`, { product });
  }

  private async requireGrantable(
    tx: ReadTx,
    serviceType: ServiceType,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (isDownloadClient(serviceType)) throw instanceNotGrantable();
    const wanted = new Set(ids);
    const known = (await this.directory.ofKind(tx, serviceType)).filter(({ id }) => wanted.has(id));
    if (known.length !== wanted.size) throw new DestinationUnknown(serviceType);
    return wanted;
  }

  private async heldByKind(tx: ReadTx, userId: number): Promise<ByServiceType<readonly string[]>> {
    const held = await this.holdings.heldBy(tx, userId);
    const instances = (await this.directory.all(tx)).filter(({ id }) => held.has(id));
    const byKind = groupBy(instances, ({ serviceType }) => serviceType);
    return new Map([...byKind].map(([serviceType, ofKind]) => [serviceType, ofKind.map(({ id }) => id)]));
  }
}
