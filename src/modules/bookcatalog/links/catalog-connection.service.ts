import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { BookcatalogConnectionChanged } from '../bookcatalog.events.js';
import { notBookManager } from '../bookcatalog.errors.js';
import { CatalogClientsService } from '../provider/catalog-clients.service.js';
import type { ConnectionMethod } from '../storage/bookcatalog-connection.entity.js';
import {
  CatalogConnectionsRepository,
  type CatalogLink,
  type CatalogTokens,
} from '../storage/catalog-connections.repository.js';

/** The connection of an instance to the book catalog. No token is in it. */
export interface ConnectionStatus {
  /** Can anybody sign in by device? */
  readonly oauthAvailable: boolean;
  /** Null while there is no connection. */
  readonly method: ConnectionMethod | null;
  readonly reconnectRequired: boolean;
  readonly connectionId: string | null;
  /** Of the instance's link: another one after every change. */
  readonly revision: number;
}

/**
 * Connects book managers to the book catalog and parts them again. Source: doc 1 section 4 Book-catalog connection.
 *
 * @throws InstanceMissing 404; AppError 400 for an instance of another kind, by every method
 */
@Injectable()
export class CatalogConnectionService {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly rows: CatalogConnectionsRepository,
    private readonly clients: CatalogClientsService,
    private readonly events: EventBus,
  ) {}

  /** Read of what is stored alone: nothing is asked, renewed or opened. */
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
   * Has the instance use this token, once it has proved to read the catalog. Until then, and when it doesn't, the
   * connection before it stays.
   *
   * @param admin who asks for it: judged again when the provider has answered
   * @throws AppError 400 for a token that isn't accepted or may not read the catalog; 401 and 403 when they may not any
   *   more; 409 when somebody else has changed
   *   the connection meanwhile; 502 when the provider can't be asked
   */
  async connectByToken(admin: Privileged, instanceId: string, token: Secret): Promise<ConnectionStatus> {
    const { revision } = await this.link(instanceId);
    await this.clients.verify(token);
    const tokens = { accessToken: token, refreshToken: null, expiresAt: null };
    await this.connect(admin, instanceId, revision, 'token', tokens);
    return this.status(instanceId);
  }

  /**
   * Has the instance use these tokens, which have proved to read the catalog.
   *
   * @param revision of the link when this was begun
   * @param isStillWanted asked at the last moment, in the write; what it throws leaves everything as it was
   * @returns the id of the connection
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

  /**
   * Parts this instance from its connection, which goes with the last that uses it.
   *
   * @throws AppError 401 and 403 when they may not any more
   */
  async disconnect(admin: Privileged, instanceId: string): Promise<ConnectionStatus> {
    await privilegedWrite(this.database, admin, async (tx) => {
      const { connectionId, revision } = await this.requireLink(tx, instanceId);
      if (connectionId !== null) await this.rows.select(tx, instanceId, revision, null);
    });
    await this.events.publish(new BookcatalogConnectionChanged(instanceId));
    return this.status(instanceId);
  }

  /** Which connection the instance uses. */
  link(instanceId: string): Promise<CatalogLink> {
    return this.database.read((tx) => this.requireLink(tx, instanceId));
  }

  private async requireLink(tx: ReadTx, instanceId: string): Promise<CatalogLink> {
    const { serviceType } = await this.directory.require(tx, instanceId);
    if (serviceType !== 'book_manager') throw notBookManager();
    return this.rows.link(tx, instanceId);
  }
}
