import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { SessionsRepository } from '../../users/users.public.js';
import { tokenHash } from '../sessions/token-text.js';

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

/**
 * The right of a session that a connect link has opened, refreshed or not, to set a password without the current one, once.
 * Source: doc 3 section 1.9 and its decision on passwords.
 */
@Injectable()
export class LinkRightService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
  ) {}

  /** Has the session of this access token the right, as this transaction sees it? */
  async stands(tx: ReadTx, session: Secret): Promise<boolean> {
    return isWithinLinkRight(await this.sessions.linkRedeemedAt(tx, tokenHash(session)), this.clock.now());
  }

  /** Takes the right from every session of the account: a password has been set. */
  async useUp(tx: WriteTx, userId: number): Promise<void> {
    await this.sessions.forgetLinks(tx, userId);
  }
}
