import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { connectionChanged, notBookManager, reconnectNeeded } from '../bookcatalog.errors.js';
import { BookcatalogConnectionChanged } from '../bookcatalog.events.js';
import { CatalogConnectionsRepository } from '../storage/catalog-connections.repository.js';

/** An instance that is to use the connection of another. */
export interface ShareTarget {
  readonly instanceId: string;
  /** Of its link, as the caller has seen it. */
  readonly revision: number;
}

/** What became of a target. */
export interface ShareOutcome {
  readonly instanceId: string;
  readonly applied: boolean;
  /** Why not, in words that an administrator may read; null when it was. */
  readonly error: string | null;
}

/**
 * Has further instances use the connection of one, each for itself: what fails for one changes nothing for the others.
 * Source: doc 1 section 4 Book-catalog connection, doc 3 §12.5.
 */
@Injectable()
export class ConnectionSharingService {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly rows: CatalogConnectionsRepository,
    private readonly events: EventBus,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * One outcome for each target, in their order.
   *
   * @param connectionId the one that the source is expected to use
   * @throws InstanceMissing 404; AppError 400 for a source that is no book manager, 409 when it uses another connection or
   *   that has ended; 401 and 403 when they may not any more, and what was applied until then stays
   */
  async apply(
    admin: Privileged,
    sourceId: string,
    connectionId: string,
    targets: readonly ShareTarget[],
  ): Promise<readonly ShareOutcome[]> {
    await this.database.read((tx) => this.requireSource(tx, sourceId, connectionId));
    const outcomes: ShareOutcome[] = [];
    const seen = new Set<string>([sourceId]);
    for (const target of targets) {
      const { instanceId, revision } = target;
      const error = seen.has(instanceId) || revision < 0 ? badTarget(target, sourceId) : null;
      seen.add(instanceId);
      outcomes.push(
        error === null ? await this.one(admin, sourceId, connectionId, target) : { instanceId, applied: false, error },
      );
    }
    return outcomes;
  }

  private async one(
    admin: Privileged,
    sourceId: string,
    connectionId: string,
    { instanceId, revision }: ShareTarget,
  ): Promise<ShareOutcome> {
    try {
      const changed = await privilegedWrite(this.database, admin, async (tx) => {
        await this.requireSource(tx, sourceId, connectionId);
        await this.requireBookManager(tx, instanceId);
        const link = await this.rows.link(tx, instanceId);
        if (link.revision !== revision) throw connectionChanged();
        if (link.connectionId === connectionId) return false;
        await this.rows.select(tx, instanceId, revision, connectionId);
        return true;
      });
      if (changed) await this.events.publish(new BookcatalogConnectionChanged(instanceId));
      return { instanceId, applied: true, error: null };
    } catch (fault) {
      if (isRefusal(fault)) throw fault;
      if (fault instanceof AppError) return { instanceId, applied: false, error: fault.safeText };
      this.log.error('a connection to the book catalog could not be shared', { instance: instanceId, error: fault });
      return { instanceId, applied: false, error: 'the connection could not be stored' };
    }
  }

  private async requireSource(tx: ReadTx, sourceId: string, connectionId: string): Promise<void> {
    await this.requireBookManager(tx, sourceId);
    const connection = await this.rows.connectionOf(tx, sourceId);
    if (connection?.id !== connectionId) throw connectionChanged();
    if (connection.reconnectRequired) throw reconnectNeeded();
  }

  private async requireBookManager(tx: ReadTx, instanceId: string): Promise<void> {
    const { serviceType } = await this.directory.require(tx, instanceId);
    if (serviceType !== 'book_manager') throw notBookManager();
  }
}

/** Has the caller's own right ended? That ends the whole call and not one target. */
const isRefusal = (fault: unknown): boolean =>
  fault instanceof AppError && (fault.status === 401 || fault.status === 403);

function badTarget({ instanceId, revision }: ShareTarget, sourceId: string): string {
  if (instanceId === sourceId) return 'this instance is the source';
  return revision < 0 ? 'revision must not be negative' : 'this instance is named more than once';
}
