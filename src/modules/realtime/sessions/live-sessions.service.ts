import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { AppError, temporarilyUnavailable } from '../../../core/errors/app-error.js';
import { Clock } from '../../../core/time/clock.js';
import { STOPPING, type Closing, LiveSession, type SessionOwner } from './live-session.js';

/** Many households' worth, in some tens of megabytes. */
const MOST_SESSIONS = 5_000;

/** Enough for every device and tab of one person, and for a client that reconnects while its old sockets time out. */
const MOST_PER_ACCOUNT = 100;

export interface Frame {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The open WebSockets. Its callers decide who may be sent what; see {@link broadcast}. */
@Injectable()
export class LiveSessionsService implements OnModuleDestroy {
  private readonly sessions = new Set<LiveSession>();
  private readonly perAccount = new Map<number, number>();
  private isStopping = false;

  constructor(private readonly clock: Clock) {}

  get size(): number {
    return this.sessions.size;
  }

  /** Tells everybody that the server stops, and resolves when all are gone: after two seconds at the latest. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    this.closeWhere(() => true, STOPPING);
    await Promise.all([...this.sessions].map(({ ended }) => ended));
  }

  /** @throws AppError 429 when the account has too many sessions, 503 when the server has, or is stopping */
  requireRoom(userId: number): void {
    if (this.isStopping || this.sessions.size >= MOST_SESSIONS) throw temporarilyUnavailable();
    if ((this.perAccount.get(userId) ?? 0) >= MOST_PER_ACCOUNT)
      throw new AppError('too_many_sessions', 429, 'too many open connections', { headers: { 'Retry-After': '60' } });
  }

  /** Takes over a socket whose owner has been judged. */
  open(socket: WebSocket, owner: SessionOwner): void {
    const session = new LiveSession(socket, owner, this.clock);
    this.sessions.add(session);
    this.count(owner.userId, 1);
    void session.ended.then(() => {
      this.sessions.delete(session);
      this.count(owner.userId, -1);
    });
    if (this.isStopping) session.close(STOPPING);
  }

  deviceIds(): ReadonlySet<string> {
    return new Set([...this.sessions].map(({ owner }) => owner.deviceId));
  }

  /** It is written out once, no matter who gets it, and nobody waits for anybody: a client that is too slow is cut. */
  broadcast(frame: Frame, maySee: (owner: SessionOwner) => boolean): void {
    const message = Buffer.from(JSON.stringify(frame));
    for (const session of this.sessions) if (maySee(session.owner)) session.send(message);
  }

  closeWhere(isMeant: (owner: SessionOwner) => boolean, closing: Closing): void {
    for (const session of this.sessions) if (isMeant(session.owner)) session.close(closing);
  }

  private count(userId: number, change: 1 | -1): void {
    const open = (this.perAccount.get(userId) ?? 0) + change;
    if (open > 0) this.perAccount.set(userId, open);
    else this.perAccount.delete(userId);
  }
}
