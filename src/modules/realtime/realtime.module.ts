import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { UsersModule } from '../users/users.public.js';
import { Announcer } from './announcements/announcer.js';
import { ConfigurationNews } from './announcements/configuration-news.js';
import { StandingSessions } from './audience/standing-sessions.js';
import { LiveGateway } from './http/live.gateway.js';
import { LiveSessions } from './sessions/live-sessions.js';
import { SessionWatch } from './sessions/session-watch.js';

/** What happens, told over WebSocket to those whom it concerns. */
@Module({
  imports: [UsersModule, InstancesModule],
  providers: [LiveGateway, LiveSessions, SessionWatch, StandingSessions, Announcer, ConfigurationNews],
  exports: [LiveSessions],
})
export class RealtimeModule {}
