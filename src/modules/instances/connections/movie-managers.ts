import { Injectable } from '@nestjs/common';
import type { RadarrClient } from '../../../clients/radarr/radarr-client.js';
import { InstanceDialing } from './instance-dialing.js';
import { InstancePlaces } from './instance-places.js';

/** Clients of the configured movie managers. Whether somebody may use one is judged before, by InstanceAccess. */
@Injectable()
export class MovieManagers {
  constructor(
    private readonly places: InstancePlaces,
    private readonly dialing: InstanceDialing,
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
