import { Injectable } from '@nestjs/common';
import type { ActingAdministrator, Caller } from '../../../core/access/caller.js';
import { privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import {
  AccountsRepository,
  DevicesRepository,
  OidcIdentitiesRepository,
  type OidcIdentity,
  type OidcSubject,
  publishRevoked,
} from '../../users/users.public.js';
import { AttemptsService } from '../attempts/attempts.service.js';
import { lastWayIn } from '../auth.errors.js';
import { SsoOnlyService } from '../sso-only/sso-only.service.js';
import type { OidcOutcome, OidcProgress } from './oidc-attempt.js';

@Injectable()
export class OidcIdentitiesService {
  constructor(
    private readonly database: Database,
    private readonly identities: OidcIdentitiesRepository,
    private readonly accounts: AccountsRepository,
    private readonly devices: DevicesRepository,
    private readonly ssoOnly: SsoOnlyService,
    private readonly attempts: AttemptsService,
    private readonly events: EventBus,
  ) {}

  /** @throws AppError 404 for an unknown account */
  of(userId: number): Promise<readonly OidcIdentity[]> {
    return this.database.read(async (tx) => {
      await this.accounts.require(tx, userId);
      return this.identities.ofUser(tx, userId);
    });
  }

  /** Ends what signed in by it, too. @throws AppError 409 where no local method would be left, 401 when the device was revoked meanwhile */
  async unlinkOwn({ userId, deviceId }: Pick<Caller, 'userId' | 'deviceId'>, issuer: string): Promise<void> {
    await this.finishUnlinking(
      this.database.write(async (tx) => {
        await this.devices.requireUnrevoked(tx, deviceId);
        return this.unlink(tx, { userId, issuer, isOwn: true });
      }),
    );
  }

  /** Only for one's own account another way in must be left. @throws AppError 404 for no account, 409 as {@link unlinkOwn}; 401 and 403 */
  async unlinkOther(admin: ActingAdministrator, userId: number, issuer: string): Promise<void> {
    await this.finishUnlinking(
      privilegedWrite(this.database, admin, async (tx) => {
        await this.accounts.require(tx, userId);
        return this.unlink(tx, { userId, issuer, isOwn: userId === admin.userId });
      }),
    );
  }

  private async unlink(tx: WriteTx, { userId, issuer, isOwn }: Unlinking): Promise<Unlinked> {
    const subjects = (await this.identities.ofUser(tx, userId)).filter((one) => one.issuer === issuer);
    if (subjects.length === 0) return { userId, subjects, devices: [] };
    if (isOwn && !(await this.ssoOnly.hasLocalMethod(tx, userId))) throw lastWayIn();
    await this.identities.removeIssuer(tx, userId, issuer);
    const devices = await this.devices.revokeWhere(tx, { userId, methods: ['oidc'], issuer });
    return { userId, subjects, devices };
  }

  /** Attempts that would sign the person in, or link the account again, end too. */
  private async finishUnlinking(unlinking: Promise<Unlinked>): Promise<void> {
    const { userId, subjects, devices } = await unlinking;
    const isUnlinked = (person: OidcSubject): boolean =>
      subjects.some(({ issuer, subject }) => issuer === person.issuer && subject === person.subject);
    this.attempts.endWhere<OidcProgress>('oidc', ({ progress: { purpose } }, outcome) => {
      if (purpose.kind === 'link') return subjects.length > 0 && purpose.session.userId === userId;
      const come = outcome as OidcOutcome | undefined;
      return come !== undefined && 'person' in come && isUnlinked(come.person);
    });
    await publishRevoked(this.events, devices);
  }
}

interface Unlinking {
  readonly userId: number;
  readonly issuer: string;
  readonly isOwn: boolean;
}

interface Unlinked {
  readonly userId: number;
  readonly subjects: readonly OidcSubject[];
  readonly devices: readonly string[];
}
