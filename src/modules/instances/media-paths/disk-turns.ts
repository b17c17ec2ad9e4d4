import type { Clock } from '../../../core/time/clock.js';
import { MediaDiskTimedOut } from '../instances.errors.js';

/**
 * On so many disks something is done at once, on each of them one thing. What a dead disk was asked holds a thread until it
 * answers, and all reading of files shares four threads, the database's too: half of them stay free whatever dies.
 */
const DISKS_AT_ONCE = 2;

/** So many may wait for an answer: more than all mappings of a household, which are asked for together. */
const MOST_WAITING = 1_024;

/** Begins work on a disk in its turn. The work calls `over` once it has come back from the disk. */
export type DiskTurn = (begin: (over: () => void) => void) => void;

interface Waiting {
  readonly disk: string;
  readonly begin: (over: () => void) => void;
}

/**
 * Turns on disks that may never answer, such as a network folder whose server is gone. One piece of work at a time is done on a
 * disk, and on two disks at once. Whoever waits for an answer goes before those who have bytes read.
 */
export class DiskTurns {
  /** The disks that are worked on, and since when. */
  private readonly busy = new Map<string, number>();
  private readonly asking: Waiting[] = [];
  private readonly others: Waiting[] = [];

  constructor(private readonly clock: Clock) {}

  /** Work that nobody's answer waits for, in its turn, which may never come. Its caller sees to it that there isn't much of it. */
  take(disk: string, begin: Waiting['begin']): void {
    this.enter({ disk, begin }, this.others);
  }

  /**
   * Work for an answer that waits `ms` at most, its turn included. Where the disk has been silent for as long already, it is
   * refused at once, and where too many wait.
   *
   * @param work is not begun any more once its caller has given up
   * @param late gets what the work comes to after that, within the same turn: what is open is to be closed
   * @throws MediaDiskTimedOut 503; what `work` throws in time
   */
  within<T>(
    disk: string,
    ms: number,
    work: () => Promise<T>,
    late: (done: T) => unknown = () => undefined,
  ): Promise<T> {
    if (this.isSilent(disk, ms) || this.asking.length >= MOST_WAITING) return Promise.reject(new MediaDiskTimedOut());
    return new Promise((resolve, reject) => {
      let isGivenUp = false;
      const run = async (): Promise<void> => {
        const result = await work();
        if (isGivenUp) await late(result);
        else resolve(result);
      };
      const begin = (over: () => void): void => {
        const end = (): void => {
          timer.cancel();
          over();
        };
        void run().catch(reject).finally(end);
      };
      const waiting: Waiting = { disk, begin };
      const timer = this.clock.setTimer(ms, () => {
        isGivenUp = true;
        const at = this.asking.indexOf(waiting);
        if (at !== -1) this.asking.splice(at, 1);
        reject(new MediaDiskTimedOut());
      });
      this.enter(waiting, this.asking);
    });
  }

  /** Has what is before everybody else on this disk been going on for so long already? */
  private isSilent(disk: string, ms: number): boolean {
    const isLong = (since: number): boolean => this.clock.monotonic() - since >= ms;
    const since = this.busy.get(disk);
    if (since !== undefined) return isLong(since);
    return this.busy.size >= DISKS_AT_ONCE && [...this.busy.values()].every(isLong);
  }

  private enter(waiting: Waiting, line: Waiting[]): void {
    line.push(waiting);
    this.beginNext();
  }

  private beginNext(): void {
    while (this.busy.size < DISKS_AT_ONCE) {
      const next = this.takeOut(this.asking) ?? this.takeOut(this.others);
      if (!next) return;
      this.busy.set(next.disk, this.clock.monotonic());
      next.begin(() => {
        this.busy.delete(next.disk);
        this.beginNext();
      });
    }
  }

  /** The first whose disk is free. */
  private takeOut(line: Waiting[]): Waiting | undefined {
    const at = line.findIndex(({ disk }) => !this.busy.has(disk));
    return at === -1 ? undefined : line.splice(at, 1)[0];
  }
}
