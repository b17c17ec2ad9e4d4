import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { type MediaApps, MediaAppsRepository } from './media-apps.repository.js';

/** With which apps people open what they watch and listen to. */
@Injectable()
export class MediaAppsService {
  constructor(
    private readonly database: Database,
    private readonly apps: MediaAppsRepository,
  ) {}

  /** @throws StorageError 503 */
  of({ userId }: Caller): Promise<MediaApps> {
    return this.database.read((tx) => this.apps.of(tx, userId));
  }

  /** Replaces some of the choices of the caller, and answers all. @throws StorageError 503 */
  choose({ userId }: Caller, apps: Partial<MediaApps>): Promise<MediaApps> {
    return this.database.write(async (tx) => {
      await this.apps.set(tx, userId, apps);
      return this.apps.of(tx, userId);
    });
  }
}
