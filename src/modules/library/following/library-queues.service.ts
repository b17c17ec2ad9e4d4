import { Injectable } from '@nestjs/common';
import type { ClientDefinition } from '../../../clients/servarr/client-definitions.js';
import type { LibraryManagerType } from '../../instances/instances.public.js';
import type { ManagerQueue } from '../cache/download-queue.js';
import { FollowedKindsService } from './followed-kinds.service.js';

/** A library manager. */
export interface ManagerName {
  readonly id: string;
  readonly serviceType: LibraryManagerType;
}

/**
 * The download queues of library managers, row by row. They come from the readings that availability uses: who asks shares
 * what was read in the last ten seconds, and a manager that failed a moment ago isn't asked again.
 */
@Injectable()
export class LibraryQueuesService {
  constructor(private readonly kinds: FollowedKindsService) {}

  /**
   * The queue of a library, at most ten seconds old; null when it can't be read.
   *
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async queue({ id, serviceType }: ManagerName): Promise<ManagerQueue | null> {
    return (await this.kinds.of(serviceType)?.liveCache.managerQueue(id)) ?? null;
  }

  /** Drops the cached queues of all libraries, reads under way included, since a download client has changed. None is asked. */
  dropAll(): void {
    for (const { liveCache } of this.kinds.all) liveCache.dropQueues();
  }

  /**
   * The download clients that a manager is configured with, not cached; null when they can't be read.
   *
   * @throws AppError as {@link queue}
   */
  async clientDefinitions({ id, serviceType }: ManagerName): Promise<readonly ClientDefinition[] | null> {
    return (await this.kinds.of(serviceType)?.liveCache.clientDefinitions(id)) ?? null;
  }
}
