import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { SecretBox, type SecretPlace } from '../../../core/secrets/secret-box.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import type { ServiceType } from '../service-kinds.js';
import type { InstanceUpdate, NewInstance } from './instance-input.js';
import { ServiceInstanceRow } from './service-instance.entity.js';

/** The rows of configured instances. Credentials are sealed on their way in and opened only by {@link apiKeyOf}. */
@Injectable()
export class InstanceRows {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  find(tx: ReadTx, id: string): Promise<ServiceInstanceRow | null> {
    return tx.findOneBy(ServiceInstanceRow, { id });
  }

  ofKind(tx: ReadTx, serviceType: ServiceType): Promise<ServiceInstanceRow[]> {
    return tx.findBy(ServiceInstanceRow, { serviceType });
  }

  all(tx: ReadTx): Promise<ServiceInstanceRow[]> {
    return tx.find(ServiceInstanceRow);
  }

  /** Adds an instance. As the global default it takes the place of the one before it. */
  async insert(tx: WriteTx, id: string, { apiKey, ...fields }: NewInstance): Promise<ServiceInstanceRow> {
    if (fields.isDefault) await this.clearDefault(tx, fields.serviceType, id);
    const tokens = { webhookToken: '', webhookPendingToken: '' };
    const row = { ...fields, ...tokens, id, apiKey: this.sealApiKey(id, apiKey), createdAt: this.clock.now() };
    await tx.insert(ServiceInstanceRow, row);
    return row;
  }

  /** Lays the changes over the row; what they leave out stays. */
  async update(tx: WriteTx, row: ServiceInstanceRow, changes: InstanceUpdate): Promise<ServiceInstanceRow> {
    const { apiKey, isDefault, sortOrder, autoAddUsers, mediaPathMappings } = changes;
    if (isDefault === true) await this.clearDefault(tx, row.serviceType, row.id);
    const fields = {
      name: changes.name,
      url: changes.url,
      apiKey: apiKey ? this.sealApiKey(row.id, apiKey) : row.apiKey,
      isDefault: isDefault ?? row.isDefault,
      sortOrder: sortOrder ?? row.sortOrder,
      autoAddUsers: autoAddUsers ?? row.autoAddUsers,
      mediaPathMappings: mediaPathMappings ?? row.mediaPathMappings,
    };
    await tx.update(ServiceInstanceRow, { id: row.id }, fields);
    return { ...row, ...fields };
  }

  /** Stores tokens of the instance's webhook, sealed for their columns. */
  async setWebhookTokens(
    tx: WriteTx,
    id: string,
    tokens: Partial<Pick<ServiceInstanceRow, 'webhookToken' | 'webhookPendingToken'>>,
  ): Promise<void> {
    await tx.update(ServiceInstanceRow, { id }, tokens);
  }

  async remove(tx: WriteTx, id: string): Promise<void> {
    await tx.delete(ServiceInstanceRow, { id });
  }

  /**
   * The credential of an instance.
   *
   * @throws SecretUnreadable 503 when the server's key does not open it
   */
  apiKeyOf(row: ServiceInstanceRow): Secret {
    return this.secretBox.open(row.apiKey, apiKeyPlace(row.id));
  }

  private sealApiKey(id: string, apiKey: Secret): string {
    return this.secretBox.seal(apiKey, apiKeyPlace(id));
  }

  private async clearDefault(tx: WriteTx, serviceType: ServiceType, exceptId: string): Promise<void> {
    await tx.update(ServiceInstanceRow, { serviceType, isDefault: true, id: Not(exceptId) }, { isDefault: false });
  }
}

const apiKeyPlace = (id: string): SecretPlace => ({ table: 'service_instances', column: 'api_key', row: id });
