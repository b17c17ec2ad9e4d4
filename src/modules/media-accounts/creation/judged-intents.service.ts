import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Random } from '../../../core/time/random.js';
import { AccessReviewService } from '../access/access-review.service.js';
import { LinksService, type PersonWithoutAccount } from '../linking/links.service.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { accountExists, linkChangedMeanwhile, nameTaken, serverNotGranted } from '../media-accounts.errors.js';
import { isCalled } from '../servers/media-server.js';
import { AccountIntentsRepository } from '../accounts/account-intents.repository.js';
import { type ClaimedIntent, IntentClaimsService } from './intent-claims.service.js';
import type { MadeAccount } from './made-accounts.service.js';
import { type AccountMeans, ServerRightsService } from '../access/server-rights.service.js';

const SECRET_BYTES = 32;

/** Notes what is being made for somebody, and judges their right to it in each write. */
@Injectable()
export class JudgedIntentsService {
  constructor(
    private readonly rights: ServerRightsService,
    private readonly reviews: AccessReviewService,
    private readonly intents: AccountIntentsRepository,
    private readonly links: MediaAccountsRepository,
    private readonly gone: LinksService,
    private readonly claims: IntentClaimsService,
    private readonly random: Random,
  ) {}

  /**
   * Commits the intent before anybody is asked. A password needs a one-time secret, an invitation none.
   * @throws AppError as {@link ServerRightsService.requireServer} and {@link LinksService.endGone}; 409 `account_exists`, `name_taken`
   */
  begin(
    { userId, instanceId, gone }: PersonWithoutAccount,
    name: string,
    means: AccountMeans,
    alongside: (tx: WriteTx) => Promise<void> = () => Promise.resolve(),
  ): Promise<ClaimedIntent> {
    const secret = Secret.of(means === 'password' ? this.random.base64url(SECRET_BYTES) : '');
    return this.claims.add({ userId, instanceId, name, secret }, async (tx) => {
      await this.rights.requireServer(tx, { userId, instanceId }, means);
      await this.gone.endGone(tx, { userId, instanceId }, gone);
      if (await this.intents.of(tx, userId, instanceId)) throw accountExists();
      if (await this.intents.isMakingName(tx, instanceId, name)) throw nameTaken();
      if (means === 'address' && (await this.isInvited(tx, instanceId, name))) throw nameTaken();
      await alongside(tx);
    });
  }

  /**
   * Notes which account is ours, before the person's password is sent: from then on it doesn't open by the secret.
   * @throws AppError as {@link ServerRightsService.require}; 409 where other age limits hold than it was made with; IntentClaimLost
   */
  keepMade(claim: ClaimedIntent, { account, confirmed, limitsBefore }: MadeAccount): Promise<void> {
    return this.claims.note(claim, { remoteUserId: account.id, limitsBefore }, async (tx) => {
      const { userId, instanceId } = (await this.intents.find(tx, claim.intent.id)) ?? {
        ...claim.intent,
        userId: null,
      };
      if (userId === null) throw serverNotGranted();
      await this.rights.requireWithoutAccount(tx, { userId, instanceId }, 'password');
      if (!isDeepStrictEqual(await this.reviews.limitsOf(tx, userId), confirmed.limits)) throw linkChangedMeanwhile();
    });
  }

  /** Is somebody linked with an invitation of this address, or the share that came of it? */
  private async isInvited(tx: ReadTx, instanceId: string, address: string): Promise<boolean> {
    const links = await this.links.onInstance(tx, instanceId);
    return links.some(({ remoteUserId: id, hubEmail: email }) => isCalled({ id, email }, address.toLowerCase()));
  }
}
