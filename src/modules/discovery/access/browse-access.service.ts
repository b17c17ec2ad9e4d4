import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { unauthorized } from '../../../core/errors/app-error.js';
import { InstanceAccessService, InstanceNotGranted, type InstanceRecord } from '../../instances/instances.public.js';
import { SessionsRepository, type DeviceOwner } from '../../users/users.public.js';

export interface BrowseInput {
  readonly caller: Caller;
  readonly serviceType: 'book_manager' | 'music_manager';
  /** As {@link instanceIdOf} reads it; the caller's default where it is undefined. */
  readonly instanceId: string | undefined;
}

type Asker = Pick<DeviceOwner, 'userId' | 'role' | 'kids'>;

/**
 * Access is judged before any provider or cache is asked, and again when the outcome is there: meanwhile a grant may have been
 * taken back, an instance deleted, an account demoted or signed out.
 */
@Injectable()
export class BrowseAccessService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly access: InstanceAccessService,
  ) {}

  /**
   * Members use an instance that they hold, named or their default; administrators may name any or none.
   * @param work gets the instance; null where an administrator named none
   * @throws InstanceNotGranted 403 for a member, whatever is wrong with the instance; AppError 400 for an administrator who
   *   names one that isn't there or is of another kind; 401 when the session has ended. Each goes before what `work` throws
   */
  async browse<T>(input: BrowseInput, work: (instance: InstanceRecord | null) => Promise<T>): Promise<T> {
    const { caller, instanceId } = input;
    if (isAdmin(caller) && instanceId === undefined) return this.runAndRecheck(input, null, () => work(null));
    return this.browseInstance(input, work);
  }

  /**
   * Administrators who name no instance get their default.
   * @throws as {@link browse}; AppError 400 for an administrator besides, when there is no instance of the kind
   */
  async browseInstance<T>(input: BrowseInput, work: (instance: InstanceRecord) => Promise<T>): Promise<T> {
    const { caller, instanceId } = input;
    const instance = await this.database.read((tx) => this.resolve(tx, caller, input, instanceId));
    return this.runAndRecheck(input, instance, () => work(instance));
  }

  private async runAndRecheck<T>(input: BrowseInput, used: InstanceRecord | null, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      await this.requireStill(input, used);
    }
  }

  private async requireStill(input: BrowseInput, used: InstanceRecord | null): Promise<void> {
    const { deviceId } = input.caller;
    await this.database.read(async (tx) => {
      const owner = (await this.sessions.ownersOf(tx, [deviceId])).get(deviceId);
      if (!owner) throw unauthorized();
      if (used) await this.resolve(tx, owner, input, used.id);
      else if (!isAdmin(owner)) throw new InstanceNotGranted(input.serviceType);
    });
  }

  private async resolve(
    tx: ReadTx,
    asker: Asker,
    { serviceType }: BrowseInput,
    instanceId: string | undefined,
  ): Promise<InstanceRecord> {
    const requester = { userId: asker.userId, role: isAdmin(asker) ? asker.role : ('user' as const) };
    if (requester.role === 'user' && instanceId !== undefined) {
      const held = await this.access.usable(tx, requester, serviceType);
      if (!held.some(({ id }) => id === instanceId)) throw new InstanceNotGranted(serviceType);
    }
    return this.access.resolveDestination(tx, requester, serviceType, instanceId);
  }
}

/** The limits of a kids account hold whatever its role. */
const isAdmin = ({ role, kids }: Pick<Asker, 'role' | 'kids'>): boolean => role === 'admin' && !kids;
