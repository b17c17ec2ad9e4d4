import type { Clock, TimerHandle } from '../../../core/time/clock.js';

/** So long an answer waits for the disk, in milliseconds. */
const PATIENCE_MS = 1_000;

/**
 * Asks questions of disks that may never answer, such as a network folder whose server is gone. An answer that takes longer
 * than a second is false, and so is each further one of the same disk until that one has come.
 *
 * Of one disk one question is asked at a time, however many want to know: a question that hangs holds a thread of the few that
 * all reading of files shares. What a disk has answered is not remembered.
 */
export class DiskPatience {
  private readonly disks = new Map<string, Disk>();

  constructor(private readonly clock: Clock) {}

  /**
   * @param disk what hangs together
   * @param question its name: calls with the same one share an answer while it waits or is asked
   * @throws what `ask` throws within the second
   */
  async answer(disk: string, question: string, ask: () => Promise<boolean>): Promise<boolean> {
    const asked = this.disks.get(disk) ?? new Disk();
    this.disks.set(disk, asked);
    if (asked.hangs) return false;
    let timer: TimerHandle | undefined;
    const late = new Promise<false>((resolve) => {
      timer = this.clock.setTimer(PATIENCE_MS, () => {
        asked.hangs = true;
        resolve(false);
      });
    });
    try {
      return await Promise.race([asked.inTurn(question, ask), late]);
    } finally {
      timer?.cancel();
    }
  }
}

/** One disk, and what it is asked. */
class Disk {
  /** A question has waited for too long. */
  hangs = false;
  private readonly open = new Map<string, Promise<boolean>>();
  private last: Promise<unknown> = Promise.resolve();

  inTurn(question: string, ask: () => Promise<boolean>): Promise<boolean> {
    const known = this.open.get(question);
    if (known) return known;
    // What waited behind one that hung has nobody left who wants to know.
    const answer = this.last.then(() => !this.hangs && ask());
    const over = (): void => {
      this.open.delete(question);
      if (this.open.size === 0) this.hangs = false;
    };
    this.open.set(question, answer);
    this.last = answer.then(over, over);
    return answer;
  }
}
