import { FairLine, type Share, SYSTEM_SHARE } from '../shares/fair-line.js';
import { lineFull } from '../errors/app-error.js';

/** When who was turned away may come again: works are short, and nobody knows how short. */
const COME_AGAIN_MS = 5_000;

/**
 * Runs only a few works at once; the others wait, up to a number. No share but the system's may wait with more than it leaves to others.
 */
export class FewAtATime {
  private running = 0;
  private readonly line = new FairLine<() => void>();

  /** @param atOnce works that run at the same time */
  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** Runs the work when it is its turn. @throws AppError 503 with Retry-After when too many are waiting, altogether or in this share */
  async run<T>(work: () => Promise<T>, share: Share = SYSTEM_SHARE): Promise<T> {
    await this.turn(share);
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  /** Has its place from its turn on until `over` is aborted; before, it leaves the line. @throws AppError 503; the reason of `over` */
  async hold(over: AbortSignal, share: Share = SYSTEM_SHARE): Promise<void> {
    over.throwIfAborted();
    await this.turn(share, over);
    if (over.aborted) this.next();
    over.throwIfAborted();
    over.addEventListener('abort', () => this.next(), { once: true });
  }

  /** Does nothing run, and nobody wait? */
  get isIdle(): boolean {
    return this.running === 0;
  }

  private async turn(share: Share, over?: AbortSignal): Promise<void> {
    if (this.running < this.atOnce) {
      this.running += 1;
      return;
    }
    const room = this.maxWaiting - this.line.size;
    if (room <= 0 || (share !== SYSTEM_SHARE && this.line.sizeOf(share) > room))
      throw lineFull(COME_AGAIN_MS, new Error('too much work is waiting'));
    await new Promise<void>((resolve, reject) => {
      const turn = (): void => {
        over?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.line.remove(share, turn);
        reject(over?.reason as Error);
      };
      this.line.add(share, turn);
      over?.addEventListener('abort', leave, { once: true });
    });
  }

  /** The place of a work that has ended goes straight to the one whose turn it is. */
  private next(): void {
    const first = this.line.next();
    if (first) first();
    else this.running -= 1;
  }
}
