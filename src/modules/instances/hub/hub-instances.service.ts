import { Injectable } from '@nestjs/common';
import type { PlexAccount } from '../../../clients/plex/plex.client.js';
import type { PlexMediaServer } from '../../../clients/plex/plex-media-server.js';
import { UnsafeAddress } from '../../../clients/http/safe-address.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { HoldingsRepository } from '../access/holdings.repository.js';
import { InstanceMissing } from '../instances.errors.js';
import { HUB_ACCOUNT_LINKS, type HubSignUp } from '../instances.ports.js';
import { mediaServerOf, type MediaServerRecord } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { HubOwner } from '../registry/media-server-config.js';
import type { ServiceInstanceRow } from '../registry/rows.js';
import { HubClientsService, type HubConnection } from './hub-clients.service.js';

/** A server at the hub, as somebody's account there lists it. */
export interface HubServer {
  readonly machineIdentifier: string;
  /** The hub's number of the account that owns it, as text; null where the hub doesn't say. */
  readonly ownerId: string | null;
}

/** A configured server behind the hub, with the account that shares it, all as of one moment. */
export interface ConnectedHub {
  readonly server: MediaServerRecord;
  /** Whose account it is; null for instances from before owners were recorded. */
  readonly owner: HubOwner | null;
  readonly account: PlexAccount;
}

/** The configured servers behind the hub, and who belongs to the household by a part in one. Who may use one is judged before. */
@Injectable()
export class HubInstancesService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly clients: HubClientsService,
    private readonly holdings: HoldingsRepository,
    private readonly ports: PortRegistry,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * The account that this instance is linked with: ask anew for each piece of work, outside of transactions.
   * @throws InstanceMissing 404 when there is no hub instance of this id; SecretUnreadable or StorageError 503
   */
  async connect(instanceId: string): Promise<ConnectedHub> {
    const { row, connection } = await this.requireLinked(instanceId);
    const account = this.clients.account(connection);
    return { server: mediaServerOf(row), owner: row.mediaServer?.owner ?? null, account };
  }

  /**
   * The media server at the first address named by the hub at which that very machine answers, encrypted ones first, plain ones only within
   * the household; null where none does. It gets the token that the hub names for it: the stored one goes to no other origin.
   * @throws as {@link connect}; UpstreamError when the hub can't be asked
   */
  async mediaServer(instanceId: string, signal: AbortSignal): Promise<PlexMediaServer | null> {
    const { row, connection } = await this.requireLinked(instanceId);
    const machine = mediaServerOf(row).config.machineIdentifier;
    const reach = await this.clients.account(connection).reach(machine, signal);
    if (reach === null || reach.token.equals(connection.token)) return null;
    for (const url of reach.urls) {
      if (signal.aborted) return null;
      const server = await this.connectIfSame(url, connection, reach.token, machine, signal);
      if (server) return server;
    }
    return null;
  }

  /** For instances from before owners were recorded. What can't be read is logged and tried again next time. */
  async recordMissingOwners(): Promise<void> {
    const rows = await this.database.read((tx) => this.rows.ofKind(tx, 'hub'));
    for (const row of rows.filter(({ mediaServer }) => mediaServer?.owner === null)) {
      await this.recordOwner(row).catch((error: unknown) => {
        this.log.warn('the owner of a linked account could not be read', { instance_id: row.id, error });
      });
    }
  }

  /** By machine and owner, since anybody can register a device under a machine's identifier. Without a recorded owner it is nobody's. */
  async instancesOf(tx: ReadTx, servers: readonly HubServer[]): Promise<readonly string[]> {
    const rows = await this.rows.ofKind(tx, 'hub');
    const isOneOf = ({ machineIdentifier, owner }: NonNullable<(typeof rows)[number]['mediaServer']>): boolean =>
      servers.some((server) => server.machineIdentifier === machineIdentifier && server.ownerId === owner?.id);
    return rows.filter(({ mediaServer }) => mediaServer !== null && isOneOf(mediaServer)).map(({ id }) => id);
  }

  async hasServers(tx: ReadTx): Promise<boolean> {
    return (await this.rows.ofKind(tx, 'hub')).length > 0;
  }

  /** Gives a new account the instances that it has a part in, in the write that makes it. */
  async admitMember(tx: WriteTx, signUp: HubSignUp): Promise<void> {
    await this.holdings.grantNewAccount(tx, signUp.userId, signUp.instanceIds);
    for (const links of this.ports.all(HUB_ACCOUNT_LINKS)) await links.addSignUp(tx, signUp);
  }

  private async recordOwner(row: ServiceInstanceRow): Promise<void> {
    const { id, name, email } = await this.clients.account(this.clients.connectionOf(row)).user();
    await this.database.write((tx) => this.rows.setHubOwner(tx, row, { id, username: name, email }));
  }

  private async connectIfSame(
    url: string,
    connection: HubConnection,
    token: Secret,
    machine: string,
    signal: AbortSignal,
  ): Promise<PlexMediaServer | null> {
    try {
      const server = this.clients.mediaServer(url, connection, token);
      return (await server.machineIdentifier(signal)) === machine ? server : null;
    } catch (error) {
      if (error instanceof UpstreamError || error instanceof UnsafeAddress) return null;
      throw error;
    }
  }

  private async requireLinked(
    instanceId: string,
  ): Promise<{ readonly row: ServiceInstanceRow; readonly connection: HubConnection }> {
    const row = await this.database.readOne((tx) => this.rows.require(tx, instanceId));
    if (row.serviceType !== 'hub') throw new InstanceMissing();
    return { row, connection: this.clients.connectionOf(row) };
  }
}
