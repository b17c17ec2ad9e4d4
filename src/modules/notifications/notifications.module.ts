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
import { ChatPostingService } from './chat/chat-posting.service.js';
import { ChatPreferencesRepository } from './chat/chat-preferences.repository.js';
import { ChatPreferencesService } from './chat/chat-preferences.service.js';
import { ChatSettingsRepository } from './chat/chat-settings.repository.js';
import { ChatSettingsService } from './chat/chat-settings.service.js';
import { ContentAlertClaimsRepository } from './content/content-alert-claims.repository.js';
import { ContentAlertsService } from './content/content-alerts.service.js';
import { ContentCatchUpJob } from './content/content-catch-up.job.js';
import { PushDevicesService } from './devices/push-devices.service.js';
import { PushTestService } from './devices/push-test.service.js';
import { LifecycleIntakeJob } from './events/lifecycle-intake.job.js';
import { MessageIntakeService } from './events/message-intake.service.js';
import { FollowsRepository } from './follows/follows.repository.js';
import { FollowsService } from './follows/follows.service.js';
import { ChannelsController } from './http/channels.controller.js';
import { ChatController } from './http/chat.controller.js';
import { FollowsController } from './http/follows.controller.js';
import { PushController } from './http/push.controller.js';
import { AvailabilityReceiptsService } from './observation/availability-receipts.service.js';
import { AvailabilitySweepJob } from './observation/availability-sweep.job.js';
import { DestinationChangeService } from './observation/destination-change.service.js';
import { ObservationDiagnosticsService } from './observation/observation-diagnostics.service.js';
import { ObservationsRepository } from './observation/observations.repository.js';
import { OpenRequestsService } from './observation/open-requests.service.js';
import { SeriesOnDiskService } from './observation/series-on-disk.service.js';
import { TitlesOnDiskService } from './observation/titles-on-disk.service.js';
import { DestinationSendingService } from './outbox/destination-sending.service.js';
import { OutboxStepsService } from './outbox/outbox-steps.service.js';
import { OutboxWorkerJob } from './outbox/outbox-worker.job.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { PushDestinationService } from './push/push-destination.service.js';
import { PushGatewayService } from './push/push-gateway.service.js';
import { PushJudgingService } from './push/push-judging.service.js';
import { PushPreferencesService } from './push/push-preferences.service.js';
import { PushTokensRepository } from './push/push-tokens.repository.js';
import { PushedEventsService } from './push/pushed-events.service.js';
import { AwaitedTitlesService } from './stuck/awaited-titles.service.js';
import { StuckRequestsJob } from './stuck/stuck-requests.job.js';
import { MessageSubjectsService } from './subjects/message-subjects.service.js';
import { WebPushDestinationService } from './web-push/web-push-destination.service.js';
import { WebPushSendingService } from './web-push/web-push-sending.service.js';
import { WebPushSubscriptionsRepository } from './web-push/web-push-subscriptions.repository.js';

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
  controllers: [ChatController, ChannelsController, FollowsController, PushController],
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
    ChatDestinationService,
    ChannelsRepository,
    ChannelSendingService,
    ChannelsService,
    ChannelDestinationsService,
    OutboxRepository,
    OutboxStepsService,
    DestinationSendingService,
    OutboxWorkerJob,
    MessageIntakeService,
    LifecycleIntakeJob,
    ObservationsRepository,
    DestinationChangeService,
    OpenRequestsService,
    TitlesOnDiskService,
    SeriesOnDiskService,
    AvailabilityReceiptsService,
    ObservationDiagnosticsService,
    AvailabilitySweepJob,
    ContentAlertClaimsRepository,
    ContentAlertsService,
    ContentCatchUpJob,
    AwaitedTitlesService,
    StuckRequestsJob,
    PushTokensRepository,
    PushPreferencesService,
    PushGatewayService,
    PushedEventsService,
    PushJudgingService,
    PushDestinationService,
    WebPushSubscriptionsRepository,
    WebPushSendingService,
    WebPushDestinationService,
    PushDevicesService,
    PushTestService,
  ],
  exports: [MessageIntakeService],
})
export class NotificationsModule {}
