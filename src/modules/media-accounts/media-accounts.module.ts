import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { UsersModule } from '../users/users.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { AccessReviewService } from './access/access-review.service.js';
import { LimitRankingService } from './access/limit-ranking.service.js';
import { LibraryPoliciesRepository } from './accounts/library-policies.repository.js';
import { LinkSuppressionsRepository } from './accounts/link-suppressions.repository.js';
import { MediaAccountsRepository } from './accounts/media-accounts.repository.js';
import { AccountIntentsRepository } from './creation/account-intents.repository.js';
import { MediaAppsRepository } from './preferences/media-apps.repository.js';
import { MediaServersService } from './servers/media-servers.service.js';

/** People's accounts on media servers. */
@Module({
  imports: [UsersModule, MetadataModule, InstancesModule],
  providers: [
    MediaAccountsRepository,
    LinkSuppressionsRepository,
    LibraryPoliciesRepository,
    AccountIntentsRepository,
    MediaAppsRepository,
    MediaServersService,
    AccessReviewService,
    LimitRankingService,
  ],
})
export class MediaAccountsModule {}
