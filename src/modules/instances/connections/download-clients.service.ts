import { createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DownloadClient } from '../../../clients/downloads/download-client.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { InstanceMissing, noDownloadClient } from '../instances.errors.js';
import { InstanceChanged, InstanceRemoved } from '../instances.events.js';
import type { DownloadConnection } from '../registry/download-client-input.js';
import { type InstanceRecord, recordOf, sameConnection } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServiceInstanceRow } from '../registry/rows.js';
import { type DownloadClientType, isDownloadClient } from '../service-kinds.js';
import { DOWNLOAD_PRODUCTS } from './download-products.js';

/** How long one is kept that nobody uses: longer than a client rests after a refused sign-in. */
const KEPT_MS = 60 * 60_000;
/** As many as a household has, and drafts of them. */
const MOST = 100;

interface ConnectedDownloadClient {
  readonly instance: InstanceRecord & { readonly serviceType: DownloadClientType };
  readonly client: DownloadClient;
}

interface LastUse {
  readonly row: ServiceInstanceRow;
  readonly name: string;
}

/**
 * Clients of download clients, stored or drafted. Only administrators may use one, which is judged before. One object for each address and
 * credential rests after a refused sign-in, so that a wrong password doesn't lock the household out.
 */
@Injectable()
export class DownloadClientsService implements OnModuleInit {
  /** By instance. */
  private readonly used = new Map<string, LastUse>();
  private readonly kept: TtlCache<string, DownloadClient>;
  /** Makes names of connections that don't show what opens them. */
  private readonly namingKey: Buffer;

  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly events: EventBus,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
    random: Random,
  ) {
    this.namingKey = random.bytes(32);
    this.kept = new TtlCache({ clock, ttlMs: KEPT_MS, maxEntries: MOST });
  }

  onModuleInit(): void {
    this.events.on(InstanceChanged, ({ instanceId }) => this.review(instanceId));
    this.events.on(InstanceRemoved, ({ instanceId }) => this.forget(instanceId));
  }

  /**
   * The download client of this id, as of this moment: ask anew for each piece of work, outside of transactions.
   * @throws InstanceMissing 404; AppError 400; SecretUnreadable or StorageError 503
   */
  async connect(instanceId: string): Promise<ConnectedDownloadClient> {
    const row = await this.database.readOne((tx) => this.rows.find(tx, instanceId));
    if (!row) throw new InstanceMissing();
    const { serviceType } = row;
    if (!isDownloadClient(serviceType)) throw noDownloadClient();
    return { instance: { ...recordOf(row), serviceType }, client: this.clientOf(row, serviceType) };
  }

  /** The client of this connection, with its name here. Nothing is dialed until it is used. */
  clientAt(connection: DownloadConnection): { readonly name: string; readonly client: DownloadClient } {
    const name = this.nameOf(connection);
    const { clock, log, meter } = this;
    const client = this.kept.get(name) ?? DOWNLOAD_PRODUCTS[connection.serviceType](connection, { clock, log, meter });
    // Stored anew: the hour begins with its last use.
    this.kept.set(name, client);
    return { name, client };
  }

  get size(): number {
    return this.kept.size;
  }

  private clientOf(row: ServiceInstanceRow, serviceType: DownloadClientType): DownloadClient {
    const connection = {
      serviceType,
      url: row.url,
      apiKey: this.rows.apiKeyOf(row),
      account: this.rows.accountOf(row),
    };
    const { name, client } = this.clientAt(connection);
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
    if (![...this.used.values()].some((other) => other.name === name)) this.kept.delete(name);
  }

  private nameOf({ serviceType, url, apiKey, account }: DownloadConnection): string {
    const parts = [serviceType, url, apiKey.reveal(), account.username, account.password.reveal()];
    return createHmac('sha256', this.namingKey).update(JSON.stringify(parts)).digest('base64');
  }
}
