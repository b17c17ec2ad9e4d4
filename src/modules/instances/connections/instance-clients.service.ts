import { Injectable } from '@nestjs/common';
import { ChaptarrClient } from '../../../clients/chaptarr/chaptarr.client.js';
import { HttpRelay } from '../../../clients/http/http-relay.js';
import { LidarrClient } from '../../../clients/lidarr/lidarr.client.js';
import { authorization } from '../../../clients/mediabrowser/authorization.js';
import { RadarrClient } from '../../../clients/radarr/radarr.client.js';
import type { ServarrAddress, ServarrClient } from '../../../clients/servarr/servarr.client.js';
import { SonarrClient } from '../../../clients/sonarr/sonarr.client.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import type { KeyedType } from '../registry/instance-input.js';
import { factsOf, type LibraryManagerType } from '../service-kinds.js';

/** Where an instance is, and what opens it. */
export interface InstancePlace {
  readonly url: string;
  readonly apiKey: Secret;
}

/** What can be asked of every library manager, whatever it keeps. */
export type LibraryManager = Pick<ServarrClient<unknown>, 'testConnection' | 'notifications'>;

/** The one place where clients of library managers are made, and ways to pass calls on. Nothing is dialed until they are used. */
@Injectable()
export class InstanceClientsService {
  constructor(
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
  ) {}

  /** A client for the movie manager at this address. */
  movieManager(place: InstancePlace): RadarrClient {
    return new RadarrClient(this.addressOf(place));
  }

  /** A client for the TV manager at this address. */
  tvManager(place: InstancePlace): SonarrClient {
    return new SonarrClient(this.addressOf(place));
  }

  /** A client for the manager of this kind at this address, as far as all kinds are alike. */
  manager(serviceType: LibraryManagerType, place: InstancePlace): LibraryManager {
    switch (serviceType) {
      case 'movie_manager':
        return this.movieManager(place);
      case 'tv_manager':
        return this.tvManager(place);
      case 'book_manager':
        return this.bookManager(place);
      case 'music_manager':
        return this.musicManager(place);
    }
  }

  /** The way by which calls are passed on to the instance at this address as they are, with its own key and no other. */
  relay(serviceType: KeyedType, place: InstancePlace): HttpRelay {
    const { apiKey, ...address } = this.addressOf(place);
    const system = factsOf(serviceType).product.toLowerCase();
    return new HttpRelay({ ...address, system, headers: credentialHeader(serviceType, apiKey) });
  }

  bookManager(place: InstancePlace): ChaptarrClient {
    return new ChaptarrClient(this.addressOf(place));
  }

  musicManager(place: InstancePlace): LidarrClient {
    return new LidarrClient(this.addressOf(place));
  }

  private addressOf({ url, apiKey }: InstancePlace): ServarrAddress {
    return { url, apiKey, clock: this.clock, log: this.log, meter: this.meter };
  }
}

/**
 * The header by which an instance of this kind takes its key. Source: doc 1 §4 proxy 7; the facts of jellyfin, emby and
 * audiobookshelf, Auth.
 */
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
