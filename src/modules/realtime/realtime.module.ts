import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { RequestsModule } from '../requests/requests.public.js';
import { UsersModule } from '../users/users.public.js';
import { Announcer } from './announcements/announcer.js';
import { ConfigurationNews } from './announcements/configuration-news.js';
import { KidsNews } from './announcements/kids-news.js';
import { QueueNews } from './announcements/queue-news.js';
import { RequestNews } from './announcements/request-news.js';
import { TitleNews } from './announcements/title-news.js';
import { TitleReadings } from './announcements/title-readings.js';
import { KidsAudience } from './audience/kids-audience.js';
import { LibraryFollowing } from './audience/library-following.js';
import { SessionWatch } from './audience/session-watch.js';
import { StandingSessions } from './audience/standing-sessions.js';
import { LiveGateway } from './http/live.gateway.js';
import { LiveSessions } from './sessions/live-sessions.js';

/** What happens, told over WebSocket to those whom it concerns. */
@Module({
  imports: [UsersModule, ContentPolicyModule, InstancesModule, LibraryModule, RequestsModule],
  providers: [
    LiveGateway,
    LiveSessions,
    SessionWatch,
    StandingSessions,
    KidsAudience,
    KidsNews,
    Announcer,
    ConfigurationNews,
    RequestNews,
    QueueNews,
    TitleReadings,
    TitleNews,
    LibraryFollowing,
  ],
  exports: [LiveSessions],
})
export class RealtimeModule {}
