import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { nameTaken, serverNotGranted } from '../media-accounts.errors.js';
import type { AccountIntentRow } from './account-intent.entity.js';
import { AccountIntentsRepository } from './account-intents.repository.js';
import { LATE_EFFECT_MS } from './intent-settling.service.js';
import type { MadeAccount } from './made-accounts.service.js';
import { type AccountMeans, type AccountPlace, NewAccountRightsService } from './new-account-rights.service.js';

const SECRET_BYTES = 32;

/** Notes what is being made. The right to it is judged in each write. */
@Injectable()
export class IntentWritesService {
  constructor(
    private readonly database: Database,
    private readonly rights: NewAccountRightsService,
    private readonly intents: AccountIntentsRepository,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /**
   * Notes what is to be made, before anybody is asked to make it. The caller has just read that nobody there bears the name, or
   * has the address.
   *
   * @param means with a password the account is made under a one-time secret; an invitation needs none
   * @throws AppError as {@link NewAccountRightsService.require}; 409 `name_taken` while one of that name is made for somebody
   */
  begin(place: AccountPlace, name: string, means: AccountMeans): Promise<AccountIntentRow> {
    const secret = Secret.of(means === 'password' ? this.random.base64url(SECRET_BYTES) : '');
    return this.database.write(async (tx) => {
      await this.rights.require(tx, place, means);
      if (await this.intents.isMakingName(tx, place.instanceId, name)) throw nameTaken();
      const nextAttemptAt = this.clock.now() + LATE_EFFECT_MS;
      return this.intents.add(tx, { ...place, name, secret, nextAttemptAt });
    });
  }

  /**
   * Notes which account is ours, before the person's password is sent: from then on it doesn't open by the secret.
   *
   * @throws AppError as {@link NewAccountRightsService.require}
   */
  async keepMade({ id, userId, instanceId }: AccountIntentRow, { account, limitsBefore }: MadeAccount): Promise<void> {
    await this.database.write(async (tx) => {
      if (userId === null) throw serverNotGranted();
      await this.rights.require(tx, { userId, instanceId }, 'password');
      const nextAttemptAt = this.clock.now() + LATE_EFFECT_MS;
      await this.intents.change(tx, id, { remoteUserId: account.id, limitsBefore, nextAttemptAt });
    });
  }
}
