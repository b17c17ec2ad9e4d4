import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { GrantsRepository } from '../access/grants.repository.js';
import { InstanceInUse } from '../instances.errors.js';
import { InstanceRemoved } from '../instances.events.js';
import { INSTANCE_DEPENDENTS } from '../instances.ports.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import { WebhookRemovalService } from '../webhook/webhook-removal.service.js';

/** Deletes instances that nobody needs any more, with everything granted on them. */
@Injectable()
export class InstanceRemovalService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly grants: GrantsRepository,
    private readonly ports: PortRegistry,
    private readonly events: EventBus,
    private readonly webhooks: WebhookRemovalService,
  ) {}

  /**
   * Deletes the instance, its grants and the preferences that name it. The objections are heard in the same write,
   * so nothing can begin to need the instance in between. Its webhook is taken out of the manager afterwards, if that can
   * be reached.
   *
   * @param directOrigin the address at which the administrator reached this server; null when unknown
   * @throws InstanceMissing 404; InstanceInUse 409 with the text of the first objection; AppError 401 and 403 when they
   *   may not any more
   */
  async remove(admin: Privileged, id: string, directOrigin: string | null): Promise<void> {
    const removed = await privilegedWrite(this.database, admin, async (tx) => {
      const row = await this.rows.require(tx, id);
      await this.hearObjections(tx, id);
      for (const dependent of this.ports.all(INSTANCE_DEPENDENTS)) await dependent.forgetInstance(tx, id);
      await this.grants.removeInstance(tx, id);
      await this.rows.remove(tx, id);
      return row;
    });
    this.webhooks.begin(removed, directOrigin);
    await this.events.publish(new InstanceRemoved(id));
  }

  private async hearObjections(tx: ReadTx, id: string): Promise<void> {
    for (const dependent of this.ports.all(INSTANCE_DEPENDENTS)) {
      const objection = await dependent.objectionToRemoval(tx, id);
      if (objection !== null) throw new InstanceInUse(objection);
    }
  }
}
