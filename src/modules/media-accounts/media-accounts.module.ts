import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { AccountStepsService } from './account-steps.service.js';
import { AccessAttemptService } from './access/access-attempt.service.js';
import { AccessSyncJob } from './access/access-sync.job.js';
import { AccessReviewService } from './access/access-review.service.js';
import { LinksService } from './linking/links.service.js';
import { LiveAccountsService } from './access/live-accounts.service.js';
import { ServerRightsService } from './access/server-rights.service.js';
import { HubInvitationsService } from './accounts/hub-invitations.service.js';
import { LibraryPoliciesRepository } from './accounts/library-policies.repository.js';
import { MediaAccountsRepository } from './accounts/media-accounts.repository.js';
import { AccountCreationService } from './creation/account-creation.service.js';
import { AccountIntentsRepository } from './accounts/account-intents.repository.js';
import { AccountPlansService } from './creation/account-plans.service.js';
import { IntentClaimsService } from './creation/intent-claims.service.js';
import { IntentSettlingJob } from './creation/intent-settling.job.js';
import { JudgedIntentsService } from './creation/judged-intents.service.js';
import { MadeAccountsService } from './creation/made-accounts.service.js';
import { HubEventsRepository } from './accounts/hub-events.repository.js';
import { HubAccountLinksService } from './hub/hub-account-links.service.js';
import { HubFollowingJob } from './hub/hub-following.job.js';
import { HubSharingService } from './hub/hub-sharing.service.js';
import { HubInvitesService } from './hub/hub-invites.service.js';
import { InviteSendingService } from './hub/invite-sending.service.js';
import { OwnHubAccountService } from './hub/own-hub-account.service.js';
import { AccountImportService } from './linking/account-import.service.js';
import { AccountLinkingService } from './linking/account-linking.service.js';
import { SelfLinkService } from './linking/self-link.service.js';
import { MediaAccountLifecycleService } from './media-account-lifecycle.service.js';
import { ListenService } from './listen/listen.service.js';
import { LinkedAccountsService } from './overview/linked-accounts.service.js';
import { LinkedIdentitiesService } from './overview/linked-identities.service.js';
import { OwnServersService } from './overview/own-servers.service.js';
import { MediaAccessService } from './policies/media-access.service.js';
import { MediaAppsService } from './preferences/media-apps.service.js';
import { LiveReadingsService } from './servers/live-readings.service.js';
import { MediaServersService } from './servers/media-servers.service.js';
import { WatchManyService } from './watch/watch-many.service.js';
import { WatchService } from './watch/watch.service.js';
import { HubTitlesJob } from './watch/hub-titles.job.js';
import { OwnServersController } from './http/own-servers.controller.js';
import { MediaAccountsController } from './http/media-accounts.controller.js';
import { MediaAccessController } from './http/media-access.controller.js';
import { MediaAppsController } from './http/media-apps.controller.js';
import { LookupController } from './http/lookup.controller.js';

@Module({
  imports: [SettingsModule, UsersModule, MetadataModule, InstancesModule, ContentPolicyModule, LibraryModule],
  controllers: [
    OwnServersController,
    MediaAccountsController,
    MediaAccessController,
    MediaAppsController,
    LookupController,
  ],
  providers: [
    AccountStepsService,
    MediaServersService,
    LiveReadingsService,
    MediaAccountsRepository,
    HubInvitationsService,
    LibraryPoliciesRepository,
    AccountIntentsRepository,
    HubEventsRepository,
    AccessReviewService,
    AccessAttemptService,
    AccessSyncJob,
    ServerRightsService,
    LiveAccountsService,
    OwnServersService,
    LinkedAccountsService,
    LinkedIdentitiesService,
    AccountPlansService,
    IntentClaimsService,
    JudgedIntentsService,
    MadeAccountsService,
    IntentSettlingJob,
    AccountCreationService,
    InviteSendingService,
    HubInvitesService,
    HubSharingService,
    HubFollowingJob,
    OwnHubAccountService,
    HubAccountLinksService,
    LinksService,
    SelfLinkService,
    AccountLinkingService,
    AccountImportService,
    MediaAppsService,
    MediaAccessService,
    MediaAccountLifecycleService,
    HubTitlesJob,
    WatchService,
    WatchManyService,
    ListenService,
  ],
  exports: [LinkedIdentitiesService, HubEventsRepository, HubInvitationsService],
})
export class MediaAccountsModule {}
