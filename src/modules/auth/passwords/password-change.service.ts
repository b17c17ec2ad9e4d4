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
import { requireHashablePassword, requireNewPassword } from './passwords.service.js';
import { PasswordsService } from './passwords.service.js';

/** How long after its redemption a link allows to set a password. Source: doc 3, decision on passwords. */
const LINK_RIGHT_MS = 15 * 60_000;

/**
 * Does a session that a link opened then have the right still? A clock that was set back by less than that doesn't take it;
 * one that was set back further doesn't draw it out.
 *
 * @param redeemedAt epoch milliseconds; null where no link has opened the session, or it has used its right
 */
export function isWithinLinkRight(redeemedAt: number | null, now: number): boolean {
  return redeemedAt !== null && Math.abs(now - redeemedAt) <= LINK_RIGHT_MS;
}

/** The account and device that change the password, and the access token of the call. */
export interface PasswordOwner extends Pick<Caller, 'userId' | 'deviceId'> {
  readonly session: Secret;
}

/** What somebody wants their password to be, and what they say it is. */
export interface PasswordInput {
  readonly next: Secret;
  /** Empty when none was given. */
  readonly current: Secret;
}

/** Lets people set and change their own password. Source: doc 3 section 1.1 and its decision on passwords. */
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
   * Sets the caller's password and signs the account's other devices out, in one write. Where there is a password
   * already, it must be given, but for a session that a connect link has just opened: the way back for who forgot it.
   * Other links of the account fall.
   *
   * @throws AppError 400 for a password that can't be taken; 403 when the current one is wrong, or the account is not
   *   to have one; 404 and 401 when account or device ended meanwhile
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

  /** The hash of the account's password; null while it has none. */
  private async storedHash(tx: ReadTx, userId: number): Promise<string | null> {
    const { account, passwordHash } = await this.accounts.requireWithPassword(tx, userId);
    if (!maySignInByPassword(account)) throw passwordNotEnabled();
    return passwordHash;
  }

  /**
   * Returns whether a connect link opened the session of this access token, refreshed or not, a short while ago. Such a
   * session may set a password once without the current one. Source: doc 3 section 1.9 and its decision on passwords.
   */
  private async hasLinkRight(tx: ReadTx, session: Secret): Promise<boolean> {
    return isWithinLinkRight(await this.sessions.linkRedeemedAt(tx, tokenHash(session)), this.clock.now());
  }
}
