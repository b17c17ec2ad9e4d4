import { Injectable } from '@nestjs/common';
import type { RadarrClient } from '../../../clients/radarr/radarr-client.js';
import { Database } from '../../../core/database/database.js';
import { InstanceMissing } from '../instances.errors.js';
import { InstanceRows } from '../registry/instance-rows.js';
import { InstanceDialing } from './instance-dialing.js';

/** Clients of the configured movie managers. Whether somebody may use one is judged before, by InstanceAccess. */
@Injectable()
export class MovieManagers {
  constructor(
    private readonly database: Database,
    private readonly rows: InstanceRows,
    private readonly dialing: InstanceDialing,
  ) {}

  /**
   * A client for the movie manager of this id, by its address and credential of this moment. Ask anew for each piece
   * of work, and not inside a transaction.
   *
   * @throws InstanceMissing 404 when there is no movie manager of this id; SecretUnreadable or StorageError 503
   */
  async connect(instanceId: string): Promise<RadarrClient> {
    const row = await this.database.read((tx) => this.rows.find(tx, instanceId));
    if (row?.serviceType !== 'movie_manager') throw new InstanceMissing();
    return this.dialing.movieManager({ url: row.url, apiKey: this.rows.apiKeyOf(row) });
  }
}
