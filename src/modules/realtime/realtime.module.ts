import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { DownloadsModule } from '../downloads/downloads.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { RequestsModule } from '../requests/requests.public.js';
import { SeriesMatchingModule } from '../series-matching/series-matching.public.js';
import { UsersModule } from '../users/users.public.js';
import { HouseholdUpdatesService } from './updates/household-updates.service.js';
import { KidsUpdatesService } from './updates/kids-updates.service.js';
import { NotifierService } from './updates/notifier.service.js';
import { QueueUpdatesJob } from './updates/queue-updates.job.js';
import { TitleUpdatesService } from './updates/title-updates.service.js';
import { SessionWatchJob } from './audience/session-watch.job.js';
import { RequestUpdatesService } from './updates/request-updates.service.js';
import { SessionAudienceService } from './audience/session-audience.service.js';
import { LiveGateway } from './http/live.gateway.js';
import { LiveSessionsService } from './sessions/live-sessions.service.js';

/** Sends events over WebSocket to the sessions whose accounts may see them. */
@Module({
  imports: [
    UsersModule,
    ContentPolicyModule,
    InstancesModule,
    LibraryModule,
    RequestsModule,
    DownloadsModule,
    SeriesMatchingModule,
  ],
  providers: [
    LiveGateway,
    LiveSessionsService,
    SessionWatchJob,
    SessionAudienceService,
    KidsUpdatesService,
    NotifierService,
    HouseholdUpdatesService,
    RequestUpdatesService,
    QueueUpdatesJob,
    TitleUpdatesService,
  ],
  exports: [LiveSessionsService],
})
export class RealtimeModule {}
