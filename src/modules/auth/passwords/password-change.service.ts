import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import {
  AccountsRepository,
  DevicesRepository,
  maySignInByPassword,
  publishRevoked,
  SessionsRepository,
} from '../../users/users.public.js';
import { passwordNotEnabled, wrongCurrentPassword } from '../auth.errors.js';
import { tokenHash } from '../sessions/token-text.js';
import { PasswordsService, requireHashablePassword, requireNewPassword } from './passwords.service.js';

/** How long after its redemption a link allows to set a password. */
const LINK_RIGHT_MS = 15 * 60_000;

/**
 * A clock set back by less than the right lasts doesn't take it; set back further it doesn't prolong it. @param redeemedAt null for no
 * right
 */
export function isWithinLinkRight(redeemedAt: number | null, now: number): boolean {
  return redeemedAt !== null && Math.abs(now - redeemedAt) <= LINK_RIGHT_MS;
}

/** The account and device that change the password, and the access token of the call. */
export interface PasswordOwner extends Pick<Caller, 'userId' | 'deviceId'> {
  readonly session: Secret;
}

export interface PasswordInput {
  readonly next: Secret;
  readonly current: Secret;
}

@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly devices: DevicesRepository,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
    private readonly events: EventBus,
  ) {}

  /**
   * Signs the other devices out and voids the account's links, in one write. A session that a connect link has just opened needs no current
   * password: the way back for who forgot it. @throws AppError 400 for a password that can't be taken; 403 when the current one is wrong,
   * or the account is not to have one; 404 and 401 when account or device ended meanwhile
   */
  async change({ userId, deviceId, session }: PasswordOwner, { next, current }: PasswordInput): Promise<void> {
    requireNewPassword(next);
    requireHashablePassword(current);
    const { known, allowed } = await this.database.read(async (tx) => ({
      known: await this.storedHash(tx, userId),
      allowed: await this.hasLinkRight(tx, session),
    }));
    const isByLink = known !== null && allowed && current.equals('');
    if (known !== null && !isByLink && !(await this.passwords.matches(current, known))) throw wrongCurrentPassword();
    const hashed = await this.passwords.hash(next);
    const signedOut = await this.database.write(async (tx) => {
      // Hashing takes a while: what was judged must still hold.
      if ((await this.storedHash(tx, userId)) !== known) throw wrongCurrentPassword();
      await this.devices.requireUnrevoked(tx, deviceId);
      if (isByLink && !(await this.hasLinkRight(tx, session))) throw wrongCurrentPassword();
      await this.sessions.forgetLinks(tx, userId);
      await this.accounts.setPassword(tx, userId, hashed);
      return this.devices.revokeOthers(tx, userId, deviceId);
    });
    await publishRevoked(this.events, signedOut);
  }

  private async storedHash(tx: ReadTx, userId: number): Promise<string | null> {
    const { account, passwordHash } = await this.accounts.requireWithPassword(tx, userId);
    if (!maySignInByPassword(account)) throw passwordNotEnabled();
    return passwordHash;
  }

  /** Did a connect link open this session, refreshed or not, a short while ago? Then it may set a password once without the current one. */
  private async hasLinkRight(tx: ReadTx, session: Secret): Promise<boolean> {
    return isWithinLinkRight(await this.sessions.linkRedeemedAt(tx, tokenHash(session)), this.clock.now());
  }
}
