import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import {
  InstanceMissing,
  isLibraryManager,
  MediaServerDirectoryService,
  type MediaServerRecord,
} from '../../instances/instances.public.js';
import { RatingListsService } from '../../metadata/metadata.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { AccessReviewService } from '../access/access-review.service.js';
import { rankLimits } from '../access/limit-ranking.js';
import { type PersonOnServer, ServerRightsService } from '../access/server-rights.service.js';
import { librariesOf } from '../access/wanted-access.js';
import { AccountIntentsRepository } from '../accounts/account-intents.repository.js';
import { LibraryPoliciesRepository } from '../accounts/library-policies.repository.js';
import type { ConfirmedAccess } from '../accounts/media-accounts.repository.js';
import { type GoneLink, LinksService } from '../linking/links.service.js';
import { invalidName, limitsNotKept } from '../media-accounts.errors.js';
import type { AccessToOpen, MediaServer } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';

/** What an account that is made now is to see. */
export interface AccountTerms {
  readonly access: AccessToOpen;
  /** What the server has confirmed once the account is made. */
  readonly confirmed: ConfirmedAccess;
}

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
    private readonly rights: ServerRightsService,
    private readonly people: AccountsRepository,
    private readonly intents: AccountIntentsRepository,
    private readonly servers: MediaServersService,
    private readonly links: LinksService,
    private readonly directory: MediaServerDirectoryService,
    private readonly reviews: AccessReviewService,
    private readonly policies: LibraryPoliciesRepository,
    private readonly ratings: RatingListsService,
  ) {}

  /**
   * The account that may be made now; the one that an earlier call has begun bears the name that it had then. For a kids account
   * ratings may be read; for somebody who is linked, whether that account is gone.
   *
   * @throws AppError as {@link ServerRightsService.requireServer} and {@link LinksService.goneLink}; 400 `invalid_name` for a
   *   name that no account there can bear; 502 where age limits can't be kept; InstanceMissing 404; 503 as the storage
   */
  async of(person: PersonOnServer): Promise<AccountPlan> {
    const { userId, instanceId } = person;
    const { server, name } = await this.database.read(async (tx) => {
      const held = await this.rights.requireServer(tx, person, 'password');
      const begun = await this.intents.of(tx, userId, instanceId);
      return { server: held, name: begun?.name ?? (await this.people.require(tx, userId)).username };
    });
    const gone = await this.links.goneLink(person);
    const { remote } = await this.servers.connect(instanceId);
    if (!remote.nameFits(name)) throw invalidName();
    return { server, name, remote, terms: await this.terms(userId, instanceId), gone };
  }

  /**
   * The libraries by configuration and choice, and the age limits of a kids account. Not inside a transaction.
   *
   * @throws AppError 502 where the limits can't be put in order now: an account without them isn't made; 503 as the storage
   */
  async terms(userId: number, instanceId: string): Promise<AccountTerms> {
    const { libraries, limits } = await this.database.read(async (tx) => {
      const server = await this.directory.byId(tx, instanceId);
      if (!server || isLibraryManager(server.serviceType)) throw new InstanceMissing();
      const policy = await this.policies.of(tx, userId, instanceId);
      const instanceLibraryIds = server.config.libraryIds;
      return {
        libraries: librariesOf({ serverType: server.serviceType, instanceLibraryIds, policy }),
        limits: await this.reviews.limitsOf(tx, userId),
      };
    });
    const ranked = limits && (await rankLimits(this.ratings, limits));
    if (limits && !ranked) throw limitsNotKept();
    return {
      access: { access: 'on', libraries, keepsLibraries: false, limits: ranked, limitsBefore: null },
      confirmed: { access: 'on', libraries, limits },
    };
  }
}
