import { StorageError } from '../../../core/database/storage-error.js';
import { LeaseLost } from '../kinds/delivery-outcome.js';
import type { JobFormat, JobKey } from '../saved/job-rows.js';

type Subject = `job ${number} ${JobFormat}` | `library ${string}`;

export const jobSubject = ({ requestId, format }: JobKey): Subject => `job ${requestId} ${format}`;

/**
 * Keeps the writes that the storage refused, and repeats them in order as soon as it works. In memory alone: after a
 * kill the leases expire, and another attempt reads the library's state.
 */
export class WriteRetryQueue {
  private readonly pending = new Map<Subject, (() => Promise<void>)[]>();

  /** Makes a write, or keeps it for later. @throws StorageError when it is kept; LeaseLost when another worker has the job */
  async make(subject: Subject, write: () => Promise<void>): Promise<void> {
    try {
      // Writes of one subject keep their order.
      if (this.isPending(subject)) await this.settleOne(subject);
      await write();
    } catch (fault) {
      if (fault instanceof StorageError) this.pending.set(subject, [...(this.pending.get(subject) ?? []), write]);
      throw fault;
    }
  }

  /** Is a write about this subject still pending? Then its row is out of date. */
  isPending(subject: Subject): boolean {
    return this.pending.has(subject);
  }

  /** What the storage refuses again stays. @throws any other fault, once every write was tried; a write that failed so is dropped */
  async settle(): Promise<void> {
    const faults: unknown[] = [];
    for (const subject of [...this.pending.keys()]) {
      await this.settleOne(subject).catch((fault: unknown) => {
        if (!(fault instanceof StorageError)) faults.push(fault);
      });
    }
    if (faults.length > 0) throw faults[0];
  }

  private async settleOne(subject: Subject): Promise<void> {
    for (let write = this.next(subject); write; write = this.next(subject)) {
      try {
        await write();
      } catch (fault) {
        if (fault instanceof StorageError) throw fault;
        this.done(subject, write);
        if (!(fault instanceof LeaseLost)) throw fault;
      }
      this.done(subject, write);
    }
  }

  private next(subject: Subject): (() => Promise<void>) | undefined {
    return this.pending.get(subject)?.[0];
  }

  private done(subject: Subject, write: () => Promise<void>): void {
    const left = (this.pending.get(subject) ?? []).filter((other) => other !== write);
    if (left.length > 0) this.pending.set(subject, left);
    else this.pending.delete(subject);
  }
}
