import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import type { MediaServerRecord } from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { invalidName } from '../media-accounts.errors.js';
import type { MediaServer } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import type { AccountIntentRow } from './account-intent.entity.js';
import { AccountIntentsRepository } from './account-intents.repository.js';
import { type AccountTerms, AccountTermsService } from './account-terms.service.js';
import { type AccountPlace, NewAccountRightsService } from './new-account-rights.service.js';

/** What is to be done for somebody who asks for an account with a password. */
export interface AccountTask {
  /** What an earlier call has left; null where there is nothing. */
  readonly begun: AccountIntentRow | null;
  /** The name that the account is to bear. */
  readonly name: string;
}

/** How it is done. */
export interface AccountPlan {
  readonly remote: MediaServer;
  readonly terms: AccountTerms;
}

/** Which account is to be made for somebody, and what is it to see? Nothing is written. */
@Injectable()
export class AccountPlansService {
  constructor(
    private readonly database: Database,
    private readonly rights: NewAccountRightsService,
    private readonly people: AccountsRepository,
    private readonly intents: AccountIntentsRepository,
    private readonly servers: MediaServersService,
    private readonly terms: AccountTermsService,
  ) {}

  /** The server, where its account may be made now. @throws AppError as {@link NewAccountRightsService.require} */
  server(place: AccountPlace): Promise<MediaServerRecord> {
    return this.database.read((tx) => this.rights.require(tx, place, 'password'));
  }

  /** @throws AppError as {@link server} */
  task(place: AccountPlace): Promise<AccountTask> {
    return this.database.read(async (tx) => {
      await this.rights.require(tx, place, 'password');
      const begun = await this.intents.of(tx, place.userId, place.instanceId);
      return { begun, name: begun?.name ?? (await this.people.require(tx, place.userId)).username };
    });
  }

  /**
   * Nobody is asked to write anything; for a kids account the ratings may be read.
   *
   * @throws InstanceMissing 404; AppError 400 `invalid_name` for a name that no account there can bear, 502 where age limits can't
   *   be kept; 503 as the storage
   */
  async plan({ userId, instanceId }: AccountPlace, name: string): Promise<AccountPlan> {
    const { remote } = await this.servers.connect(instanceId);
    if (!remote.nameFits(name)) throw invalidName();
    return { remote, terms: await this.terms.of(userId, instanceId) };
  }
}
