import { Injectable } from '@nestjs/common';
import { ChaptarrClient } from '../../../clients/chaptarr/chaptarr.client.js';
import { HttpRelay } from '../../../clients/http/http-relay.js';
import { LidarrClient } from '../../../clients/lidarr/lidarr.client.js';
import { authorization } from '../../../clients/mediabrowser/mediabrowser-transport.js';
import { RadarrClient } from '../../../clients/radarr/radarr.client.js';
import type { ServarrAddress, ServarrClient } from '../../../clients/servarr/servarr.client.js';
import { SonarrClient } from '../../../clients/sonarr/sonarr.client.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceMissing, instanceNotProxied } from '../instances.errors.js';
import type { KeyedType } from '../registry/instance-input.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import { factsOf, isDownloadClient, type LibraryManagerType, type ServiceType } from '../service-kinds.js';

export interface InstanceAddress {
  readonly url: string;
  readonly apiKey: Secret;
}

/** What can be asked of every library manager, whatever it keeps. */
export type LibraryManager = Pick<ServarrClient<unknown>, 'testConnection' | 'notifications'>;

interface ManagerClients {
  readonly movie_manager: RadarrClient;
  readonly tv_manager: SonarrClient;
  readonly book_manager: ChaptarrClient;
  readonly music_manager: LidarrClient;
}

const MANAGERS: { readonly [Kind in LibraryManagerType]: new (address: ServarrAddress) => ManagerClients[Kind] } = {
  movie_manager: RadarrClient,
  tv_manager: SonarrClient,
  book_manager: ChaptarrClient,
  music_manager: LidarrClient,
};

/** Makes clients of library managers, and ways to pass calls on. Whether somebody may use an instance is judged before. */
@Injectable()
export class InstanceClientsService {
  constructor(
    private readonly database: Database,
    private readonly rows: InstancesRepository,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
  ) {}

  /** A client for the manager of this kind at this address, as far as all kinds are alike. */
  manager(serviceType: LibraryManagerType, address: InstanceAddress): LibraryManager {
    return new MANAGERS[serviceType](this.dialing(address));
  }

  /**
   * The manager of this kind and id, as of this moment: ask anew for each piece of work, outside of transactions.
   * @throws InstanceMissing 404 when there is none of this kind and id; SecretUnreadable or StorageError 503
   */
  async connect<Kind extends LibraryManagerType>(serviceType: Kind, instanceId: string): Promise<ManagerClients[Kind]> {
    return new MANAGERS[serviceType](this.dialing(await this.addressOf(instanceId, serviceType)));
  }

  /**
   * As {@link connect}, to pass calls on with the instance's own key and no other.
   * @throws AppError 400 for the hub, whose credential is a person's, and for download clients, which have own routes
   */
  async relay(instanceId: string, serviceType: ServiceType): Promise<HttpRelay> {
    if (serviceType === 'hub' || isDownloadClient(serviceType)) throw instanceNotProxied(serviceType);
    const { apiKey, ...address } = this.dialing(await this.addressOf(instanceId, serviceType));
    const system = factsOf(serviceType).product.toLowerCase();
    return new HttpRelay({ ...address, system, headers: credentialHeader(serviceType, apiKey) });
  }

  private async addressOf(instanceId: string, serviceType: ServiceType): Promise<InstanceAddress> {
    const row = await this.database.read((tx) => this.rows.find(tx, instanceId));
    if (row?.serviceType !== serviceType) throw new InstanceMissing();
    return { url: row.url, apiKey: this.rows.apiKeyOf(row) };
  }

  private dialing({ url, apiKey }: InstanceAddress): ServarrAddress {
    return { url, apiKey, clock: this.clock, log: this.log, meter: this.meter };
  }
}

function credentialHeader(serviceType: KeyedType, apiKey: Secret): Readonly<Record<string, Secret>> {
  switch (serviceType) {
    case 'video_server_a':
      return { Authorization: Secret.of(authorization('MediaBrowser', { Token: apiKey.reveal() })) };
    case 'video_server_b':
      return { 'X-Emby-Token': apiKey };
    case 'audiobook_server':
      return { Authorization: Secret.of(`Bearer ${apiKey.reveal()}`) };
    default:
      return { 'X-Api-Key': apiKey };
  }
}
