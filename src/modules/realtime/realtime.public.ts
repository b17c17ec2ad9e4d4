export { RealtimeModule } from './realtime.module.js';
export { LiveSessions } from './sessions/live-sessions.js';
