import type { WebSocket } from 'ws';
import type { Caller } from '../../../core/access/caller.js';
import type { Clock, TimerHandle } from '../../../core/time/clock.js';

/** Why the server ends a session, as the close frame says it. The codes are those of RFC 6455 section 7.4 and of IANA. */
export interface Closing {
  readonly code: number;
  readonly reason: string;
}

export const STOPPING: Closing = { code: 1001, reason: 'the server is stopping' };

/** The device was revoked or the account deleted: the same token is refused from now on. */
export const SESSION_ENDED: Closing = { code: 1008, reason: 'the session has ended' };

/** What the account may do, or how it may sign in, is another now: connect again and be judged anew. */
export const ACCOUNT_CHANGED: Closing = { code: 1012, reason: 'the account has changed, connect again' };

/** Something can't be judged or read at the moment. It says nothing about the credential. */
export const TRY_AGAIN: Closing = { code: 1013, reason: 'temporarily unavailable, connect again' };

/** Does something when nobody comes in time. */
export class Countdown {
  private timer: TimerHandle | undefined;

  /** @param ms how long somebody may take, in milliseconds */
  constructor(
    private readonly clock: Clock,
    private readonly ms: number,
    private readonly tooLate: () => void,
  ) {}

  /** Counts from now on, unless it counts already. */
  start(): void {
    if (this.timer === undefined) this.restart();
  }

  /** Counts from now on, whether or not it was counting. */
  restart(): void {
    this.stop();
    this.timer = this.clock.setTimer(this.ms, this.tooLate);
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = undefined;
  }
}

const PING_EVERY_MS = 54_000;
const READ_DEADLINE_MS = 60_000;
const WRITE_DEADLINE_MS = 60_000;

/** Messages that may wait for a client that reads slowly. */
const MOST_WAITING = 256;

/** How long a client may take to answer a close frame, in milliseconds; the whole server must stop within seconds. */
const CLOSE_GRACE_MS = 2_000;

export type SessionOwner = Pick<Caller, 'userId' | 'deviceId'>;

/** One open WebSocket. Pongs count among the messages that wait, so that a flood of pings fills no memory either. */
export class LiveSession {
  readonly ended: Promise<void>;
  private readonly silence: Countdown;
  private readonly stall: Countdown;
  private readonly goodbye: Countdown;
  private readonly pings: TimerHandle;
  private waiting = 0;

  constructor(
    private readonly socket: WebSocket,
    readonly owner: SessionOwner,
    clock: Clock,
  ) {
    const cut = (): void => socket.terminate();
    this.silence = new Countdown(clock, READ_DEADLINE_MS, cut);
    this.stall = new Countdown(clock, WRITE_DEADLINE_MS, cut);
    this.goodbye = new Countdown(clock, CLOSE_GRACE_MS, cut);
    this.pings = clock.setInterval(PING_EVERY_MS, () => this.write((sent) => socket.ping('', false, sent)));
    this.silence.restart();
    socket.on('pong', () => this.silence.restart());
    socket.on('ping', (data) => this.write((sent) => socket.pong(data, false, sent)));
    // A frame that breaks the protocol or is too large: the socket closes by itself, with the code for it.
    socket.on('error', () => this.goodbye.start());
    this.ended = new Promise((resolve) => {
      socket.once('close', () => {
        this.stop();
        resolve();
      });
    });
  }

  /** Sends a text message, after those that wait; one too many ends the session. */
  send(message: Buffer): void {
    this.write((sent) => this.socket.send(message, { binary: false }, sent));
  }

  /** Ends the session with a close frame; a client that doesn't answer it, or doesn't hang up in time, is cut. */
  close({ code, reason }: Closing): void {
    if (this.socket.readyState === this.socket.CLOSED) return;
    if (this.socket.readyState === this.socket.OPEN) this.socket.close(code, reason);
    this.goodbye.start();
  }

  private write(send: (sent: () => void) => void): void {
    if (this.waiting >= MOST_WAITING) {
      this.socket.terminate();
      return;
    }
    this.waiting += 1;
    if (this.waiting === 1) this.stall.restart();
    send(() => {
      this.waiting -= 1;
      if (this.waiting > 0) this.stall.restart();
      else this.stall.stop();
    });
  }

  private stop(): void {
    this.pings.cancel();
    for (const countdown of [this.silence, this.stall, this.goodbye]) countdown.stop();
  }
}
