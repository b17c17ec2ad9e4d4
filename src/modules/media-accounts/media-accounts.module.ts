import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { AccessReviewService } from './access/access-review.service.js';
import { LimitRankingService } from './access/limit-ranking.service.js';
import { ServerRightsService } from './access/server-rights.service.js';
import { LibraryPoliciesRepository } from './accounts/library-policies.repository.js';
import { LinkSuppressionsRepository } from './accounts/link-suppressions.repository.js';
import { MediaAccountsRepository } from './accounts/media-accounts.repository.js';
import { AccountCreationService } from './creation/account-creation.service.js';
import { AccountIntentsRepository } from './creation/account-intents.repository.js';
import { AccountTermsService } from './creation/account-terms.service.js';
import { IntentSettlingJob } from './creation/intent-settling.job.js';
import { IntentSettlingService } from './creation/intent-settling.service.js';
import { MadeAccountsService } from './creation/made-accounts.service.js';
import { WorkTurnsService } from './creation/work-turns.service.js';
import { AccountImportController } from './http/account-import.controller.js';
import { HubAccountsController } from './http/hub-accounts.controller.js';
import { HubAccountLinksService } from './hub/hub-account-links.service.js';
import { HubFollowingJob } from './hub/hub-following.job.js';
import { HubInvitesService } from './hub/hub-invites.service.js';
import { HubPinsService } from './hub/hub-pins.service.js';
import { HubSharingService } from './hub/hub-sharing.service.js';
import { OwnHubAccountService } from './hub/own-hub-account.service.js';
import { MediaAccountsController } from './http/media-accounts.controller.js';
import { MediaAppsController } from './http/media-apps.controller.js';
import { OwnServersController } from './http/own-servers.controller.js';
import { AccountImportService } from './import/account-import.service.js';
import { AccountLinkingService } from './linking/account-linking.service.js';
import { AccountManagementService } from './linking/account-management.service.js';
import { LinkWritesService } from './linking/link-writes.service.js';
import { SelfLinkService } from './linking/self-link.service.js';
import { MediaAccountCapabilitiesService } from './media-account-capabilities.service.js';
import { MediaServerLifecycleService } from './media-server-lifecycle.service.js';
import { LinkedAccountsService } from './overview/linked-accounts.service.js';
import { LinkedIdentitiesService } from './overview/linked-identities.service.js';
import { LiveAccountsService } from './overview/live-accounts.service.js';
import { OwnServersService } from './overview/own-servers.service.js';
import { RemoteAccountsService } from './overview/remote-accounts.service.js';
import { SeenAccountsService } from './overview/seen-accounts.service.js';
import { MediaAppsRepository } from './preferences/media-apps.repository.js';
import { MediaAppsService } from './preferences/media-apps.service.js';
import { MediaServersService } from './servers/media-servers.service.js';

/** People's accounts on media servers. */
@Module({
  imports: [SettingsModule, UsersModule, MetadataModule, InstancesModule],
  controllers: [
    OwnServersController,
    HubAccountsController,
    MediaAccountsController,
    AccountImportController,
    MediaAppsController,
  ],
  providers: [
    MediaServersService,
    MediaAccountsRepository,
    LinkSuppressionsRepository,
    LibraryPoliciesRepository,
    AccountIntentsRepository,
    MediaAppsRepository,
    AccessReviewService,
    LimitRankingService,
    ServerRightsService,
    LiveAccountsService,
    SeenAccountsService,
    OwnServersService,
    LinkedAccountsService,
    LinkedIdentitiesService,
    RemoteAccountsService,
    WorkTurnsService,
    AccountTermsService,
    MadeAccountsService,
    IntentSettlingService,
    IntentSettlingJob,
    AccountCreationService,
    HubInvitesService,
    HubSharingService,
    HubFollowingJob,
    HubPinsService,
    HubAccountLinksService,
    OwnHubAccountService,
    LinkWritesService,
    SelfLinkService,
    AccountLinkingService,
    AccountManagementService,
    AccountImportService,
    MediaAppsService,
    MediaServerLifecycleService,
    MediaAccountCapabilitiesService,
  ],
  exports: [LinkedIdentitiesService],
})
export class MediaAccountsModule {}
