/** One run of the work on a target. It ends soon after the signal, which says that the program stops. */
type Run = (signal: AbortSignal) => Promise<void>;

/** The work on one target. */
interface Queue {
  /** What follows the run under way; null for nothing. */
  next: Run | null;
  ended: Promise<void>;
}

/**
 * Works on targets (libraries, servers) beside each other, one run at a time each: one that hangs delays nobody else. Keeps nothing that
 * must not be lost.
 */
export class PerTargetWorker<Target> {
  private readonly queues = new Map<Target, Queue>();
  private readonly stopping = new AbortController();

  /** @param failed hears of a run that has failed; the next one is that of the next wake */
  constructor(private readonly failed: (target: Target, error: unknown) => void) {}

  /** Starts a run, or lets one follow the run under way, however often it is woken meanwhile. After the stop it does nothing. */
  wake(target: Target, run: Run): void {
    if (this.stopping.signal.aborted) return;
    const open = this.queues.get(target);
    if (open) {
      open.next = run;
      return;
    }
    const queue: Queue = { next: run, ended: Promise.resolve() };
    this.queues.set(target, queue);
    queue.ended = this.workOn(target, queue);
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.queues.size > 0) await Promise.all([...this.queues.values()].map(({ ended }) => ended));
  }

  /** Aborts the signal of what runs, waits until it has ended, and starts nothing any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.idle();
  }

  private async workOn(target: Target, queue: Queue): Promise<void> {
    try {
      for (let run = queue.next; run && !this.stopping.signal.aborted; run = queue.next) {
        queue.next = null;
        await run(this.stopping.signal);
      }
    } catch (error) {
      this.failed(target, error);
    } finally {
      this.queues.delete(target);
    }
  }
}
