import { Injectable, type OnModuleInit } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Secret } from '../../../core/secrets/secret.js';
import {
  InstanceDirectoryService,
  INSTANCE_DEPENDENTS,
  type InstanceDependent,
} from '../../instances/instances.public.js';
import { BookcatalogConnectionChanged } from '../bookcatalog.events.js';
import { notBookManager, connectionChanged, reconnectNeeded } from '../bookcatalog.errors.js';
import { sayBookcatalog } from '../bookcatalog.sentences.js';
import { CatalogClientsService } from '../provider/catalog-clients.service.js';
import type { ConnectionMethod } from '../rows.js';
import {
  CatalogConnectionsRepository,
  type CatalogLink,
  type CatalogTokens,
} from '../storage/catalog-connections.repository.js';
import { InjectLog } from '../../../core/core.module.js';
import { AppError, sentenceOf } from '../../../core/errors/app-error.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import type { Log } from '../../../core/logging/log.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';

/** No token is in it. */
export interface ConnectionStatus {
  readonly oauthAvailable: boolean;
  readonly method: ConnectionMethod | null;
  readonly reconnectRequired: boolean;
  readonly connectionId: string | null;
  /** Of the instance's link: another one after every change. */
  readonly revision: number;
}

export interface ShareTarget {
  readonly instanceId: string;
  readonly revision: number;
}

export interface ShareOutcome {
  readonly instanceId: string;
  readonly applied: boolean;
  readonly error: Sentence | null;
}

/**
 * Connects book managers to the book catalog, and lets them share a connection.
 * @throws InstanceMissing 404; AppError 400 for an instance of another kind, by every method
 */
@Injectable()
export class CatalogConnectionService implements InstanceDependent, OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly rows: CatalogConnectionsRepository,
    private readonly clients: CatalogClientsService,
    private readonly events: EventBus,
    private readonly ports: PortRegistry,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.ports.register(INSTANCE_DEPENDENTS, this);
  }

  /** Of what is stored alone: nothing is asked, renewed or opened. */
  status(instanceId: string): Promise<ConnectionStatus> {
    return this.database.read(async (tx) => {
      const { connectionId, revision } = await this.requireLink(tx, instanceId);
      const connection = connectionId === null ? null : await this.rows.connection(tx, connectionId);
      return {
        oauthAvailable: this.clients.oauth !== null,
        method: connection?.method ?? null,
        reconnectRequired: connection?.reconnectRequired ?? false,
        connectionId,
        revision,
      };
    });
  }

  /**
   * Has the instance use this token once it has read the catalog.
   * @param admin judged again when the provider has answered
   * @throws AppError 400 for a token that isn't accepted or may not read the catalog; 401 and 403; 409 when the connection has changed
   *   meanwhile; 502 when the provider can't be asked
   */
  async connectByToken(admin: Privileged, instanceId: string, token: Secret): Promise<ConnectionStatus> {
    const { revision } = await this.link(instanceId);
    await this.clients.verify(token);
    const tokens = { accessToken: token, refreshToken: null, expiresAt: null };
    await this.connect(admin, instanceId, revision, 'token', tokens);
    return this.status(instanceId);
  }

  /**
   * @param tokens have read the catalog
   * @param revision of the link when this was begun
   * @param isStillWanted asked in the write; what it throws leaves everything as it was
   * @throws AppError 409 when the link has changed meanwhile; 401 and 403 when they may not any more
   */
  async connect(
    admin: Privileged,
    instanceId: string,
    revision: number,
    method: ConnectionMethod,
    tokens: CatalogTokens,
    isStillWanted: () => void = () => undefined,
  ): Promise<string> {
    const id = await privilegedWrite(this.database, admin, async (tx) => {
      await this.requireLink(tx, instanceId);
      isStillWanted();
      const connectionId = await this.rows.add(tx, method, tokens);
      await this.rows.select(tx, instanceId, revision, connectionId);
      return connectionId;
    });
    await this.events.publish(new BookcatalogConnectionChanged(instanceId));
    return id;
  }

  /** The connection goes with the last that uses it. @throws AppError 401 and 403 when they may not any more */
  async disconnect(admin: Privileged, instanceId: string): Promise<ConnectionStatus> {
    await privilegedWrite(this.database, admin, async (tx) => {
      const { connectionId, revision } = await this.requireLink(tx, instanceId);
      if (connectionId !== null) await this.rows.select(tx, instanceId, revision, null);
    });
    await this.events.publish(new BookcatalogConnectionChanged(instanceId));
    return this.status(instanceId);
  }

  link(instanceId: string): Promise<CatalogLink> {
    return this.database.read((tx) => this.requireLink(tx, instanceId));
  }

  /**
   * Each further instance for itself: what fails for one changes nothing for the others. One outcome for each target, in their order.
   * @param connectionId the one that the source is expected to use
   * @throws AppError 409 for a source that uses another connection or one that has ended; 401 and 403, and what was applied until then
   *   stays
   */
  async share(
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
        error === null
          ? await this.shareWith(admin, sourceId, connectionId, target)
          : { instanceId, applied: false, error },
      );
    }
    return outcomes;
  }

  private async shareWith(
    admin: Privileged,
    sourceId: string,
    connectionId: string,
    { instanceId, revision }: ShareTarget,
  ): Promise<ShareOutcome> {
    try {
      const changed = await privilegedWrite(this.database, admin, async (tx) => {
        await this.requireSource(tx, sourceId, connectionId);
        const link = await this.requireLink(tx, instanceId);
        if (link.revision !== revision) throw connectionChanged();
        if (link.connectionId === connectionId) return false;
        await this.rows.select(tx, instanceId, revision, connectionId);
        return true;
      });
      if (changed) await this.events.publish(new BookcatalogConnectionChanged(instanceId));
      return { instanceId, applied: true, error: null };
    } catch (fault) {
      if (isRefusal(fault)) throw fault;
      if (fault instanceof AppError) return { instanceId, applied: false, error: sentenceOf(fault) };
      this.log.error('a connection to the book catalog could not be shared', { instance: instanceId, error: fault });
      return { instanceId, applied: false, error: sayBookcatalog('catalog_connection_not_stored') };
    }
  }

  private async requireSource(tx: ReadTx, sourceId: string, connectionId: string): Promise<void> {
    const link = await this.requireLink(tx, sourceId);
    const connection = link.connectionId === null ? null : await this.rows.connection(tx, link.connectionId);
    if (connection?.id !== connectionId) throw connectionChanged();
    if (connection.reconnectRequired) throw reconnectNeeded();
  }

  /** A link is no reason for an instance to stay. */
  objectionToRemoval(): Promise<null> {
    return Promise.resolve(null);
  }

  /** A deleted instance takes its link along, and with the last link the connection. */
  forgetInstance(tx: WriteTx, instanceId: string): Promise<void> {
    return this.rows.forget(tx, instanceId);
  }

  private async requireLink(tx: ReadTx, instanceId: string): Promise<CatalogLink> {
    const { serviceType } = await this.directory.require(tx, instanceId);
    if (serviceType !== 'book_manager') throw notBookManager();
    return this.rows.link(tx, instanceId);
  }
}

/** Has the caller's own right ended? That ends the whole call and not one target. */
const isRefusal = (fault: unknown): boolean =>
  fault instanceof AppError && (fault.status === 401 || fault.status === 403);

function badTarget({ instanceId, revision }: ShareTarget, sourceId: string): Sentence {
  if (instanceId === sourceId) return sayBookcatalog('share_target_is_source');
  return sayBookcatalog(revision < 0 ? 'share_revision_negative' : 'share_target_named_twice');
}
