import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DownloadClient } from '../../../clients/downloads/download-client.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { InstanceMissing, NoDownloadClient } from '../instances.errors.js';
import { InstanceChanged, InstanceRemoved } from '../instances.events.js';
import { type InstanceRecord, recordOf, sameConnection } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServiceInstanceRow } from '../registry/service-instance.entity.js';
import { type DownloadClientType, isDownloadClient } from '../service-kinds.js';
import { KeptDownloadClientsService } from './kept-download-clients.service.js';

/** A configured download client with the client of it, all as of one moment. */
interface ConnectedDownloadClient {
  readonly instance: InstanceRecord & { readonly serviceType: DownloadClientType };
  readonly client: DownloadClient;
}

interface Used {
  /** As it was when the client was found. */
  readonly row: ServiceInstanceRow;
  readonly name: string;
}

/** Clients of the configured download clients. Only administrators may use one, which is judged before. */
@Injectable()
export class DownloadClientsService implements OnModuleInit {
  /** By instance. */
  private readonly used = new Map<string, Used>();

  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly kept: KeptDownloadClientsService,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.events.on(InstanceChanged, ({ instanceId }) => this.review(instanceId));
    this.events.on(InstanceRemoved, ({ instanceId }) => this.forget(instanceId));
  }

  /**
   * The download client of this id, by its address and credential of this moment. The client is the same object as long as
   * these are the same: it keeps its session, and after a refused sign-in it rests. Ask anew for each piece of work, and not
   * inside a transaction.
   *
   * @throws InstanceMissing 404 when there is no instance of this id; NoDownloadClient 400 for one of another kind;
   *   SecretUnreadable or StorageError 503
   */
  async connect(instanceId: string): Promise<ConnectedDownloadClient> {
    const row = await this.database.readOne((tx) => this.rows.find(tx, instanceId));
    if (!row) throw new InstanceMissing();
    const { serviceType } = row;
    if (!isDownloadClient(serviceType)) throw new NoDownloadClient();
    return { instance: { ...recordOf(row), serviceType }, client: this.clientOf(row, serviceType) };
  }

  private clientOf(row: ServiceInstanceRow, serviceType: DownloadClientType): DownloadClient {
    const place = { serviceType, url: row.url, apiKey: this.rows.apiKeyOf(row), account: this.rows.accountOf(row) };
    const { name, client } = this.kept.at(place);
    this.used.set(row.id, { row, name });
    return client;
  }

  /** A renamed instance keeps its client: a rest that ended with a new name would be none. */
  private async review(instanceId: string): Promise<void> {
    const before = this.used.get(instanceId);
    if (!before) return;
    const row = await this.database.readOne((tx) => this.rows.find(tx, instanceId));
    if (!row || !sameConnection(row, before.row)) this.forget(instanceId);
  }

  private forget(instanceId: string): void {
    const before = this.used.get(instanceId);
    this.used.delete(instanceId);
    if (before) this.dropUnused(before.name);
  }

  /** Two instances may have one address and one credential. */
  private dropUnused(name: string): void {
    if (![...this.used.values()].some((other) => other.name === name)) this.kept.drop(name);
  }
}
