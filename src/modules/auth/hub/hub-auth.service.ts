import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { CHILDREN_MAY_SIGN_UP, SIGN_UP_WAYS, type SignUpWay } from '../../content-policy/content-policy.public.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import { ContentPoliciesRepository, DevicesRepository, publishRevoked } from '../../users/users.public.js';
import { AttemptsService } from '../attempts/attempts.service.js';
import { hubSignInOff } from '../auth.errors.js';

export interface HubAuth {
  readonly enabled: boolean;
  /** Is an account made for people who have access to a server of the household and no account yet? */
  readonly autoCreate: boolean;
}

export interface KnownHubAuth extends HubAuth {
  /** What children can still do by it, in words; null where there is nothing to say. */
  readonly warning: string | null;
}

const HUB_AUTH = defineSetting({
  key: 'plex_auth',
  schema: z.object({ enabled: z.boolean(), auto_create: z.boolean() }),
  fallback: { enabled: false, auto_create: false },
});

@Injectable()
export class HubAuthService implements OnModuleInit, SignUpWay {
  private readonly cached: CachedReading<HubAuth>;

  constructor(
    private readonly database: Database,
    private readonly store: SettingsRepository,
    private readonly policies: ContentPoliciesRepository,
    private readonly devices: DevicesRepository,
    private readonly attempts: AttemptsService,
    private readonly ports: PortRegistry,
    private readonly events: EventBus,
  ) {
    this.cached = new CachedReading(database, () => database.readOne((tx) => this.read(tx)));
  }

  onModuleInit(): void {
    this.ports.register(SIGN_UP_WAYS, this);
  }

  async makesAccounts(tx: ReadTx): Promise<boolean> {
    const { enabled, autoCreate } = await this.read(tx);
    return enabled && autoCreate;
  }

  get(): Promise<KnownHubAuth> {
    return this.database.read((tx) => this.readKnown(tx));
  }

  /** What holds in this transaction. */
  async read(tx: ReadTx): Promise<HubAuth> {
    const { enabled, auto_create: autoCreate } = await this.store.get(tx, HUB_AUTH);
    return { enabled, autoCreate };
  }

  /** What holds at this moment. Not inside a transaction. */
  current(): Promise<HubAuth> {
    return this.cached.get();
  }

  /** Asked before the hub is. @throws AppError 403 while it is switched off */
  async requireEnabled(): Promise<void> {
    if (!(await this.current()).enabled) throw hubSignInOff();
  }

  /** Switching it off ends, in the same write, every session that the hub has begun. @throws AppError 401 and 403 for a lost right */
  async change(admin: Privileged, { enabled, autoCreate }: HubAuth): Promise<KnownHubAuth> {
    const { ended, known } = await privilegedWrite(this.database, admin, async (tx) => {
      await this.store.set(tx, HUB_AUTH, { enabled, auto_create: autoCreate });
      const revoked = enabled ? [] : await this.devices.revokeWhere(tx, { methods: ['hub'] });
      return { ended: revoked, known: await this.readKnown(tx) };
    });
    if (!enabled) this.attempts.endAll('hub');
    await publishRevoked(this.events, ended);
    return known;
  }

  private async readKnown(tx: ReadTx): Promise<KnownHubAuth> {
    const reachesChildren = (await this.makesAccounts(tx)) && (await this.policies.any(tx));
    return { ...(await this.read(tx)), warning: reachesChildren ? CHILDREN_MAY_SIGN_UP : null };
  }
}
