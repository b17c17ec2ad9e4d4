import type { Clock } from '../../../core/time/clock.js';
import { MediaDiskTimedOut } from '../instances.errors.js';

/** With one piece of work on each. A dead disk holds one of the four threads that files and the database share: half of them stay free. */
const DISKS_AT_ONCE = 2;

/** So many may wait for an answer of a disk: more than all mappings of a household, which are asked for together. */
const MOST_WAITING = 1_024;

/** Begins work on a disk in its turn. The work calls `over` once it has come back from the disk. */
export type DiskTurn = (what: 'read' | 'close', begin: (over: () => void) => void) => void;

interface Waiting {
  readonly disk: string;
  readonly begin: (over: () => void) => void;
}

/** Turns on disks that may never answer, such as a dead network folder. Closing comes first; answers and readings take turns. */
export class DiskTurns {
  /** The disks that are worked on, and since when. */
  private readonly busy = new Map<string, number>();
  private readonly closing: Waiting[] = [];
  private readonly asking: Waiting[] = [];
  private readonly reading: Waiting[] = [];
  private bytesNext = false;

  constructor(private readonly clock: Clock) {}

  /** Work that no answer waits for, and whose turn may never come: closing a file, or reading from one, once at a time. */
  take(disk: string, what: 'read' | 'close', begin: Waiting['begin']): void {
    this.enter({ disk, begin }, what === 'close' ? this.closing : this.reading);
  }

  /**
   * Work for an answer that waits `ms` at most, its turn included; not begun once its caller has given up.
   * @param late gets what comes too late, within the same turn: what is open is to be closed
   * @throws MediaDiskTimedOut 503, at once where the disk has been silent for as long or too many wait; what `work` throws
   */
  within<T>(
    disk: string,
    ms: number,
    work: () => Promise<T>,
    late: (done: T) => unknown = () => undefined,
  ): Promise<T> {
    const waitingHere = this.asking.filter((one) => one.disk === disk).length;
    if (this.isSilent(disk, ms) || waitingHere >= MOST_WAITING) return Promise.reject(new MediaDiskTimedOut());
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
      const next = this.takeOut(this.closing) ?? this.takeNext();
      if (!next) return;
      this.busy.set(next.disk, this.clock.monotonic());
      next.begin(() => {
        this.busy.delete(next.disk);
        this.beginNext();
      });
    }
  }

  /** The next answer or the next bytes, in turn where both have a disk that is free. */
  private takeNext(): Waiting | undefined {
    const lines = this.bytesNext ? [this.reading, this.asking] : [this.asking, this.reading];
    for (const line of lines) {
      const next = this.takeOut(line);
      if (!next) continue;
      this.bytesNext = line === this.asking;
      return next;
    }
    return undefined;
  }

  /** The first whose disk is free. */
  private takeOut(line: Waiting[]): Waiting | undefined {
    const at = line.findIndex(({ disk }) => !this.busy.has(disk));
    return at === -1 ? undefined : line.splice(at, 1)[0];
  }
}
