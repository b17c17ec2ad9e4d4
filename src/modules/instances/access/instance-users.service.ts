import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { AccountsRepository } from '../../users/users.public.js';
import { AssignmentsChanged, PreferencesChanged } from '../instances.events.js';
import { NoDefaultOfKind } from '../instances.errors.js';
import { InstanceDirectoryService } from '../registry/instance-directory.service.js';
import type { InstanceRecord } from '../registry/instance-record.js';
import { isLibraryManager } from '../service-kinds.js';
import { GrantsRepository } from './grants.repository.js';
import { InstanceGrantsService } from './instance-grants.service.js';
import { PreferencesRepository } from './preferences.repository.js';
import { requireAccounts } from './require-accounts.js';

/** An account, and an instance that it holds or prefers. */
export interface UserOfInstance {
  readonly userId: number;
  readonly instanceId: string;
}

/**
 * Who prefers an instance and who holds it, as sets that are written whole: of two writers the last one wins. Every
 * answer is about all instances of the kind. Source: doc 1 section 4 and routing rule 5, doc 3 section 3.2.
 */
@Injectable()
export class InstanceUsersService {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly accounts: AccountsRepository,
    private readonly grants: GrantsRepository,
    private readonly holders: InstanceGrantsService,
    private readonly preferences: PreferencesRepository,
    private readonly events: EventBus,
  ) {}

  /**
   * Every preference among the instances of the same kind, by account.
   *
   * @throws InstanceMissing 404
   */
  preferring(instanceId: string): Promise<readonly UserOfInstance[]> {
    return this.database.read(async (tx) => this.preferringIn(tx, await this.directory.require(tx, instanceId)));
  }

  /**
   * Makes exactly these accounts prefer the instance, whatever they preferred before. Nobody is granted anything.
   *
   * @throws InstanceMissing 404; AppError 400 for a media server, for accounts that don't exist, and for accounts to
   *   which the instance is not assigned; 401 and 403 when they may not any more
   */
  async setPreferring(
    admin: Privileged,
    instanceId: string,
    userIds: readonly number[],
  ): Promise<readonly UserOfInstance[]> {
    const wanted = new Set(userIds);
    const { rows, changed } = await privilegedWrite(this.database, admin, async (tx) => {
      const instance = await this.directory.require(tx, instanceId);
      if (!isLibraryManager(instance.serviceType)) throw new NoDefaultOfKind(instance.serviceType);
      await requireAccounts(tx, this.accounts, wanted);
      await this.requireHolders(tx, instanceId, wanted);
      const before = await this.preferences.ofKind(tx, instance.serviceType);
      const preferring = [...before].filter(([, preferred]) => preferred === instanceId).map(([userId]) => userId);
      const leaving = without(preferring, wanted);
      const joining = without(wanted, new Set(preferring));
      await this.preferences.clear(tx, instanceId, leaving);
      await this.preferences.set(tx, instance, joining);
      return { rows: await this.preferringIn(tx, instance), changed: [...leaving, ...joining] };
    });
    if (changed.length > 0) await this.events.publish(new PreferencesChanged(changed));
    return rows;
  }

  /**
   * Every grant of an instance of the same kind, by account and instance.
   *
   * @throws InstanceMissing 404
   */
  holding(instanceId: string): Promise<readonly UserOfInstance[]> {
    return this.database.read(async (tx) => this.holdingIn(tx, await this.directory.require(tx, instanceId)));
  }

  /**
   * Grants the instance to exactly these accounts. Whoever loses it prefers it no longer; no other preference moves.
   *
   * @throws InstanceMissing 404; AppError 400 for a kind that is not granted and for accounts that don't exist, 401 and 403
   *   when they may not any more
   */
  async setHolding(
    admin: Privileged,
    instanceId: string,
    userIds: readonly number[],
  ): Promise<readonly UserOfInstance[]> {
    const wanted = new Set(userIds);
    const { rows, changed } = await privilegedWrite(this.database, admin, async (tx) => {
      const instance = await this.directory.require(tx, instanceId);
      const changed = await this.holders.set(tx, instance, wanted);
      return { rows: await this.holdingIn(tx, instance), changed };
    });
    if (changed) await this.events.publish(new AssignmentsChanged(instanceId));
    return rows;
  }

  private async requireHolders(tx: ReadTx, instanceId: string, selected: ReadonlySet<number>): Promise<void> {
    const holders = await this.grants.holdersOf(tx, [instanceId]);
    const isMissing = (userId: number): boolean => !holders.has(userId);
    if ([...selected].some(isMissing)) throw badRequest('user_ids names a user to whom the instance is not assigned');
  }

  private async preferringIn(tx: ReadTx, { serviceType }: InstanceRecord): Promise<readonly UserOfInstance[]> {
    const preferred = await this.preferences.ofKind(tx, serviceType);
    return [...preferred].map(([userId, instanceId]) => ({ userId, instanceId })).sort(byUser);
  }

  private async holdingIn(tx: ReadTx, { serviceType }: InstanceRecord): Promise<readonly UserOfInstance[]> {
    const instances = await this.directory.ofKind(tx, serviceType);
    const ids = instances.map(({ id }) => id).sort();
    const held = await this.grants.holdersOf(tx, ids);
    return [...held]
      .flatMap(([userId, holding]) => ids.filter((id) => holding.has(id)).map((instanceId) => ({ userId, instanceId })))
      .sort(byUser);
  }
}

/** Those of the one that are not in the other. */
function without(one: Iterable<number>, other: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...one].filter((userId) => !other.has(userId)));
}

const byUser = (one: UserOfInstance, other: UserOfInstance): number => one.userId - other.userId;
