import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { AccountsRepository } from '../../users/users.public.js';
import { AssignmentsUnavailable } from '../instances.errors.js';
import { AssignmentsChanged } from '../instances.events.js';
import { InstanceDirectoryService } from '../registry/instance-directory.service.js';
import type { InstanceRecord } from '../registry/instance-record.js';
import { isLibraryManager } from '../service-kinds.js';
import { assignmentRows, type AssignmentRow } from './assignment-rows.js';
import { GrantsRepository } from './grants.repository.js';
import { PreferencesRepository } from './preferences.repository.js';
import { requireAccounts } from './require-accounts.js';

/** What to do with the selected accounts. */
export interface AssignmentChange {
  readonly action: 'add' | 'remove';
  /** At least one; an id that comes twice counts once. */
  readonly userIds: readonly number[];
}

/** Who holds an instance, seen and changed by administrators. Source: doc 1, routing rule 4. */
@Injectable()
export class AssignmentsService {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly accounts: AccountsRepository,
    private readonly grants: GrantsRepository,
    private readonly preferences: PreferencesRepository,
    private readonly events: EventBus,
  ) {}

  /**
   * A row for every account, by its id.
   *
   * @throws InstanceMissing 404; AppError 400 for a kind that is not assigned; AssignmentsUnavailable 503
   */
  async list(instanceId: string): Promise<readonly AssignmentRow[]> {
    return ready(this.database.read(async (tx) => this.rowsOf(tx, await this.assignable(tx, instanceId))));
  }

  /**
   * Grants the instance to the selected accounts or takes it from them, all or none; accounts that are not selected
   * keep what they have. Taking it away also forgets preferences that name it. Doing it again changes nothing.
   *
   * @returns the rows of all accounts afterwards
   * @throws InstanceMissing 404; AppError 400 for a kind that is not assigned and for accounts that do not exist, 401 and
   *   403 when they may not any more; AssignmentsUnavailable 503
   */
  async change(
    admin: Privileged,
    instanceId: string,
    { action, userIds }: AssignmentChange,
  ): Promise<readonly AssignmentRow[]> {
    const selected = new Set(userIds);
    const { rows, changed } = await ready(
      privilegedWrite(this.database, admin, async (tx) => {
        const instance = await this.assignable(tx, instanceId);
        await requireAccounts(tx, this.accounts, selected);
        const granted = action === 'add' && (await this.grants.add(tx, instanceId, selected));
        const taken = action === 'remove' && (await this.grants.remove(tx, instanceId, selected));
        return { rows: await this.rowsOf(tx, instance), changed: granted || taken };
      }),
    );
    if (changed) await this.events.publish(new AssignmentsChanged(instanceId));
    return rows;
  }

  private async assignable(tx: ReadTx, instanceId: string): Promise<InstanceRecord> {
    const instance = await this.directory.require(tx, instanceId);
    if (!isLibraryManager(instance.serviceType)) throw badRequest('this instance does not take assignments');
    return instance;
  }

  private async rowsOf(tx: ReadTx, { id, serviceType }: InstanceRecord): Promise<AssignmentRow[]> {
    const accounts = await this.accounts.all(tx);
    const instances = await this.directory.ofKind(tx, serviceType);
    const held = await this.grants.holdersOf(
      tx,
      instances.map((instance) => instance.id),
    );
    const preferred = await this.preferences.ofKind(tx, serviceType);
    const userIds = accounts.map((account) => account.id);
    return assignmentRows({ instanceId: id, userIds, instances, held, preferred });
  }
}

/** Gives faults of the storage the words of this surface. Source: doc 3 section 3.2. */
async function ready<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof StorageError ? new AssignmentsUnavailable(error) : error;
  }
}
