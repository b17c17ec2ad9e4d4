import { Injectable } from '@nestjs/common';
import { webhookEvent, type WebhookPayload } from '../../../clients/servarr/webhook-payload.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { WebhookInstanceUnknown } from '../instances.errors.js';
import { ManagerReported } from '../instances.events.js';
import { InstanceDirectoryService } from '../registry/instance-directory.service.js';
import { isLibraryManager } from '../service-kinds.js';
import { webhookProfile } from './webhook-profiles.js';

/** Takes the calls of managers, and publishes those that concern us. A call is a hint; the truth is read from the manager. */
@Injectable()
export class WebhookReceiverService {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly events: EventBus,
  ) {}

  /**
   * Resolves when every cache that the event makes stale has dropped its entries. Source: doc 3 section 3.3.
   *
   * @throws WebhookInstanceUnknown 404 when it was deleted while the call was judged
   */
  async take(instanceId: string, payload: WebhookPayload): Promise<void> {
    const instance = await this.database.read((tx) => this.directory.byId(tx, instanceId));
    if (!instance || !isLibraryManager(instance.serviceType)) throw new WebhookInstanceUnknown();
    const { happening, ...event } = webhookEvent(payload, webhookProfile(instance.serviceType));
    if (happening === null) return;
    await this.events.publish(new ManagerReported(instanceId, instance.serviceType, { happening, ...event }));
  }
}
