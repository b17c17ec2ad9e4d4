import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { AccountsRepository } from '../../users/users.public.js';
import { AssignmentsChanged, PreferencesChanged } from '../instances.events.js';
import { AssignmentsUnavailable, noDefaultOfKind } from '../instances.errors.js';
import { InstanceDirectoryService } from '../registry/instance-directory.service.js';
import type { InstanceRecord } from '../registry/instance-record.js';
import { isLibraryManager } from '../service-kinds.js';
import { assignmentRows, type AssignmentRow } from './assignment-rows.js';
import { HoldingsRepository } from './holdings.repository.js';
import { InstanceGrantsService } from './instance-grants.service.js';

export interface AssignmentChange {
  readonly action: 'add' | 'remove';
  /** At least one; an id that comes twice counts once. */
  readonly userIds: readonly number[];
}

export interface UserOfInstance {
  readonly userId: number;
  readonly instanceId: string;
}

/**
 * Who holds an instance and who prefers it, for administrators. Sets are written whole: the last one wins. Answers list those of the kind.
 * Methods throw InstanceMissing 404; those of assignments AssignmentsUnavailable 503; changes AppError 400, 401 and 403.
 */
@Injectable()
export class InstanceUsersService {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly accounts: AccountsRepository,
    private readonly holdings: HoldingsRepository,
    private readonly grants: InstanceGrantsService,
    private readonly events: EventBus,
  ) {}

  /** A row for every account, by its id. */
  async assignments(instanceId: string): Promise<readonly AssignmentRow[]> {
    return asAssignmentsFault(
      this.database.read(async (tx) => this.assignmentsIn(tx, await this.requireAssignable(tx, instanceId))),
    );
  }

  /** Grants the instance to the selected accounts or takes it from them, all or none. Answers the rows of all accounts. */
  async changeAssignments(
    admin: Privileged,
    instanceId: string,
    { action, userIds }: AssignmentChange,
  ): Promise<readonly AssignmentRow[]> {
    const selected = new Set(userIds);
    const { rows, changed } = await asAssignmentsFault(
      privilegedWrite(this.database, admin, async (tx) => {
        const instance = await this.requireAssignable(tx, instanceId);
        await this.grants.requireAccounts(tx, selected);
        const granted = action === 'add' && (await this.holdings.grant(tx, instanceId, selected));
        const taken = action === 'remove' && (await this.holdings.revoke(tx, instanceId, selected));
        return { rows: await this.assignmentsIn(tx, instance), changed: granted || taken };
      }),
    );
    if (changed) await this.events.publish(new AssignmentsChanged(instanceId));
    return rows;
  }

  usersPreferring(instanceId: string): Promise<readonly UserOfInstance[]> {
    return this.database.read(async (tx) => this.preferringIn(tx, await this.directory.require(tx, instanceId)));
  }

  /** Makes exactly these accounts prefer the instance, which they have to hold. Nobody is granted anything. */
  async setPreferring(
    admin: Privileged,
    instanceId: string,
    userIds: readonly number[],
  ): Promise<readonly UserOfInstance[]> {
    const wanted = new Set(userIds);
    const { rows, changed } = await privilegedWrite(this.database, admin, async (tx) => {
      const instance = await this.directory.require(tx, instanceId);
      if (!isLibraryManager(instance.serviceType)) throw noDefaultOfKind(instance.serviceType);
      await this.grants.requireAccounts(tx, wanted);
      await this.requireHolders(tx, instanceId, wanted);
      const before = await this.holdings.preferredOfKind(tx, instance.serviceType);
      const preferring = [...before].filter(([, preferred]) => preferred === instanceId).map(([userId]) => userId);
      const leaving = without(preferring, wanted);
      const joining = without(wanted, new Set(preferring));
      await this.holdings.clearPreferred(tx, instanceId, leaving);
      await this.holdings.setPreferred(tx, instance, joining);
      return { rows: await this.preferringIn(tx, instance), changed: [...leaving, ...joining] };
    });
    if (changed.length > 0) await this.events.publish(new PreferencesChanged(changed));
    return rows;
  }

  usersHolding(instanceId: string): Promise<readonly UserOfInstance[]> {
    return this.database.read(async (tx) => this.holdingIn(tx, await this.directory.require(tx, instanceId)));
  }

  /** Grants the instance to exactly these accounts. Who loses it prefers it no longer; no other preference changes. */
  async setHolding(
    admin: Privileged,
    instanceId: string,
    userIds: readonly number[],
  ): Promise<readonly UserOfInstance[]> {
    const wanted = new Set(userIds);
    const { rows, changed } = await privilegedWrite(this.database, admin, async (tx) => {
      const instance = await this.directory.require(tx, instanceId);
      const changed = await this.grants.set(tx, instance, wanted);
      return { rows: await this.holdingIn(tx, instance), changed };
    });
    if (changed) await this.events.publish(new AssignmentsChanged(instanceId));
    return rows;
  }

  private async requireAssignable(tx: ReadTx, instanceId: string): Promise<InstanceRecord> {
    const instance = await this.directory.require(tx, instanceId);
    if (!isLibraryManager(instance.serviceType))
      throw badRequest('instance_not_assignable', 'this instance does not take assignments');
    return instance;
  }

  private async assignmentsIn(tx: ReadTx, { id, serviceType }: InstanceRecord): Promise<AssignmentRow[]> {
    const accounts = await this.accounts.all(tx);
    const instances = await this.directory.ofKind(tx, serviceType);
    const held = await this.holdings.holdersOf(
      tx,
      instances.map((instance) => instance.id),
    );
    const preferred = await this.holdings.preferredOfKind(tx, serviceType);
    const userIds = accounts.map((account) => account.id);
    return assignmentRows({ instanceId: id, userIds, instances, held, preferred });
  }

  private async requireHolders(tx: ReadTx, instanceId: string, selected: ReadonlySet<number>): Promise<void> {
    const holders = await this.holdings.holdersOf(tx, [instanceId]);
    const isMissing = (userId: number): boolean => !holders.has(userId);
    if ([...selected].some(isMissing))
      throw badRequest('user_not_assigned', 'user_ids names a user to whom the instance is not assigned');
  }

  private async preferringIn(tx: ReadTx, { serviceType }: InstanceRecord): Promise<readonly UserOfInstance[]> {
    const preferred = await this.holdings.preferredOfKind(tx, serviceType);
    return [...preferred].map(([userId, instanceId]) => ({ userId, instanceId })).sort(byUser);
  }

  private async holdingIn(tx: ReadTx, { serviceType }: InstanceRecord): Promise<readonly UserOfInstance[]> {
    const instances = await this.directory.ofKind(tx, serviceType);
    const ids = instances.map(({ id }) => id).sort();
    const held = await this.holdings.holdersOf(tx, ids);
    return [...held]
      .flatMap(([userId, holding]) => ids.filter((id) => holding.has(id)).map((instanceId) => ({ userId, instanceId })))
      .sort(byUser);
  }
}

/** Gives faults of the storage the words of this surface. */
async function asAssignmentsFault<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof StorageError ? new AssignmentsUnavailable(error) : error;
  }
}

function without(one: Iterable<number>, other: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...one].filter((userId) => !other.has(userId)));
}

const byUser = (one: UserOfInstance, other: UserOfInstance): number => one.userId - other.userId;
