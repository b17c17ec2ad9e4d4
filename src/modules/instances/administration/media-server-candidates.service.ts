import { Injectable } from '@nestjs/common';
import { MediaServerProbeService } from '../probe/media-server-probe.service.js';
import {
  type Connection,
  type InstanceInput,
  type InstanceUpdate,
  judgeCandidate,
  judgeMove,
  type NewInstance,
} from '../registry/instance-input.js';
import { judgeMediaServerUpdate, judgeNewMediaServer } from '../registry/media-server-input.js';
import { recordOf } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServerContent } from '../registry/server-content.js';
import type { ServiceInstanceRow } from '../registry/service-instance.entity.js';
import type { SelfHostedMediaServerType } from '../service-kinds.js';

type Kind = SelfHostedMediaServerType;

/**
 * Self-hosted media servers, judged and tried before they are stored: a typed address and a typed key. Source: doc 3 sections
 * 3.1 and 3.2.
 *
 * Every method throws AppError 400 naming the first fault, ConnectionTestFailed 400, and SecretUnreadable 503 where a stored
 * credential is needed and can't be opened.
 */
@Injectable()
export class MediaServerCandidatesService {
  constructor(
    private readonly probe: MediaServerProbeService,
    private readonly rows: InstancesRepository,
  ) {}

  /** A new server that works. */
  async fresh(input: InstanceInput, serviceType: Kind): Promise<NewInstance> {
    const instance = judgeNewMediaServer(input, serviceType);
    await this.probe.test(instance);
    return instance;
  }

  /** Changes after which the server works. Where it is reached as before nothing is dialed. */
  async change(input: InstanceInput, serviceType: Kind, stored: ServiceInstanceRow): Promise<InstanceUpdate> {
    const changes = judgeMediaServerUpdate(input, { ...recordOf(stored), serviceType });
    const { url, apiKey } = changes;
    if (!apiKey && url === stored.url) return changes;
    await this.probe.test({ serviceType, url, apiKey: apiKey ?? this.rows.apiKeyOf(stored) });
    return changes;
  }

  /**
   * Dials a candidate and saves nothing.
   *
   * @param stored what stands for an address and a credential that aren't sent; null for nothing
   */
  async test(input: InstanceInput, serviceType: Kind, stored: ServiceInstanceRow | null): Promise<void> {
    return this.probe.test(this.connection(input, serviceType, stored));
  }

  /** What a candidate holds; as {@link test}. */
  async libraries(input: InstanceInput, serviceType: Kind, stored: ServiceInstanceRow | null): Promise<ServerContent> {
    return this.probe.content(this.connection(input, serviceType, stored));
  }

  private connection(input: InstanceInput, serviceType: Kind, stored: ServiceInstanceRow | null): Connection<Kind> {
    if (!stored) return judgeCandidate(input, serviceType);
    const { url, apiKey } = judgeMove({ ...input, url: input.url ?? stored.url }, recordOf(stored));
    return { serviceType, url, apiKey: apiKey ?? this.rows.apiKeyOf(stored) };
  }
}
