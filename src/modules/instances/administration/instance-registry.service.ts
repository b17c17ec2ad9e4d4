import { Injectable } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Random } from '../../../core/time/random.js';
import { hubFault, InstanceIdTaken } from '../instances.errors.js';
import { InstanceChanged } from '../instances.events.js';
import { MediaRootsService } from '../media-paths/media-roots.service.js';
import type { ServerContent } from '../registry/server-content.js';
import { type InstanceInput, judgeChosenId } from '../registry/instance-input.js';
import { type AdministeredInstance, inListOrder, recordOf } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import { factsOf, type ServiceType } from '../service-kinds.js';
import type { ServiceInstanceRow } from '../registry/service-instance.entity.js';
import { CandidatesService } from './candidates.service.js';
import type { OfferedServers } from './hub-candidates.service.js';

/** The configured instances, as administrators list, create and test them. Source: doc 3 section 3.2. */
@Injectable()
export class InstanceRegistryService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly candidates: CandidatesService,
    private readonly roots: MediaRootsService,
    private readonly random: Random,
    private readonly events: EventBus,
  ) {}

  /** All instances by service_type, sort_order, name, id, those whose credential cannot be opened too. */
  async list(): Promise<readonly AdministeredInstance[]> {
    const rows = await this.database.read((tx) => this.rows.all(tx));
    const instances = await Promise.all(rows.map((row) => administered(row, this.roots, this.rows)));
    return instances.sort(inListOrder);
  }

  /**
   * Adds an instance once its folders are found and a connection test has passed.
   *
   * @param admin who asks for it: judged again when the test has passed, which may take a while
   * @throws AppError 400 naming the first fault, 401 and 403 when they may not any more; ConnectionTestFailed 400;
   *   HubLinkExpired 404; InstanceIdTaken 409
   */
  async create(admin: ActingAdministrator, input: InstanceInput): Promise<AdministeredInstance> {
    const chosenId = judgeChosenId(input.id);
    const instance = await this.candidates.fresh(admin, input);
    const id = chosenId ?? this.generateId(instance.serviceType);
    const row = await privilegedWrite(this.database, admin, async (tx) => {
      if (await this.rows.find(tx, id)) throw new InstanceIdTaken();
      return this.rows.insert(tx, id, instance);
    });
    await this.events.publish(new InstanceChanged(id));
    return administered(row, this.roots, this.rows);
  }

  /**
   * Dials a candidate and saves nothing. With an id, a blank credential falls back to the stored one and the type is
   * the stored one.
   *
   * @throws InstanceMissing 404; HubLinkExpired 404; AppError 400 naming the first fault; ConnectionTestFailed 400;
   *   SecretUnreadable 503 when the stored credential is needed and cannot be opened
   */
  async test(admin: ActingAdministrator, input: InstanceInput): Promise<void> {
    return this.candidates.test(admin, input, await this.stored(input));
  }

  /**
   * The libraries that a media server reports, by the same candidate as {@link test}.
   *
   * @throws as {@link test}; NoMediaServer 400
   */
  async libraries(admin: ActingAdministrator, input: InstanceInput): Promise<ServerContent> {
    return this.candidates.libraries(admin, input, await this.stored(input));
  }

  /**
   * The servers of an account at the hub, by the same candidate as {@link test}.
   *
   * @throws as {@link test}; NoMediaServer 400; HubLinkRefused and HubUnreachable 502
   */
  async hubServers(admin: ActingAdministrator, input: InstanceInput): Promise<OfferedServers> {
    const stored = await this.stored(input);
    return this.candidates.hubServers(admin, input, stored).catch((fault: unknown) => {
      throw hubFault(fault);
    });
  }

  private async stored({ id }: InstanceInput): Promise<ServiceInstanceRow | null> {
    return id ? this.database.read((tx) => this.rows.require(tx, id)) : null;
  }

  /** Source: doc 3 section 0, ids. */
  private generateId(serviceType: ServiceType): string {
    return `${serviceType}-${this.random.uuid().slice(0, 8)}`;
  }
}

/** An instance as administrators see it. Asks the disk, so not inside a transaction. */
export async function administered(
  row: ServiceInstanceRow,
  roots: MediaRootsService,
  rows: InstancesRepository,
): Promise<AdministeredInstance> {
  const { mediaPathMappings, mediaServer: mediaServerConfig } = row;
  const mediaDownloads = await roots.serveAny(mediaPathMappings);
  const username = rows.shownUsername(row);
  const hasApiKey = factsOf(row.serviceType).credential === 'key_or_account' ? row.apiKey !== '' : null;
  return { ...recordOf(row), username, hasApiKey, mediaPathMappings, mediaDownloads, mediaServerConfig };
}
