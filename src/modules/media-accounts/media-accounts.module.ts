import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { AccountStepsService } from './account-steps.service.js';
import { AccessAttemptService } from './access/access-attempt.service.js';
import { AccessClaimsService } from './access/access-claims.service.js';
import { AccessEventsService } from './access/access-events.service.js';
import { AccessReviewService } from './access/access-review.service.js';
import { AccessSyncJob } from './access/access-sync.job.js';
import { GoneLinksService } from './access/gone-links.service.js';
import { LimitRankingService } from './access/limit-ranking.service.js';
import { LiveAccountsService } from './access/live-accounts.service.js';
import { SeenAccountsService } from './access/seen-accounts.service.js';
import { ServerAccessService } from './access/server-access.service.js';
import { ServerRightsService } from './access/server-rights.service.js';
import { ShareLooksService } from './access/share-looks.service.js';
import { HubIdentityStatesService } from './accounts/hub-identity-states.service.js';
import { HubInvitationsService } from './accounts/hub-invitations.service.js';
import { LibraryPoliciesRepository } from './accounts/library-policies.repository.js';
import { LinkSuppressionsRepository } from './accounts/link-suppressions.repository.js';
import { LinkedServersService } from './accounts/linked-servers.service.js';
import { MediaAccountsRepository } from './accounts/media-accounts.repository.js';
import { AccountCreationService } from './creation/account-creation.service.js';
import { AccountIntentsRepository } from './creation/account-intents.repository.js';
import { MediaAccessController } from './http/media-access.controller.js';
import { ListenController } from './http/listen.controller.js';
import { AccountPlansService } from './creation/account-plans.service.js';
import { AccountTermsService } from './creation/account-terms.service.js';
import { IntentClaimsService } from './creation/intent-claims.service.js';
import { IntentSettlingJob } from './creation/intent-settling.job.js';
import { IntentSettlingService } from './creation/intent-settling.service.js';
import { JudgedIntentsService } from './creation/judged-intents.service.js';
import { MadeAccountsService } from './creation/made-accounts.service.js';
import { NewAccountRightsService } from './creation/new-account-rights.service.js';
import { AccountImportController } from './http/account-import.controller.js';
import { HubAccountsController } from './http/hub-accounts.controller.js';
import { HubEventsRepository } from './hub-events/hub-events.repository.js';
import { HubAccountLinksService } from './hub/hub-account-links.service.js';
import { HubFollowingJob } from './hub/hub-following.job.js';
import { HubInviteesService } from './hub/hub-invitees.service.js';
import { HubInvitesService } from './hub/hub-invites.service.js';
import { HubPinsService } from './hub/hub-pins.service.js';
import { HubSharingService } from './hub/hub-sharing.service.js';
import { InviteSendingService } from './hub/invite-sending.service.js';
import { ShareAdoptionService } from './hub/share-adoption.service.js';
import { HubTokenEndingsService } from './hub/hub-token-endings.service.js';
import { OutdatedInvitesService } from './hub/outdated-invites.service.js';
import { OwnHubAccountService } from './hub/own-hub-account.service.js';
import { MediaAccountsController } from './http/media-accounts.controller.js';
import { MediaAppsController } from './http/media-apps.controller.js';
import { OwnServersController } from './http/own-servers.controller.js';
import { WatchController } from './http/watch.controller.js';
import { AccountImportService } from './import/account-import.service.js';
import { AccountLinkingService } from './linking/account-linking.service.js';
import { AccountManagementService } from './linking/account-management.service.js';
import { LinkWritesService } from './linking/link-writes.service.js';
import { SelfLinkService } from './linking/self-link.service.js';
import { MediaAccountLifecycleService } from './media-account-lifecycle.service.js';
import { ListenService } from './listen/listen.service.js';
import { MediaAccountCapabilitiesService } from './media-account-capabilities.service.js';
import { MediaServerLifecycleService } from './media-server-lifecycle.service.js';
import { LinkedAccountsService } from './overview/linked-accounts.service.js';
import { LinkedIdentitiesService } from './overview/linked-identities.service.js';
import { OwnServersService } from './overview/own-servers.service.js';
import { RemoteAccountsService } from './overview/remote-accounts.service.js';
import { MediaAccessService } from './policies/media-access.service.js';
import { MediaAppsRepository } from './preferences/media-apps.repository.js';
import { MediaAppsService } from './preferences/media-apps.service.js';
import { LiveReadingsService } from './servers/live-readings.service.js';
import { MediaServersService } from './servers/media-servers.service.js';
import { WatchTitlesService } from './watch/watch-titles.service.js';
import { HubTitlesJob } from './watch/hub-titles.job.js';
import { HubTitleReadingService } from './watch/hub-title-reading.service.js';
import { WatchService } from './watch/watch.service.js';

/** People's accounts on media servers. */
@Module({
  imports: [SettingsModule, UsersModule, MetadataModule, InstancesModule, ContentPolicyModule, LibraryModule],
  controllers: [
    OwnServersController,
    MediaAccountsController,
    MediaAccessController,
    MediaAppsController,
    WatchController,
    ListenController,
    HubAccountsController,
    AccountImportController,
  ],
  providers: [
    AccountStepsService,
    MediaServersService,
    LiveReadingsService,
    MediaAccountsRepository,
    LinkSuppressionsRepository,
    HubIdentityStatesService,
    HubInvitationsService,
    LibraryPoliciesRepository,
    AccountIntentsRepository,
    HubEventsRepository,
    MediaAppsRepository,
    AccessReviewService,
    LimitRankingService,
    AccessClaimsService,
    AccessAttemptService,
    ServerAccessService,
    AccessSyncJob,
    AccessEventsService,
    ServerRightsService,
    ShareLooksService,
    GoneLinksService,
    LiveAccountsService,
    SeenAccountsService,
    OwnServersService,
    LinkedAccountsService,
    LinkedIdentitiesService,
    RemoteAccountsService,
    NewAccountRightsService,
    AccountTermsService,
    AccountPlansService,
    IntentClaimsService,
    JudgedIntentsService,
    MadeAccountsService,
    IntentSettlingService,
    IntentSettlingJob,
    AccountCreationService,
    ShareAdoptionService,
    InviteSendingService,
    HubInvitesService,
    HubSharingService,
    HubInviteesService,
    OutdatedInvitesService,
    HubFollowingJob,
    HubTokenEndingsService,
    HubPinsService,
    HubAccountLinksService,
    OwnHubAccountService,
    LinkWritesService,
    SelfLinkService,
    AccountLinkingService,
    AccountManagementService,
    AccountImportService,
    MediaAppsService,
    MediaAccessService,
    MediaServerLifecycleService,
    MediaAccountLifecycleService,
    MediaAccountCapabilitiesService,
    LinkedServersService,
    WatchTitlesService,
    HubTitleReadingService,
    HubTitlesJob,
    WatchService,
    ListenService,
  ],
  exports: [LinkedIdentitiesService, HubEventsRepository, HubInvitationsService],
})
export class MediaAccountsModule {}
