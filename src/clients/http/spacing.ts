import { FairLine, type Share, SYSTEM_SHARE } from '../../core/shares/fair-line.js';
import type { Clock } from '../../core/time/clock.js';

/** So many are waiting that a turn would come too late, or has. None was given. */
export class TurnTooFar extends Error {
  override readonly name = 'TurnTooFar';

  /** @param roomInMs after how many milliseconds a turn may be near enough again, as the line is now */
  constructor(readonly roomInMs: number) {
    super('too many calls are waiting');
  }
}

interface Waiting {
  readonly called: () => void;
}

/** Keeps a least distance between starts of calls to a system; a late timer moves those behind it. Turns go round between shares. */
export class Spacing {
  private lastStart = -Infinity;
  private readonly line = new FairLine<Waiting>();
  private isCalling = false;

  /**
   * @param spacingMs least milliseconds between two starts; 0 lets every call go at once
   * @param longestWaitMs how far away a turn may be when it is asked for, which bounds the line
   */
  constructor(
    private readonly clock: Clock,
    private readonly spacingMs: number,
    private readonly longestWaitMs = Infinity,
  ) {}

  /** Resolves when it is this caller's turn. @throws TurnTooFar when it would be, or has become, too far away; the signal's reason */
  async turn(signal?: AbortSignal, share: Share = SYSTEM_SHARE): Promise<void> {
    signal?.throwIfAborted();
    const next = this.untilNext();
    if (next === 0 && this.line.size === 0) {
      this.lastStart = this.clock.monotonic();
      return;
    }
    const wait = next + this.line.ahead(share) * this.spacingMs;
    if (wait > this.longestWaitMs) throw new TurnTooFar(wait - this.longestWaitMs);
    await this.wait(share, signal);
  }

  private wait(share: Share, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (reason: Error): void => {
        this.line.remove(share, waiting);
        settle();
        reject(reason);
      };
      const onAbort = (): void => leave(signal?.reason as Error);
      const patience =
        this.longestWaitMs === Infinity
          ? undefined
          : this.clock.setTimer(this.longestWaitMs + this.spacingMs, () => leave(new TurnTooFar(this.spacingMs)));
      const settle = (): void => {
        patience?.cancel();
        signal?.removeEventListener('abort', onAbort);
      };
      const called = (): void => {
        settle();
        resolve();
      };
      const waiting: Waiting = { called };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.line.add(share, waiting);
      void this.call();
    });
  }

  private async call(): Promise<void> {
    if (this.isCalling) return;
    this.isCalling = true;
    while (this.line.size > 0) {
      const next = this.untilNext();
      if (next > 0) await this.clock.sleep(next);
      else {
        this.lastStart = this.clock.monotonic();
        this.line.next()?.called();
      }
    }
    this.isCalling = false;
  }

  private untilNext(): number {
    const now = this.clock.monotonic();
    return Math.max(0, this.lastStart + this.spacingMs - now);
  }
}
