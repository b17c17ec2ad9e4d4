import type { Clock } from '../../core/time/clock.js';

/** Keeps a least distance between the starts of calls to one system. Turns are given in the order of asking. */
export class Spacing {
  private nextStart = 0;

  /** @param spacingMs least milliseconds between two starts; 0 lets every call go at once */
  constructor(
    private readonly clock: Clock,
    private readonly spacingMs: number,
  ) {}

  /**
   * Resolves when it is this caller's turn. A turn that is given up while waiting stays empty.
   *
   * @throws the signal's reason, when it is aborted while waiting
   */
  async turn(signal?: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const start = Math.max(now, this.nextStart);
    this.nextStart = start + this.spacingMs;
    if (start > now) await this.clock.sleep(start - now, signal);
  }
}
