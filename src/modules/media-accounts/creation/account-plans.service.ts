import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import type { MediaServerRecord } from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { invalidName } from '../media-accounts.errors.js';
import { type GoneLink, GoneLinksService } from '../access/gone-links.service.js';
import type { MediaServer } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import { AccountIntentsRepository } from './account-intents.repository.js';
import { type AccountTerms, AccountTermsService } from './account-terms.service.js';
import { type AccountPlace, NewAccountRightsService } from './new-account-rights.service.js';

/** An account that is to be made for somebody who brings a password. */
export interface AccountPlan {
  readonly server: MediaServerRecord;
  /** The name that it is to bear. */
  readonly name: string;
  readonly remote: MediaServer;
  readonly terms: AccountTerms;
  /** The link that gives way to it; null where there is none. */
  readonly gone: GoneLink | null;
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
    private readonly gone: GoneLinksService,
  ) {}

  /**
   * The account that may be made now; the one that an earlier call has begun bears the name that it had then. For a kids account
   * ratings may be read; for somebody who is linked, whether that account is gone.
   *
   * @throws AppError as {@link NewAccountRightsService.requireServer} and {@link GoneLinksService.of}; 400 `invalid_name` for a
   *   name that no account there can bear; 502 where age limits can't be kept; InstanceMissing 404; 503 as the storage
   */
  async of(place: AccountPlace): Promise<AccountPlan> {
    const { userId, instanceId } = place;
    const { server, name } = await this.database.read(async (tx) => {
      const held = await this.rights.requireServer(tx, place, 'password');
      const begun = await this.intents.of(tx, userId, instanceId);
      return { server: held, name: begun?.name ?? (await this.people.require(tx, userId)).username };
    });
    const gone = await this.gone.of(place);
    const { remote } = await this.servers.connect(instanceId);
    if (!remote.nameFits(name)) throw invalidName();
    return { server, name, remote, terms: await this.terms.of(userId, instanceId), gone };
  }
}
