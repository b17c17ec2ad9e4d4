import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { DownloadsModule } from '../downloads/downloads.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { RequestsModule } from '../requests/requests.public.js';
import { SeriesMatchingModule } from '../series-matching/series-matching.public.js';
import { UsersModule } from '../users/users.public.js';
import { NotifierService } from './updates/notifier.service.js';
import { ConfigurationUpdatesService } from './updates/configuration-updates.service.js';
import { ClientQueuePollJob } from './updates/client-queue-poll.job.js';
import { HubAccessUpdatesService } from './updates/hub-access-updates.service.js';
import { KidsUpdatesService } from './updates/kids-updates.service.js';
import { QueueUpdatesService } from './updates/queue-updates.service.js';
import { RequestUpdatesService } from './updates/request-updates.service.js';
import { TitleUpdatesService } from './updates/title-updates.service.js';
import { TitleSnapshotService } from './updates/title-snapshot.service.js';
import { KidsAudienceService } from './audience/kids-audience.service.js';
import { LibraryFollowingJob } from './audience/library-following.job.js';
import { SessionWatchJob } from './audience/session-watch.job.js';
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
    KidsAudienceService,
    KidsUpdatesService,
    NotifierService,
    ConfigurationUpdatesService,
    HubAccessUpdatesService,
    RequestUpdatesService,
    QueueUpdatesService,
    ClientQueuePollJob,
    TitleSnapshotService,
    TitleUpdatesService,
    LibraryFollowingJob,
  ],
  exports: [LiveSessionsService],
})
export class RealtimeModule {}
