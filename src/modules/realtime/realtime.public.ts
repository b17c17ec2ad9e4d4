export { RealtimeModule } from './realtime.module.js';
export { LiveSessionsService } from './sessions/live-sessions.service.js';
