import { Injectable } from '@nestjs/common';
import type { RadarrClient } from '../../../clients/radarr/radarr.client.js';
import { InstanceClientsService } from './instance-clients.service.js';
import { InstanceAddressService } from './instance-address.service.js';
import type { ChaptarrClient } from '../../../clients/chaptarr/chaptarr.client.js';
import type { LidarrClient } from '../../../clients/lidarr/lidarr.client.js';
import type { SonarrClient } from '../../../clients/sonarr/sonarr.client.js';

/** Clients of the configured movie managers. Whether somebody may use one is judged before, by InstanceAccessService. */
@Injectable()
export class MovieManagersService {
  constructor(
    private readonly places: InstanceAddressService,
    private readonly dialing: InstanceClientsService,
  ) {}

  /**
   * A client for the movie manager of this id, by its address and credential of this moment. Ask anew for each piece
   * of work, and not inside a transaction.
   *
   * @throws InstanceMissing 404 when there is no movie manager of this id; SecretUnreadable or StorageError 503
   */
  async connect(instanceId: string): Promise<RadarrClient> {
    return this.dialing.movieManager(await this.places.of(instanceId, 'movie_manager'));
  }
}

/** Clients of the configured TV managers. Whether somebody may use one is judged before, by InstanceAccessService. */
@Injectable()
export class TvManagersService {
  constructor(
    private readonly places: InstanceAddressService,
    private readonly dialing: InstanceClientsService,
  ) {}

  /**
   * A client for the TV manager of this id, by its address and credential of this moment. Ask anew for each piece
   * of work, and not inside a transaction.
   *
   * @throws InstanceMissing 404 when there is no TV manager of this id; SecretUnreadable or StorageError 503
   */
  async connect(instanceId: string): Promise<SonarrClient> {
    return this.dialing.tvManager(await this.places.of(instanceId, 'tv_manager'));
  }
}

/** Clients of the configured book managers. Whether somebody may use one is judged before, by InstanceAccessService. */
@Injectable()
export class BookManagersService {
  constructor(
    private readonly places: InstanceAddressService,
    private readonly dialing: InstanceClientsService,
  ) {}

  /**
   * A client for the book manager of this id, by its address and credential of this moment. Ask anew for each piece
   * of work, and not inside a transaction.
   *
   * @throws InstanceMissing 404 when there is no book manager of this id; SecretUnreadable or StorageError 503
   */
  async connect(instanceId: string): Promise<ChaptarrClient> {
    return this.dialing.bookManager(await this.places.of(instanceId, 'book_manager'));
  }
}

/** Clients of the configured music managers. Whether somebody may use one is judged before, by InstanceAccessService. */
@Injectable()
export class MusicManagersService {
  constructor(
    private readonly places: InstanceAddressService,
    private readonly dialing: InstanceClientsService,
  ) {}

  /**
   * A client for the music manager of this id, by its address and credential of this moment. Ask anew for each piece
   * of work, and not inside a transaction.
   *
   * @throws InstanceMissing 404 when there is no music manager of this id; SecretUnreadable or StorageError 503
   */
  async connect(instanceId: string): Promise<LidarrClient> {
    return this.dialing.musicManager(await this.places.of(instanceId, 'music_manager'));
  }
}
