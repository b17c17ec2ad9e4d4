import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { RequestsModule } from '../requests/requests.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { IssueEventsService } from './events/issue-events.service.js';
import { MessageIntakeService } from './events/message-intake.service.js';
import { LifecycleIntakeJob } from './events/lifecycle-intake.job.js';
import { DestinationSendingService } from './outbox/destination-sending.service.js';
import { OutboxDestinationsRepository } from './outbox/outbox-destinations.repository.js';
import { OutboxPurgeJob } from './outbox/outbox-purge.job.js';
import { OutboxStepsService } from './outbox/outbox-steps.service.js';
import { OutboxWorkerJob } from './outbox/outbox-worker.job.js';
import { OutboxRepository } from './outbox/outbox.repository.js';

/** Tells people what becomes of requests and titles: posts in a chat, and push messages. */
@Module({
  imports: [SettingsModule, UsersModule, InstancesModule, ContentPolicyModule, LibraryModule, RequestsModule],
  controllers: [],
  providers: [
    OutboxRepository,
    OutboxDestinationsRepository,
    OutboxStepsService,
    DestinationSendingService,
    OutboxWorkerJob,
    OutboxPurgeJob,
    MessageIntakeService,
    IssueEventsService,
    LifecycleIntakeJob,
  ],
  exports: [IssueEventsService],
})
export class NotificationsModule {}
