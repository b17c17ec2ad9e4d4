import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { SessionsRepository, type AccessFacts } from '../../users/users.public.js';
import { orUnavailable } from '../judging-fault.js';
import { LastSeenService } from './last-seen.service.js';
import { tokenHash } from './token-text.js';

/**
 * Whose session is this access token? Account and device are read anew for each request, so that a changed role, a
 * revoked device and a deleted account count at once. Source: doc 3 section 1.6.
 */
@Injectable()
export class AccessTokenService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly lastSeen: LastSeenService,
    private readonly clock: Clock,
  ) {}

  /**
   * The caller, or null when the token was judged and refused.
   *
   * @throws AppError 503 when it couldn't be judged, whatever the reason
   */
  async judge(token: Secret): Promise<Caller | null> {
    const now = this.clock.now();
    const facts = await this.factsOf(token);
    if (!facts || !isSessionLive(facts, now)) return null;
    this.lastSeen.note(facts.deviceId, now);
    const { userId, username, role, deviceId, kids } = facts;
    return { userId, username, role, deviceId, kids };
  }

  private factsOf(token: Secret): Promise<AccessFacts | null> {
    return orUnavailable(this.database.readOne((tx) => this.sessions.accessFacts(tx, tokenHash(token))));
  }
}

/** Is a session with these facts good at this moment? A token is refused from the moment of its expiry on. */
function isSessionLive(facts: Pick<AccessFacts, 'expiresAt' | 'deviceRevokedAt'>, now: number): boolean {
  return now < facts.expiresAt && facts.deviceRevokedAt === null;
}
