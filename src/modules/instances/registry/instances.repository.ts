import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { findRow } from '../../../core/database/sql-rows.js';
import { SecretBox, SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceMissing } from '../instances.errors.js';
import { INSTANCE_SECRETS } from '../sealed-columns.js';
import type { ServiceType } from '../service-kinds.js';
import type { InstanceUpdate, NewInstance, StoredAccount } from './instance-input.js';
import type { HubOwner } from './media-server-config.js';
import { ServiceInstanceRow } from './rows.js';

const NO_ACCOUNT: StoredAccount = { username: '', password: Secret.of('') };

/** Credentials are sealed on their way in, and opened only by {@link apiKeyOf} and its siblings. */
@Injectable()
export class InstancesRepository {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  find(tx: ReadTx, id: string): Promise<ServiceInstanceRow | null> {
    return findRow(tx, ServiceInstanceRow, { id });
  }

  /** @throws InstanceMissing 404 */
  async require(tx: ReadTx, id: string): Promise<ServiceInstanceRow> {
    const row = await this.find(tx, id);
    if (!row) throw new InstanceMissing();
    return row;
  }

  ofKind(tx: ReadTx, serviceType: ServiceType): Promise<ServiceInstanceRow[]> {
    return tx.findBy(ServiceInstanceRow, { serviceType });
  }

  /** The instance, and the ids of all that are of its kind. @throws InstanceMissing 404 */
  async withIdsOfKind(
    tx: ReadTx,
    id: string,
  ): Promise<{ readonly row: ServiceInstanceRow; readonly ids: readonly string[] }> {
    const row = await this.require(tx, id);
    return { row, ids: (await this.ofKind(tx, row.serviceType)).map((one) => one.id) };
  }

  all(tx: ReadTx): Promise<ServiceInstanceRow[]> {
    return tx.find(ServiceInstanceRow);
  }

  /** Adds an instance. As the global default it takes the place of the one before it. */
  async insert(tx: WriteTx, id: string, { apiKey, account, ...fields }: NewInstance): Promise<ServiceInstanceRow> {
    if (fields.isDefault) await this.clearDefault(tx, fields.serviceType, id);
    const tokens = { webhookToken: '', webhookPendingToken: '' };
    const sealed = { apiKey: this.sealApiKey(id, apiKey), ...this.sealAccount(id, account ?? NO_ACCOUNT) };
    const row = { ...fields, ...tokens, ...sealed, id, createdAt: this.clock.now() };
    await tx.insert(ServiceInstanceRow, row);
    return row;
  }

  /** What the changes leave out stays. Another address is another manager, which has no password of a webhook. */
  async update(tx: WriteTx, row: ServiceInstanceRow, changes: InstanceUpdate): Promise<ServiceInstanceRow> {
    const { apiKey, account, isDefault, sortOrder, autoAddUsers, mediaPathMappings } = changes;
    const { mediaServerConfig, linkage } = changes;
    if (isDefault === true) await this.clearDefault(tx, row.serviceType, row.id);
    const fields = {
      name: changes.name,
      url: changes.url,
      apiKey: apiKey ? this.sealApiKey(row.id, apiKey) : row.apiKey,
      ...(account ? this.sealAccount(row.id, account) : { username: row.username, password: row.password }),
      isDefault: isDefault ?? row.isDefault,
      sortOrder: sortOrder ?? row.sortOrder,
      autoAddUsers: autoAddUsers ?? row.autoAddUsers,
      mediaPathMappings: mediaPathMappings ?? row.mediaPathMappings,
      mediaServer: row.mediaServer && { ...row.mediaServer, ...mediaServerConfig, ...linkage },
    };
    const tokens = changes.url === row.url ? {} : { webhookToken: '', webhookPendingToken: '' };
    await tx.update(ServiceInstanceRow, { id: row.id }, { ...fields, ...tokens });
    return { ...row, ...fields, ...tokens };
  }

  /** Which libraries of a media server accounts may see; answers whether that changes anything. @throws InstanceMissing 404 */
  async setLibraryIds(tx: WriteTx, id: string, libraryIds: readonly string[]): Promise<boolean> {
    const { mediaServer } = await this.require(tx, id);
    if (!mediaServer) throw new InstanceMissing();
    if (mediaServer.libraryIds.join('\n') === libraryIds.join('\n')) return false;
    await tx.update(ServiceInstanceRow, { id }, { mediaServer: { ...mediaServer, libraryIds } });
    return true;
  }

  async setWebhookTokens(
    tx: WriteTx,
    id: string,
    tokens: Partial<Pick<ServiceInstanceRow, 'webhookToken' | 'webhookPendingToken'>>,
  ): Promise<void> {
    await tx.update(ServiceInstanceRow, { id }, tokens);
  }

  /** Records whose account at the hub an instance is linked with, as long as it is linked by the same credential. */
  async setHubOwner(tx: WriteTx, linked: ServiceInstanceRow, owner: HubOwner): Promise<void> {
    const row = await this.find(tx, linked.id);
    if (!row?.mediaServer || row.apiKey !== linked.apiKey) return;
    await tx.update(ServiceInstanceRow, { id: row.id }, { mediaServer: { ...row.mediaServer, owner } });
  }

  async remove(tx: WriteTx, id: string): Promise<void> {
    await tx.delete(ServiceInstanceRow, { id });
  }

  /** @throws SecretUnreadable 503 when the server's key does not open it */
  apiKeyOf(row: ServiceInstanceRow): Secret {
    return this.secretBox.open(row.apiKey, INSTANCE_SECRETS.apiKey.at(row.id));
  }

  /** Both empty where there is none. @throws SecretUnreadable 503 when the server's key does not open it */
  accountOf(row: ServiceInstanceRow): StoredAccount {
    return {
      username: this.secretBox.open(row.username, INSTANCE_SECRETS.username.at(row.id)).reveal(),
      password: this.secretBox.open(row.password, INSTANCE_SECRETS.password.at(row.id)),
    };
  }

  /** The user name of {@link accountOf}, for people who look at it; empty where it can't be opened. */
  shownUsername(row: ServiceInstanceRow): string {
    try {
      return this.secretBox.open(row.username, INSTANCE_SECRETS.username.at(row.id)).reveal();
    } catch (fault) {
      if (fault instanceof SecretUnreadable) return '';
      throw fault;
    }
  }

  private sealAccount(id: string, { username, password }: StoredAccount) {
    return {
      username: this.secretBox.seal(Secret.of(username), INSTANCE_SECRETS.username.at(id)),
      password: this.secretBox.seal(password, INSTANCE_SECRETS.password.at(id)),
    };
  }

  private sealApiKey(id: string, apiKey: Secret): string {
    return this.secretBox.seal(apiKey, INSTANCE_SECRETS.apiKey.at(id));
  }

  private async clearDefault(tx: WriteTx, serviceType: ServiceType, exceptId: string): Promise<void> {
    await tx.update(ServiceInstanceRow, { serviceType, isDefault: true, id: Not(exceptId) }, { isDefault: false });
  }
}
