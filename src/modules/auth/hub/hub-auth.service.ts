import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import { DevicesRepository, publishRevoked } from '../../users/users.public.js';
import { AttemptsService } from '../attempts/attempts.service.js';
import { hubSignInOff } from '../auth.errors.js';

/** What administrators have decided about sign-in by the hub. Source: doc 3 section 12.1. */
export interface HubAuth {
  readonly enabled: boolean;
  /** Is an account made for people who have access to a server of the household and no account yet? */
  readonly autoCreate: boolean;
}

const HUB_AUTH = defineSetting({
  key: 'plex_auth',
  schema: z.object({ enabled: z.boolean(), auto_create: z.boolean() }),
  fallback: { enabled: false, auto_create: false },
});

/** Do people sign in by the hub here? Source: doc 1 section 4, doc 3 section 12.1. */
@Injectable()
export class HubAuthService {
  private readonly kept: CachedReading<HubAuth>;

  constructor(
    private readonly database: Database,
    private readonly store: SettingsRepository,
    private readonly devices: DevicesRepository,
    private readonly attempts: AttemptsService,
    private readonly events: EventBus,
  ) {
    this.kept = new CachedReading(database, () => database.readOne((tx) => this.held(tx)));
  }

  /** What holds in this transaction. */
  async held(tx: ReadTx): Promise<HubAuth> {
    const { enabled, auto_create: autoCreate } = await this.store.get(tx, HUB_AUTH);
    return { enabled, autoCreate };
  }

  /** What holds at this moment. Not inside a transaction. */
  current(): Promise<HubAuth> {
    return this.kept.get();
  }

  /**
   * Asked before the hub is: what is switched off causes no call.
   *
   * @throws AppError 403
   */
  async requireEnabled(): Promise<void> {
    if (!(await this.current()).enabled) throw hubSignInOff();
  }

  /**
   * Decides anew. Switching it off ends, in the same write, every session that the hub has begun; switching it on again
   * revives none. Source: doc 1 section 5, rule 7
   *
   * @throws AppError 401 and 403 when they may not any more
   */
  async change(admin: Privileged, { enabled, autoCreate }: HubAuth): Promise<HubAuth> {
    const ended = await privilegedWrite(this.database, admin, async (tx) => {
      await this.store.set(tx, HUB_AUTH, { enabled, auto_create: autoCreate });
      return enabled ? [] : this.devices.revokeWhere(tx, { methods: ['hub'] });
    });
    if (!enabled) this.attempts.endAll('hub');
    await publishRevoked(this.events, ended);
    return { enabled, autoCreate };
  }
}
