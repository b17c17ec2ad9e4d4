import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { LinkSuppressionsRepository } from '../accounts/link-suppressions.repository.js';
import { NOTHING_CONFIRMED } from '../accounts/confirmed-access.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { AccountIntentsRepository } from '../creation/account-intents.repository.js';
import { accountExists, remoteAlreadyLinked } from '../media-accounts.errors.js';
import type { RemoteAccount } from '../servers/media-server.js';

/** Somebody is to be linked with an account that is there. */
export interface ExplicitLink {
  readonly userId: number;
  readonly instanceId: string;
  readonly remote: RemoteAccount;
  /** When a managed account is looked at, in epoch milliseconds; null links only. */
  readonly manageFrom: number | null;
}

/** Links people with accounts that are there, inside the write of somebody who has judged the right to. */
@Injectable()
export class LinkWritesService {
  constructor(
    private readonly links: MediaAccountsRepository,
    private readonly suppressions: LinkSuppressionsRepository,
    private readonly intents: AccountIntentsRepository,
  ) {}

  /**
   * Links by somebody's express word, which ends a suppression. Libraries and limits stay as they are. Answers the number of
   * the link.
   *
   * @throws AppError 409 where the person has an account there, or the account is somebody's, or is just being made
   */
  async link(tx: WriteTx, { userId, instanceId, remote, manageFrom }: ExplicitLink): Promise<number> {
    const [own, theirs] = [
      await this.links.of(tx, userId, instanceId),
      await this.links.withRemote(tx, instanceId, remote.id),
    ];
    // Somebody for whom one is being made has it as soon as that is settled.
    if (own || (await this.intents.of(tx, userId, instanceId))) throw accountExists();
    if (theirs || (await this.intents.isMaking(tx, instanceId, remote))) throw remoteAlreadyLinked();
    const manageAccess = manageFrom !== null;
    const rest = { createdByUs: false, manageAccess, confirmed: NOTHING_CONFIRMED, limitsBefore: null };
    const id = await this.links.add(tx, { userId, instanceId, remote, ...rest });
    if (manageAccess) await this.links.change(tx, id, { nextAttemptAt: manageFrom });
    await this.suppressions.clear(tx, userId, instanceId);
    return id;
  }
}
