import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import { DownloadsScopeSet } from '../downloads.events.js';

/** Whose downloads members see: everybody's in their libraries, or those of their own requests. */
export const USER_SCOPES = ['all', 'mine'] as const;
export type UserScope = (typeof USER_SCOPES)[number];

const USER_SCOPE = defineSetting<UserScope>({
  key: 'downloads_user_scope',
  schema: z.enum(USER_SCOPES),
  fallback: 'all',
});

@Injectable()
export class UserScopeService {
  constructor(
    private readonly database: Database,
    private readonly store: SettingsRepository,
    private readonly events: EventBus,
  ) {}

  current(): Promise<UserScope> {
    return this.database.read((tx) => this.in(tx));
  }

  /** The same, as of the moment of a read that is under way. */
  in(tx: ReadTx): Promise<UserScope> {
    return this.store.get(tx, USER_SCOPE);
  }

  /** @throws AppError 401 and 403 when they may not any more; StorageError 503 */
  async set(admin: Privileged, scope: UserScope): Promise<UserScope> {
    await privilegedWrite(this.database, admin, (tx) => this.store.set(tx, USER_SCOPE, scope));
    await this.events.publish(new DownloadsScopeSet());
    return scope;
  }
}
