import { Injectable } from '@nestjs/common';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Random } from '../../../core/time/random.js';
import { InstanceIdTaken } from '../instances.errors.js';
import { InstanceChanged } from '../instances.events.js';
import { MediaRootsService } from '../media-paths/media-roots.service.js';
import { ConnectionProbeService } from '../probe/connection-probe.service.js';
import {
  type InstanceInput,
  judgeCandidate,
  judgeChosenId,
  judgeNewInstance,
  judgeStoredCandidate,
} from '../registry/instance-input.js';
import { type AdministeredInstance, inListOrder, recordOf } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServiceType } from '../service-kinds.js';
import type { ServiceInstanceRow } from '../registry/service-instance.entity.js';

/** The configured instances, as administrators list, create and test them. Source: doc 3 section 3.2. */
@Injectable()
export class InstanceRegistryService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly probe: ConnectionProbeService,
    private readonly roots: MediaRootsService,
    private readonly random: Random,
    private readonly events: EventBus,
  ) {}

  /** All instances by service_type, sort_order, name, id, those whose credential cannot be opened too. */
  async list(): Promise<readonly AdministeredInstance[]> {
    const rows = await this.database.read((tx) => this.rows.all(tx));
    const instances = await Promise.all(rows.map((row) => administered(row, this.roots)));
    return instances.sort(inListOrder);
  }

  /**
   * Adds an instance once its folders are found and a connection test has passed.
   *
   * @param admin who asks for it: judged again when the test has passed, which may take a while
   * @throws AppError 400 naming the first fault, 401 and 403 when they may not any more; ConnectionTestFailed 400;
   *   InstanceIdTaken 409
   */
  async create(admin: Privileged, input: InstanceInput): Promise<AdministeredInstance> {
    const chosenId = judgeChosenId(input.id);
    const instance = judgeNewInstance(input);
    await this.roots.requireFolders(instance.mediaPathMappings);
    await this.probe.test(instance);
    const id = chosenId ?? this.generateId(instance.serviceType);
    const row = await privilegedWrite(this.database, admin, async (tx) => {
      if (await this.rows.find(tx, id)) throw new InstanceIdTaken();
      return this.rows.insert(tx, id, instance);
    });
    await this.events.publish(new InstanceChanged(id));
    return administered(row, this.roots);
  }

  /**
   * Dials a candidate and saves nothing. With an id, a blank credential falls back to the stored one and the type is
   * the stored one.
   *
   * @throws InstanceMissing 404; AppError 400 naming the first fault; ConnectionTestFailed 400; SecretUnreadable 503
   *   when the stored credential is needed and cannot be opened
   */
  async test(input: InstanceInput): Promise<void> {
    const { id } = input;
    const stored = id ? await this.database.read((tx) => this.rows.require(tx, id)) : null;
    if (!stored) return this.probe.test(judgeCandidate(input));
    const { apiKey, ...target } = judgeStoredCandidate(input, recordOf(stored));
    return this.probe.test({ ...target, apiKey: apiKey ?? this.rows.apiKeyOf(stored) });
  }

  /** Source: doc 3 section 0, ids. */
  private generateId(serviceType: ServiceType): string {
    return `${serviceType}-${this.random.uuid().slice(0, 8)}`;
  }
}

/** An instance as administrators see it. Asks the disk, so not inside a transaction. */
export async function administered(row: ServiceInstanceRow, roots: MediaRootsService): Promise<AdministeredInstance> {
  const { mediaPathMappings } = row;
  return { ...recordOf(row), mediaPathMappings, mediaDownloads: await roots.serveAny(mediaPathMappings) };
}
