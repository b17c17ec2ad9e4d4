import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { SlidingWindowLimiter } from '../../../core/shares/sliding-window-limiter.js';
import { Clock } from '../../../core/time/clock.js';
import { tooManyRequests } from '../../auth/auth.public.js';
import {
  PROVIDER_CREDENTIALS,
  type ProviderCredential,
  ProviderKeyChanged,
  SecretSettingsRepository,
} from '../../settings/settings.public.js';
import { unknownCredentialKey, unusedCredentialKey } from '../administration.errors.js';
import { type Candidate, isSecretName, SECRET_NAMES, type SecretName } from './candidates.js';

/** Whether a provider's key is at hand, and whose it is. Never the key. */
export interface KeyState {
  readonly stored: boolean;
  /** Does one hold that came with the server, since none is stored? */
  readonly builtIn: boolean;
}

/** So many keys may an account try in a minute. */
const TRIES = { limit: 10, windowMs: 60_000, maxKeys: 10_000 } as const;

/** Tries and stores the keys of outside providers. The modules that use them have registered them. */
@Injectable()
export class ProviderKeysService {
  private readonly tries: SlidingWindowLimiter;

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretSettingsRepository,
    private readonly ports: PortRegistry,
    private readonly events: EventBus,
    clock: Clock,
  ) {
    this.tries = new SlidingWindowLimiter({ ...TRIES, now: () => clock.monotonic() });
  }

  /** The state of each key, also of those that nothing uses. No key is opened for it. */
  states(): Promise<Readonly<Record<SecretName, KeyState>>> {
    return this.database.read(async (tx) => {
      const states = new Map<SecretName, KeyState>();
      for (const name of SECRET_NAMES) {
        const owner = this.ownerOf(name);
        const stored = owner !== undefined && (await this.secrets.isStored(tx, owner.setting));
        states.set(name, { stored, builtIn: !stored && owner?.isBuiltIn === true });
      }
      return Object.fromEntries(states) as Record<SecretName, KeyState>;
    });
  }

  /**
   * Has a key judged by its provider, and keeps nothing of it.
   * @throws AppError 400 for a name that nothing uses; 429 for the eleventh key that an account tries in a minute; 422 and 503 as {@link
   *   ProviderCredential.judge}
   */
  async test({ userId }: Caller, { name, value }: Candidate): Promise<void> {
    const owner = this.requireOwner(name);
    if (!this.tries.take(String(userId))) throw tooManyRequests();
    await owner.judge(value);
  }

  /**
   * Has each key judged by its provider, then stores them all or none.
   * @param admin judged again when the providers have answered
   * @throws AppError 400 for a name that nothing uses; 401 and 403 when they may not any more; 422 and 503 as {@link
   *   ProviderCredential.judge}
   */
  async store(admin: Privileged, candidates: readonly Candidate[]): Promise<void> {
    const owned = candidates.map(({ name, value }) => ({ owner: this.requireOwner(name), value }));
    for (const { owner, value } of owned) await owner.judge(value);
    await privilegedWrite(this.database, admin, async (tx) => {
      for (const { owner, value } of owned) await this.secrets.set(tx, owner.setting, value);
    });
    for (const { owner } of owned) await this.events.publish(new ProviderKeyChanged(owner.name));
  }

  /** @throws AppError 400 for a name that is no key's; 401 and 403 when they may not any more */
  async remove(admin: Privileged, name: string): Promise<void> {
    if (!isSecretName(name)) throw unknownCredentialKey(name);
    const owner = this.ownerOf(name);
    if (!owner) return;
    await privilegedWrite(this.database, admin, (tx) => this.secrets.remove(tx, owner.setting));
    await this.events.publish(new ProviderKeyChanged(owner.name));
  }

  private requireOwner(name: string): ProviderCredential {
    const owner = this.ownerOf(name);
    if (!owner) throw unusedCredentialKey(name);
    return owner;
  }

  private ownerOf(name: string): ProviderCredential | undefined {
    return this.ports.all(PROVIDER_CREDENTIALS).find((owner) => owner.name === name);
  }
}
