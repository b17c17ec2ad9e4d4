import { Injectable } from '@nestjs/common';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import {
  AccountsRepository,
  DeviceRevoked,
  DevicesRepository,
  OidcIdentitiesRepository,
  type OidcSubject,
} from '../../users/users.public.js';
import { lastWayIn } from '../auth.errors.js';
import { LocalMethodsService } from '../sso-only/local-methods.service.js';

/** A person at a provider that an account is linked to. */
export interface LinkedSubject extends OidcSubject {
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Who an account is at providers, and the end of it. Source: doc 1 section 4, doc 3 section 12.2. */
@Injectable()
export class OidcIdentitiesService {
  constructor(
    private readonly database: Database,
    private readonly identities: OidcIdentitiesRepository,
    private readonly accounts: AccountsRepository,
    private readonly devices: DevicesRepository,
    private readonly localMethods: LocalMethodsService,
    private readonly events: EventBus,
  ) {}

  /** @throws AppError 404 for an unknown account */
  of(userId: number): Promise<readonly LinkedSubject[]> {
    return this.database.read(async (tx) => {
      await this.accounts.require(tx, userId);
      return this.identities.ofUser(tx, userId);
    });
  }

  /**
   * Unlinks the caller's account from an issuer, and ends what signed in by it. Once more changes nothing.
   *
   * @throws AppError 409 where nothing of our own would let it in
   */
  async unlinkOwn(userId: number, issuer: string): Promise<void> {
    await this.ended(
      this.database.write(async (tx) => {
        const linked = await this.identities.ofUser(tx, userId);
        const isLinked = linked.some((one) => one.issuer === issuer);
        if (isLinked && !(await this.localMethods.hasOne(tx, userId))) throw lastWayIn();
        return this.unlink(tx, userId, issuer);
      }),
    );
  }

  /** As an administrator: what the account is left with is theirs to judge. @throws AppError 404; 401 and 403 */
  async unlinkOther(admin: Privileged, userId: number, issuer: string): Promise<void> {
    await this.ended(
      privilegedWrite(this.database, admin, async (tx) => {
        await this.accounts.require(tx, userId);
        return this.unlink(tx, userId, issuer);
      }),
    );
  }

  private async unlink(tx: WriteTx, userId: number, issuer: string): Promise<readonly string[]> {
    if (!(await this.identities.removeIssuer(tx, userId, issuer))) return [];
    return this.devices.revokeWhere(tx, { userId, methods: ['oidc'], issuer });
  }

  private async ended(devices: Promise<readonly string[]>): Promise<void> {
    for (const id of await devices) await this.events.publish(new DeviceRevoked(id));
  }
}
