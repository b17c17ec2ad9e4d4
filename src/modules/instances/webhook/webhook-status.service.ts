import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { InstanceClientsService } from '../connections/instance-clients.service.js';
import { UNREADABLE_CONNECTION, WebhookFailed } from '../instances.errors.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import { isLibraryManager } from '../service-kinds.js';
import { CallbackAddressService } from './callback-address.service.js';
import { judgeWebhook, type WebhookState } from './webhook-state.js';
import { WebhookTokensService } from './webhook-tokens.service.js';

/** The state of an instance's webhook, read live from the manager's own list of connections. */
@Injectable()
export class WebhookStatusService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly tokens: WebhookTokensService,
    private readonly dialing: InstanceClientsService,
    private readonly callback: CallbackAddressService,
  ) {}

  /**
   * @param directOrigin the address at which the administrator reached this server; null when unknown
   * @throws InstanceMissing 404; WebhookFailed 502 where the manager can't be read, which is never `missing`;
   *   SecretUnreadable or StorageError 503
   */
  async state(instanceId: string, directOrigin: string | null): Promise<WebhookState> {
    const { row, ids } = await this.database.read((tx) => this.rows.amongItsKind(tx, instanceId));
    if (!isLibraryManager(row.serviceType)) return 'unsupported';
    const managed = this.callback.managed(instanceId, directOrigin, ids);
    if (managed === null) return 'no_public_url';
    const manager = this.dialing.manager(row.serviceType, { url: row.url, apiKey: this.rows.apiKeyOf(row) });
    const { rows, unreadable } = await manager.notifications.list().catch((fault: unknown) => {
      throw fault instanceof UpstreamError ? new WebhookFailed(fault.reason, fault) : fault;
    });
    const state = judgeWebhook(rows, managed, (password) =>
      password === null ? this.tokens.isAny(row) : this.tokens.accepts(row, password),
    );
    if (state === 'missing' && unreadable.length > 0) throw new WebhookFailed(UNREADABLE_CONNECTION);
    return state;
  }
}
