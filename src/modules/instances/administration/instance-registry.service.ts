import { Injectable } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Random } from '../../../core/time/random.js';
import { HoldingsRepository } from '../access/holdings.repository.js';
import { connectionChangedMeanwhile, hubFault, instanceIdTaken, instanceInUse } from '../instances.errors.js';
import { InstanceChanged, InstanceRemoved } from '../instances.events.js';
import { INSTANCE_DEPENDENTS } from '../instances.ports.js';
import { MediaRootsService } from '../media-paths/media-roots.service.js';
import { type InstanceInput, judgeChosenId } from '../registry/instance-input.js';
import {
  type AdministeredInstance,
  inListOrder,
  recordOf,
  sameConnection,
  sameLibraries,
  samePlace,
} from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServerContent } from '../registry/media-server-config.js';
import type { ServiceInstanceRow } from '../registry/rows.js';
import { factsOf, type ServiceType } from '../service-kinds.js';
import { WebhookRemovalService } from '../webhook/webhook-removal.service.js';
import { CandidatesService } from './candidates.service.js';
import type { OfferedServers } from './hub-candidates.service.js';

@Injectable()
export class InstanceRegistryService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly candidates: CandidatesService,
    private readonly roots: MediaRootsService,
    private readonly random: Random,
    private readonly events: EventBus,
    private readonly ports: PortRegistry,
    private readonly holdings: HoldingsRepository,
    private readonly webhooks: WebhookRemovalService,
  ) {}

  /** All instances by service_type, sort_order, name, id, those whose credential cannot be opened too. */
  async list(): Promise<readonly AdministeredInstance[]> {
    const rows = await this.database.read((tx) => this.rows.all(tx));
    const instances = await Promise.all(rows.map((row) => this.withMediaDownloads(row)));
    return instances.sort(inListOrder);
  }

  /**
   * Adds an instance whose test has passed; the right is judged again afterwards.
   * @throws as {@link CandidatesService}; AppError 409
   */
  async create(admin: ActingAdministrator, input: InstanceInput): Promise<AdministeredInstance> {
    const chosenId = judgeChosenId(input.id);
    const instance = await this.candidates.judgeNew(admin, input);
    const id = chosenId ?? this.generateId(instance.serviceType);
    const row = await privilegedWrite(this.database, admin, async (tx) => {
      if (await this.rows.find(tx, id)) throw instanceIdTaken();
      return this.rows.insert(tx, id, instance);
    });
    await this.events.publish(new InstanceChanged(id));
    return this.withMediaDownloads(row);
  }

  /**
   * Changes an instance. Only a new address or credential is tested, so that one can be renamed while its manager is down. {@link
   * INSTANCE_DEPENDENTS} hear in the same write of a new place or other libraries; a webhook at the address of before is taken out
   * afterwards.
   * @param directOrigin where the administrator reached this server; null when unknown
   * @throws as {@link CandidatesService}; InstanceMissing 404; AppError 409
   */
  async update(
    admin: ActingAdministrator,
    id: string,
    input: InstanceInput,
    directOrigin: string | null,
  ): Promise<AdministeredInstance> {
    const stored = await this.database.read((tx) => this.rows.require(tx, id));
    const changes = await this.candidates.judgeChange(admin, input, stored);
    const { before, row } = await privilegedWrite(this.database, admin, async (tx) => {
      const current = await this.rows.require(tx, id);
      if (!sameConnection(current, stored)) throw connectionChangedMeanwhile();
      const changed = await this.rows.update(tx, current, changes);
      for (const dependent of this.ports.all(INSTANCE_DEPENDENTS)) {
        if (!samePlace(changed, current)) await dependent.instanceMoved?.(tx, id);
        if (!sameLibraries(changed, current)) await dependent.librariesChanged?.(tx, id);
      }
      return { before: current, row: changed };
    });
    if (row.url !== before.url) this.webhooks.begin(before, directOrigin);
    await this.events.publish(new InstanceChanged(id));
    return this.withMediaDownloads(row);
  }

  /**
   * Deletes the instance, its grants and preferences; its webhook is taken out of the manager afterwards. Objections are heard in the same
   * write, so that nothing can begin to need it in between.
   * @throws InstanceMissing 404; AppError 409 with the text of the first objection; AppError 401 and 403
   */
  async remove(admin: Privileged, id: string, directOrigin: string | null): Promise<void> {
    const removed = await privilegedWrite(this.database, admin, async (tx) => {
      const row = await this.rows.require(tx, id);
      await this.requireNoObjection(tx, id);
      for (const dependent of this.ports.all(INSTANCE_DEPENDENTS)) await dependent.forgetInstance(tx, id);
      await this.holdings.removeInstance(tx, id);
      await this.rows.remove(tx, id);
      return row;
    });
    this.webhooks.begin(removed, directOrigin);
    await this.events.publish(new InstanceRemoved(id));
  }

  /**
   * Dials a candidate; what is stored under its id stands for a blank credential.
   * @throws as {@link CandidatesService}; InstanceMissing 404
   */
  async test(admin: ActingAdministrator, input: InstanceInput): Promise<void> {
    return this.candidates.test(admin, input, await this.findStored(input));
  }

  /** The libraries that a media server reports, by the same candidate as {@link test}. @throws AppError 400 */
  async libraries(admin: ActingAdministrator, input: InstanceInput): Promise<ServerContent> {
    return this.candidates.libraries(admin, input, await this.findStored(input));
  }

  /** The servers of an account at the hub, by the same candidate. @throws AppError 400; HubLinkRefused and HubUnreachable 502 */
  async hubServers(admin: ActingAdministrator, input: InstanceInput): Promise<OfferedServers> {
    const stored = await this.findStored(input);
    return this.candidates.hubServers(admin, input, stored).catch((fault: unknown) => {
      throw hubFault(fault);
    });
  }

  private async requireNoObjection(tx: ReadTx, id: string): Promise<void> {
    for (const dependent of this.ports.all(INSTANCE_DEPENDENTS)) {
      const objection = await dependent.objectionToRemoval(tx, id);
      if (objection !== null) throw instanceInUse(objection);
    }
  }

  private async findStored({ id }: InstanceInput): Promise<ServiceInstanceRow | null> {
    return id ? this.database.read((tx) => this.rows.require(tx, id)) : null;
  }

  private generateId(serviceType: ServiceType): string {
    return `${serviceType}-${this.random.uuid().slice(0, 8)}`;
  }

  /** Asks the disk, so not inside a transaction. */
  private async withMediaDownloads(row: ServiceInstanceRow): Promise<AdministeredInstance> {
    const { mediaPathMappings, mediaServer: mediaServerConfig } = row;
    const mediaDownloads = await this.roots.serveAny(mediaPathMappings);
    const username = this.rows.shownUsername(row);
    const hasApiKey = factsOf(row.serviceType).credential === 'key_or_account' ? row.apiKey !== '' : null;
    return { ...recordOf(row), username, hasApiKey, mediaPathMappings, mediaDownloads, mediaServerConfig };
  }
}
