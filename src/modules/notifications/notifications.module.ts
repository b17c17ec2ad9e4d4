import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { MediaAccountsModule } from '../media-accounts/media-accounts.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { RequestsModule } from '../requests/requests.public.js';
import { SeriesMatchingModule } from '../series-matching/series-matching.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { ChannelDestinationsService } from './channels/channel-destinations.service.js';
import { ChannelSendingService } from './channels/channel-sending.service.js';
import { ChannelsRepository } from './channels/channels.repository.js';
import { ChannelsService } from './channels/channels.service.js';
import { ChatCandidatesService } from './chat/chat-candidates.service.js';
import { ChatDestinationService } from './chat/chat-destination.service.js';
import { ChatLookUpService } from './chat/chat-look-up.service.js';
import { ChatPostingService } from './chat/chat-posting.service.js';
import { ChatPreferencesRepository } from './chat/chat-preferences.repository.js';
import { ChatPreferencesService } from './chat/chat-preferences.service.js';
import { ChatSettingsRepository } from './chat/chat-settings.repository.js';
import { ChatSettingsService } from './chat/chat-settings.service.js';
import { MessageSubjectsService } from './events/message-subjects.service.js';
import { ChannelsController } from './http/channels.controller.js';
import { ChatPreferencesController } from './http/chat-preferences.controller.js';
import { ChatSettingsController } from './http/chat-settings.controller.js';
import { ContentAlertClaimsRepository } from './content/content-alert-claims.repository.js';
import { ContentAlertsService } from './content/content-alerts.service.js';
import { ContentCatchUpJob } from './content/content-catch-up.job.js';
import { ContentRecordsService } from './content/content-records.service.js';
import { MissedContentService } from './content/missed-content.service.js';
import { PushSetupService } from './devices/push-setup.service.js';
import { PushTestService } from './devices/push-test.service.js';
import { PushTokensService } from './devices/push-tokens.service.js';
import { TestedDevicesService } from './devices/tested-devices.service.js';
import { IssueEventsService } from './events/issue-events.service.js';
import { MessageIntakeService } from './events/message-intake.service.js';
import { LifecycleIntakeJob } from './events/lifecycle-intake.job.js';
import { FollowsRepository } from './follows/follows.repository.js';
import { FollowsService } from './follows/follows.service.js';
import { AvailabilityAtDeliveryService } from './observation/availability-at-delivery.service.js';
import { AvailabilityBaselineService } from './observation/availability-baseline.service.js';
import { AvailabilityReceiptsService } from './observation/availability-receipts.service.js';
import { AvailabilitySweepJob } from './observation/availability-sweep.job.js';
import { DestinationChangeService } from './observation/destination-change.service.js';
import { ObservationDiagnosticsService } from './observation/observation-diagnostics.service.js';
import { ObservationsRepository } from './observation/observations.repository.js';
import { OpenRequestsService } from './observation/open-requests.service.js';
import { SeriesOnDiskService } from './observation/series-on-disk.service.js';
import { TitlesOnDiskService } from './observation/titles-on-disk.service.js';
import { DestinationSendingService } from './outbox/destination-sending.service.js';
import { OutboxDestinationsRepository } from './outbox/outbox-destinations.repository.js';
import { OutboxPurgeJob } from './outbox/outbox-purge.job.js';
import { OutboxStepsService } from './outbox/outbox-steps.service.js';
import { OutboxWorkerJob } from './outbox/outbox-worker.job.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { FollowsController } from './http/follows.controller.js';
import { PushAdministrationController } from './http/push-administration.controller.js';
import { PushPreferencesController } from './http/push-preferences.controller.js';
import { PushTokensController } from './http/push-tokens.controller.js';
import { AwaitedTitlesService } from './stuck/awaited-titles.service.js';
import { StuckRequestsJob } from './stuck/stuck-requests.job.js';
import { WebPushController } from './http/web-push.controller.js';
import { PushClientService } from './push/push-client.service.js';
import { PushDestinationService } from './push/push-destination.service.js';
import { PushDevicesJob } from './push/push-devices.job.js';
import { PushGatewayService } from './push/push-gateway.service.js';
import { PushJudgingService } from './push/push-judging.service.js';
import { PushKeyService } from './push/push-key.service.js';
import { PushLimitsService } from './push/push-limits.service.js';
import { PushedEventsService } from './push/pushed-events.service.js';
import { PushPolicyService } from './push/push-policy.service.js';
import { PushPreferencesRepository } from './push/push-preferences.repository.js';
import { PushPreferencesService } from './push/push-preferences.service.js';
import { PushRecipientsService } from './push/push-recipients.service.js';
import { PushTokensRepository } from './push/push-tokens.repository.js';
import { WebPushDestinationService } from './web-push/web-push-destination.service.js';
import { WebPushIdentityService } from './web-push/web-push-identity.service.js';
import { WebPushSendingService } from './web-push/web-push-sending.service.js';
import { WebPushSubscriptionsRepository } from './web-push/web-push-subscriptions.repository.js';

/** Tells people what becomes of requests and titles: posts in a chat, and push messages. */
@Module({
  imports: [
    SettingsModule,
    UsersModule,
    InstancesModule,
    ContentPolicyModule,
    LibraryModule,
    MediaAccountsModule,
    MetadataModule,
    SeriesMatchingModule,
    RequestsModule,
  ],
  controllers: [
    ChatSettingsController,
    ChatPreferencesController,
    ChannelsController,
    FollowsController,
    PushTokensController,
    PushPreferencesController,
    PushAdministrationController,
    WebPushController,
  ],
  providers: [
    ChatSettingsRepository,
    ChatPreferencesRepository,
    ChatPostingService,
    ChatSettingsService,
    ChatPreferencesService,
    FollowsRepository,
    FollowsService,
    MessageSubjectsService,
    ChatCandidatesService,
    ChatLookUpService,
    ChatDestinationService,
    ChannelsRepository,
    ChannelSendingService,
    ChannelsService,
    ChannelDestinationsService,
    OutboxRepository,
    OutboxDestinationsRepository,
    OutboxStepsService,
    DestinationSendingService,
    OutboxWorkerJob,
    OutboxPurgeJob,
    MessageIntakeService,
    IssueEventsService,
    LifecycleIntakeJob,
    ObservationsRepository,
    AvailabilityBaselineService,
    DestinationChangeService,
    OpenRequestsService,
    TitlesOnDiskService,
    SeriesOnDiskService,
    AvailabilityReceiptsService,
    ObservationDiagnosticsService,
    AvailabilityAtDeliveryService,
    AvailabilitySweepJob,
    ContentAlertClaimsRepository,
    ContentAlertsService,
    ContentRecordsService,
    MissedContentService,
    ContentCatchUpJob,
    AwaitedTitlesService,
    StuckRequestsJob,
    PushTokensRepository,
    PushPreferencesRepository,
    PushPolicyService,
    PushPreferencesService,
    PushClientService,
    PushKeyService,
    PushGatewayService,
    PushDevicesJob,
    PushedEventsService,
    PushLimitsService,
    PushRecipientsService,
    PushJudgingService,
    PushDestinationService,
    WebPushSubscriptionsRepository,
    WebPushIdentityService,
    WebPushSendingService,
    WebPushDestinationService,
    PushTokensService,
    TestedDevicesService,
    PushTestService,
    PushSetupService,
  ],
  exports: [IssueEventsService],
})
export class NotificationsModule {}
