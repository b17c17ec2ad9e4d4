import { Injectable } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { ConnectionChangedMeanwhile } from '../instances.errors.js';
import { InstanceChanged } from '../instances.events.js';
import { INSTANCE_DEPENDENTS } from '../instances.ports.js';
import { MediaRootsService } from '../media-paths/media-roots.service.js';
import type { InstanceInput } from '../registry/instance-input.js';
import { type AdministeredInstance, sameConnection, sameLibraries, samePlace } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import { WebhookRemovalService } from '../webhook/webhook-removal.service.js';
import { CandidatesService } from './candidates.service.js';
import { administered } from './instance-registry.service.js';

/** Changes configured instances. Source: doc 3 section 3.2. */
@Injectable()
export class InstanceUpdateService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly candidates: CandidatesService,
    private readonly roots: MediaRootsService,
    private readonly events: EventBus,
    private readonly webhooks: WebhookRemovalService,
    private readonly ports: PortRegistry,
  ) {}

  /**
   * Changes an instance. A new address or credential is tested first; without one nothing is dialed, so an instance
   * can be renamed while its manager is down, and given a new credential when the stored one cannot be opened. At a new
   * address, as another server behind the hub, or with other libraries, {@link INSTANCE_DEPENDENTS} hear of it in the same
   * write. A webhook at an address of before is taken out of the manager afterwards, if that can be reached.
   *
   * @param admin who asks for it: judged again when the test has passed, which may take a while
   * @param directOrigin the address at which the administrator reached this server; null when unknown
   * @throws InstanceMissing 404; HubLinkExpired 404; AppError 400 naming the first fault, 401 and 403 when they may not any
   *   more; ConnectionTestFailed 400; ConnectionChangedMeanwhile 409; SecretUnreadable 503 when a new address is to be tested
   *   with a stored credential that cannot be opened
   */
  async update(
    admin: ActingAdministrator,
    id: string,
    input: InstanceInput,
    directOrigin: string | null,
  ): Promise<AdministeredInstance> {
    const stored = await this.database.read((tx) => this.rows.require(tx, id));
    const changes = await this.candidates.change(admin, input, stored);
    const { before, row } = await privilegedWrite(this.database, admin, async (tx) => {
      const current = await this.rows.require(tx, id);
      if (!sameConnection(current, stored)) throw new ConnectionChangedMeanwhile();
      const changed = await this.rows.update(tx, current, changes);
      for (const dependent of this.ports.all(INSTANCE_DEPENDENTS)) {
        if (!samePlace(changed, current)) await dependent.instanceMoved?.(tx, id);
        if (!sameLibraries(changed, current)) await dependent.librariesChanged?.(tx, id);
      }
      return { before: current, row: changed };
    });
    if (row.url !== before.url) this.webhooks.begin(before, directOrigin);
    await this.events.publish(new InstanceChanged(id));
    return administered(row, this.roots, this.rows);
  }
}
