import { Injectable } from '@nestjs/common';
import { StorageError } from '../../../core/database/storage-error.js';
import { LeaseLost } from './delivery-outcome.js';

/** What a write is about: a request's delivery, or a library. */
type Subject = `request ${number}` | `library ${string}`;

/**
 * What this process has yet to write of its deliveries, since the storage failed when it was to be written: what came of
 * them, which searches were sent, what it has leased and needs no more. It is written as soon as the storage takes it, in
 * the order in which it happened. In memory alone: after a kill the leases run out, and another attempt looks what is there.
 */
@Injectable()
export class OwedWritesService {
  private readonly owed = new Map<Subject, (() => Promise<void>)[]>();

  /**
   * Makes a write, or owes it.
   *
   * @throws StorageError when it is owed now; LeaseLost when it has become somebody else's to write
   */
  async make(subject: Subject, write: () => Promise<void>): Promise<void> {
    try {
      // What happened before is written before.
      if (this.isOwed(subject)) await this.settleOne(subject);
      await write();
    } catch (fault) {
      if (fault instanceof StorageError) this.owed.set(subject, [...(this.owed.get(subject) ?? []), write]);
      throw fault;
    }
  }

  /** Is something still to be written about this? Then its row doesn't tell what has happened. */
  isOwed(subject: Subject): boolean {
    return this.owed.has(subject);
  }

  /**
   * Writes what is owed. What the storage refuses again stays owed.
   *
   * @throws what else went wrong, once everything was tried; that is owed no more
   */
  async settle(): Promise<void> {
    const faults: unknown[] = [];
    for (const subject of [...this.owed.keys()]) {
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
    return this.owed.get(subject)?.[0];
  }

  private done(subject: Subject, write: () => Promise<void>): void {
    const left = (this.owed.get(subject) ?? []).filter((other) => other !== write);
    if (left.length > 0) this.owed.set(subject, left);
    else this.owed.delete(subject);
  }
}
