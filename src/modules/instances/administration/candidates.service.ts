import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import type { LinkOwner } from '../hub/hub-links.service.js';
import type { ServerContent } from '../registry/server-content.js';
import { ConnectionTestFailed, NoMediaServer } from '../instances.errors.js';
import { MediaRootsService } from '../media-paths/media-roots.service.js';
import { ConnectionProbeService } from '../probe/connection-probe.service.js';
import {
  type InstanceInput,
  type InstanceUpdate,
  judgeCandidate,
  judgeInstanceUpdate,
  judgeMove,
  judgeNewInstance,
  judgeServiceType,
  type NewInstance,
} from '../registry/instance-input.js';
import { recordOf } from '../registry/instance-record.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServiceInstanceRow } from '../registry/service-instance.entity.js';
import { isDownloadClient, isLibraryManager, isMediaServer, type LibraryManagerType } from '../service-kinds.js';
import { DownloadClientCandidatesService } from './download-client-candidates.service.js';
import { HubCandidatesService, type OfferedServers } from './hub-candidates.service.js';
import { MediaServerCandidatesService } from './media-server-candidates.service.js';

/** How long somebody waits for the libraries of a media server. Source: doc 3 section 3.2. */
const LIBRARIES_MS = 15_000;

/**
 * What an administrator sends of an instance, judged and tried before anything is stored, each kind by its own rules.
 * Nothing is dialed inside a transaction.
 *
 * Every method throws AppError 400 naming the first fault, ConnectionTestFailed 400, HubLinkExpired 404 for a PIN that isn't the
 * caller's, and SecretUnreadable 503 when a stored credential is needed and can't be opened.
 */
@Injectable()
export class CandidatesService {
  constructor(
    private readonly probe: ConnectionProbeService,
    private readonly hub: HubCandidatesService,
    private readonly mediaServers: MediaServerCandidatesService,
    private readonly downloadClients: DownloadClientCandidatesService,
    private readonly roots: MediaRootsService,
    private readonly rows: InstancesRepository,
    private readonly clock: Clock,
  ) {}

  /** A new instance that works. */
  async fresh(by: LinkOwner, input: InstanceInput): Promise<NewInstance> {
    const serviceType = judgeServiceType(input.serviceType);
    if (serviceType === 'hub') return this.hub.fresh(by, input);
    if (isDownloadClient(serviceType)) return this.downloadClients.fresh(input, serviceType);
    if (!isLibraryManager(serviceType)) return this.mediaServers.fresh(input, serviceType);
    const instance = judgeNewInstance(input, serviceType);
    await this.roots.requireFolders(instance.mediaPathMappings);
    await this.probe.test(instance);
    return instance;
  }

  /** Changes after which the instance works. Where it is reached as before nothing is dialed. */
  async change(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow): Promise<InstanceUpdate> {
    const { serviceType } = stored;
    if (serviceType === 'hub') return this.hub.change(by, input, stored);
    if (isDownloadClient(serviceType)) return this.downloadClients.change(input, serviceType, stored);
    if (!isLibraryManager(serviceType)) return this.mediaServers.change(input, serviceType, stored);
    const changes = judgeInstanceUpdate(input, recordOf(stored));
    await this.roots.requireFolders(changes.mediaPathMappings ?? []);
    if (changes.apiKey || changes.url !== stored.url) await this.dial(serviceType, changes, stored);
    return changes;
  }

  /**
   * Dials a candidate.
   *
   * @param stored what stands for a credential that isn't sent, and has the say about the kind; null for nothing
   */
  async test(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): Promise<void> {
    const serviceType = stored?.serviceType ?? judgeServiceType(input.serviceType);
    if (serviceType === 'hub') return this.hub.test(by, input, stored);
    if (isDownloadClient(serviceType)) return this.downloadClients.test(input, serviceType, stored);
    if (!isLibraryManager(serviceType)) return this.mediaServers.test(input, serviceType, stored);
    if (!stored) return this.probe.test(judgeCandidate(input, serviceType));
    return this.dial(serviceType, judgeMove(input, recordOf(stored)), stored);
  }

  /**
   * The libraries that a media server reports within 15 seconds. Source: doc 3 section 3.2.
   *
   * @throws NoMediaServer 400
   */
  async libraries(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): Promise<ServerContent> {
    const content = await within(this.clock, LIBRARIES_MS, this.content(by, input, stored));
    if (content === TOO_LATE) throw new ConnectionTestFailed('timed_out', 'could not reach server: no answer in time');
    return content;
  }

  /**
   * The servers of an account at the hub.
   *
   * @throws NoMediaServer 400; UpstreamError when the hub can't be asked
   */
  async hubServers(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): Promise<OfferedServers> {
    const serviceType = stored?.serviceType ?? judgeServiceType(input.serviceType ?? 'hub');
    if (serviceType !== 'hub') throw new NoMediaServer();
    return this.hub.offers(by, input, stored);
  }

  private async content(
    by: LinkOwner,
    input: InstanceInput,
    stored: ServiceInstanceRow | null,
  ): Promise<ServerContent> {
    const serviceType = stored?.serviceType ?? judgeServiceType(input.serviceType);
    if (!isMediaServer(serviceType)) throw new NoMediaServer();
    if (serviceType === 'hub') return this.hub.libraries(by, input, stored);
    return this.mediaServers.libraries(input, serviceType, stored);
  }

  private dial(
    serviceType: LibraryManagerType,
    { url, apiKey }: Pick<InstanceUpdate, 'url' | 'apiKey'>,
    stored: ServiceInstanceRow,
  ): Promise<void> {
    return this.probe.test({ serviceType, url, apiKey: apiKey ?? this.rows.apiKeyOf(stored) });
  }
}
