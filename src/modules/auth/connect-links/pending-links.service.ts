import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { AccountsRepository, ConnectTokensRepository, type PendingLink } from '../../users/users.public.js';
import { noPendingLink } from '../auth.errors.js';

/** A link that can still be used, with the names of those whom it concerns. */
export interface ListedLink extends Pick<PendingLink, 'id' | 'createdAt' | 'expiresAt'> {
  /** Whom it signs in. */
  readonly name: string;
  /** Who made it; null where a command on the server's own machine did. */
  readonly createdBy: string | null;
}

/** Which links wait to be used, and away with them. Source: doc 3, decision on pending invitation links. */
@Injectable()
export class PendingLinksService {
  constructor(
    private readonly database: Database,
    private readonly tokens: ConnectTokensRepository,
    private readonly accounts: AccountsRepository,
    private readonly clock: Clock,
  ) {}

  /** The links that can still be used, the newest first. Each account has at most one, so the list is no longer than theirs. */
  list(): Promise<readonly ListedLink[]> {
    return this.database.read(async (tx) => {
      const links = await this.tokens.pending(tx, this.clock.now());
      const people = await this.accounts.byIds(tx, [
        ...new Set(links.flatMap(({ userId, createdBy }) => (createdBy === null ? [userId] : [userId, createdBy]))),
      ]);
      return links.map(({ id, userId, createdBy, createdAt, expiresAt }) => ({
        id,
        name: people.get(userId)?.username ?? '',
        createdBy: createdBy === null ? null : (people.get(createdBy)?.username ?? null),
        createdAt,
        expiresAt,
      }));
    });
  }

  /**
   * Makes a link good for nothing.
   *
   * @throws AppError 404 where no link that could still be used has this id; 401 and 403 when they may not any more
   */
  async takeBack(admin: Privileged, id: string): Promise<void> {
    await privilegedWrite(this.database, admin, async (tx) => {
      if (!(await this.tokens.takeBack(tx, id, this.clock.now()))) throw noPendingLink();
    });
  }
}
