import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock, type TimerHandle } from '../../../core/time/clock.js';
import { tooManyTransfers, transfersFull } from '../media-files.errors.js';

/** How many files are sent at once, to one account and to all. */
const MOST_OF_ONE = 8;
const MOST_OF_ALL = 64;

/** A right that has ended is noticed by the next judgement; one that takes as long as this is none. Twice as long: 10 s. */
const JUDGE_EVERY_MS = 5_000;

export class Transfer {
  private readonly breaking = new AbortController();
  private watching: TimerHandle | undefined;
  private judging = false;
  private left = Infinity;
  private over = false;

  /** @param gone called once, when it is over */
  constructor(
    readonly userId: number,
    private readonly clock: Clock,
    private readonly meter: Meter['fileTransfers'],
    private readonly gone: () => void,
  ) {
    meter.began();
  }

  /** Is aborted when the transfer has to end: its sender breaks the connection. */
  get broken(): AbortSignal {
    return this.breaking.signal;
  }

  /** From now on the right is judged every five seconds. The transfer ends with a right that has gone or can't be judged. */
  watch(judge: () => Promise<void>): void {
    if (this.over) return;
    this.watching = this.clock.setInterval(JUDGE_EVERY_MS, () => void this.judgeOnce(judge));
  }

  expect(bytes: number): void {
    this.left = bytes;
  }

  countSent(bytes: number): void {
    this.left -= bytes;
    this.meter.sent(bytes);
  }

  break(): void {
    this.breaking.abort();
  }

  /** It is over: its place is free. Calling it again does nothing. */
  end(): void {
    if (this.over) return;
    this.over = true;
    this.watching?.cancel();
    this.gone();
    this.meter.ended(this.broken.aborted ? 'ended' : this.left <= 0 ? 'complete' : 'aborted');
  }

  private async judgeOnce(judge: () => Promise<void>): Promise<void> {
    if (this.judging) return this.break();
    this.judging = true;
    try {
      await judge();
      this.judging = false;
    } catch {
      this.break();
    }
  }
}

/** Which files are being sent? Places for them, by account and in all; they end with the server. */
@Injectable()
export class TransfersService implements OnModuleDestroy {
  private readonly running = new Set<Transfer>();
  private stopping = false;

  constructor(
    private readonly clock: Clock,
    private readonly meter: Meter,
  ) {}

  /** The caller ends it. @throws AppError 429 when the account has eight, 503 when there are 64 or the server stops */
  begin(userId: number): Transfer {
    if (this.stopping) throw transfersFull();
    const own = [...this.running].filter((one) => one.userId === userId).length;
    if (own >= MOST_OF_ONE) throw tooManyTransfers();
    if (this.running.size >= MOST_OF_ALL) throw transfersFull();
    const transfer = new Transfer(userId, this.clock, this.meter.fileTransfers, () => this.running.delete(transfer));
    this.running.add(transfer);
    return transfer;
  }

  /** Nobody waits for a film to be sent before the server stops. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const transfer of this.running) transfer.break();
  }
}
