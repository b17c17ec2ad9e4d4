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

export interface AccountTerms {
  readonly access: AccessToOpen;
  /** What the server has confirmed once the account is made. */
  readonly confirmed: ConfirmedAccess;
}

export interface AccountPlan {
  readonly server: MediaServerRecord;
  readonly name: string;
  readonly remote: MediaServer;
  readonly terms: AccountTerms;
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
   * One that was begun keeps its name.
   * @throws AppError as requireServer, goneLink and {@link terms}; 400 `invalid_name`; InstanceMissing
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

  /** Not inside a transaction. @throws AppError 502 where the limits can't be ranked now: no account without them; 503 */
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
