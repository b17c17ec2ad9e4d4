import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import type { WebSocket } from 'ws';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { KidsJudgedByService } from '../../../core/access/kids.decorators.js';
import type { JudgedRequest } from '../../../core/access/caller.js';
import { SessionWatchJob } from '../audience/session-watch.job.js';
import { LiveSessionsService } from '../sessions/live-sessions.service.js';

/** WebSocket GET /api/ws. */
@WebSocketGateway({ path: '/api/ws' })
export class LiveGateway implements OnGatewayConnection<WebSocket> {
  constructor(
    private readonly sessions: LiveSessionsService,
    private readonly watch: SessionWatchJob,
  ) {}

  /** A socket was opened, for the caller that its handshake was judged to come from. */
  @SignedIn()
  @KidsJudgedByService()
  handleConnection(client: WebSocket, { caller }: JudgedRequest): void {
    if (!caller) {
      client.terminate();
      return;
    }
    this.sessions.open(client, { userId: caller.userId, deviceId: caller.deviceId });
    this.watch.sessionOpened();
  }
}
