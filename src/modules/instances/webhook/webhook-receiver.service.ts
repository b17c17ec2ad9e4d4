import { Injectable } from '@nestjs/common';
import { webhookEvent, type WebhookPayload } from '../../../clients/servarr/webhook-payload.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { webhookInstanceUnknown, webhookTokenInvalid } from '../instances.errors.js';
import { ManagerReported } from '../instances.events.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import { isLibraryManager } from '../service-kinds.js';
import { webhookProfile } from './callback-address.js';
import { WebhookTokensService } from './webhook-tokens.service.js';

/** Takes the calls of managers that bring the password of their webhook. A call is a hint; the truth is read from the manager. */
@Injectable()
export class WebhookReceiverService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly tokens: WebhookTokensService,
    private readonly events: EventBus,
  ) {}

  /** @param password null where none was brought @throws AppError 404; AppError 401; SecretUnreadable or StorageError 503 */
  async authenticate(instanceId: string, password: string | null): Promise<void> {
    const row = await this.database.read((tx) => this.rows.find(tx, instanceId));
    if (!row || !isLibraryManager(row.serviceType)) throw webhookInstanceUnknown();
    if (password === null || !this.tokens.accepts(row, password)) throw webhookTokenInvalid();
  }

  /** Resolves when every cache that the event makes stale is dropped. @throws AppError 404 for one deleted meanwhile */
  async take(instanceId: string, payload: WebhookPayload): Promise<void> {
    const instance = await this.database.read((tx) => this.rows.find(tx, instanceId));
    if (!instance || !isLibraryManager(instance.serviceType)) throw webhookInstanceUnknown();
    const { happening, ...event } = webhookEvent(payload, webhookProfile(instance.serviceType));
    if (happening === null) return;
    await this.events.publish(new ManagerReported(instanceId, instance.serviceType, { happening, ...event }));
  }
}
