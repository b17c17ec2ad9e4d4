import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { InstanceMissing, isLibraryManager, MediaServerDirectoryService } from '../../instances/instances.public.js';
import { AccessReviewService } from '../access/access-review.service.js';
import { LimitRankingService } from '../access/limit-ranking.service.js';
import { librariesOf } from '../access/wanted-access.js';
import type { ConfirmedAccess } from '../accounts/confirmed-access.js';
import { LibraryPoliciesRepository } from '../accounts/library-policies.repository.js';
import { limitsNotKept } from '../media-accounts.errors.js';
import type { AccessToOpen } from '../servers/media-server.js';

/** What an account that is made now is to see. */
export interface AccountTerms {
  readonly access: AccessToOpen;
  /** What the server has confirmed once the account is made. */
  readonly confirmed: ConfirmedAccess;
}

/** What is an account of somebody on a server to see from its first moment on? */
@Injectable()
export class AccountTermsService {
  constructor(
    private readonly database: Database,
    private readonly directory: MediaServerDirectoryService,
    private readonly reviews: AccessReviewService,
    private readonly policies: LibraryPoliciesRepository,
    private readonly ranking: LimitRankingService,
  ) {}

  /**
   * The libraries by configuration and choice, and the age limits of a kids account. Not inside a transaction.
   *
   * @throws AppError 502 where the limits can't be put in order now: an account without them isn't made; 503 as the storage
   */
  async of(userId: number, instanceId: string): Promise<AccountTerms> {
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
    const ranked = limits && (await this.ranking.rank(limits));
    if (limits && !ranked) throw limitsNotKept();
    return {
      access: { access: 'on', libraries, keepsLibraries: false, limits: ranked, limitsBefore: null },
      confirmed: { access: 'on', libraries, limits },
    };
  }
}
