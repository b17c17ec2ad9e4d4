import { AsyncLocalStorage } from 'node:async_hooks';
import type { Meter } from '../metrics/meter.js';
import type { Clock } from '../time/clock.js';
import { Database, type ReadTx, type WriteTx } from './database.js';
import { StorageError } from './storage-error.js';
import { ReaderPool, WriteQueue } from './turns.js';

/** What both storages have in common: writes one at a time, a few reads beside them, and an end that waits for all. */
export abstract class OneWriterDatabase<Reader> extends Database {
  protected readonly calls = new OpenCalls();
  protected readonly count: CommitCount;
  private readonly queue: WriteQueue;
  private readonly pool: ReaderPool<Reader>;
  private closing: Promise<void> | undefined;

  constructor(readers: readonly Reader[], clock: Clock, meter: Meter) {
    super();
    this.count = new CommitCount(clock);
    this.queue = new WriteQueue(clock, meter);
    this.pool = new ReaderPool(readers);
  }

  get commits(): number {
    return this.count.ended;
  }

  async read<T>(query: (tx: ReadTx) => Promise<T>): Promise<T> {
    this.admit('read');
    return this.faults.watch(() => this.pool.use((reader) => this.readWith(reader, query)));
  }

  async readOne<T>(query: (tx: ReadTx) => Promise<T>): Promise<T> {
    this.admit('read');
    return this.faults.watch(() => this.pool.use((reader) => this.readOneWith(reader, query)));
  }

  async write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
    this.admit('write');
    return this.faults.watch(() => this.queue.run(() => this.writeAlone(work)));
  }

  async close(): Promise<void> {
    this.calls.refuseInside('close');
    this.closing ??= this.shutDown();
    await this.closing;
  }

  protected abstract readWith<T>(reader: Reader, query: (tx: ReadTx) => Promise<T>): Promise<T>;

  protected abstract readOneWith<T>(reader: Reader, query: (tx: ReadTx) => Promise<T>): Promise<T>;

  protected abstract writeAlone<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;

  /** Gives the connections back, which nobody uses any more. */
  protected abstract disconnect(): Promise<void>;

  private async shutDown(): Promise<void> {
    await Promise.all([this.queue.drained(), this.pool.drained()]);
    this.calls.end();
    await this.disconnect();
  }

  private admit(wanted: TransactionKind): void {
    this.calls.refuseInside(wanted);
    if (this.closing !== undefined) throw new StorageError('closed');
  }
}

/** The two kinds of transactions. */
export type TransactionKind = 'read' | 'write';

/** The transaction of the present call. */
interface OpenCall {
  readonly kind: TransactionKind;
  /** False once the call has ended: what was started in it and lives on may open a transaction of its own. */
  open: boolean;
}

/** The open transactions of one database, so that a call inside one of them is refused instead of waiting for itself. */
class OpenCalls {
  private readonly calls = new AsyncLocalStorage<OpenCall>();

  /** @throws Error when this is asked from within a transaction */
  refuseInside(wanted: TransactionKind | 'close'): void {
    const call = this.calls.getStore();
    if (call?.open !== true) return;
    throw new Error(`database.${wanted}() inside database.${call.kind}() would wait for itself; pass tx down instead`);
  }

  /** Runs `work` as the inside of a transaction. */
  during<T>(kind: TransactionKind, work: () => Promise<T>): Promise<T> {
    const call: OpenCall = { kind, open: true };
    return this.calls.run(call, async () => {
      try {
        return await work();
      } finally {
        call.open = false;
      }
    });
  }

  /**
   * Once no transaction is open any more. On Node 20 a storage that is not disabled stays, and every promise of the process runs through
   * it.
   */
  end(): void {
    this.calls.disable();
  }
}

/** How long a commit that was never answered may still come true; a server gives up on a statement after a fraction of it. */
const DOUBT_MS = 600_000;

/** Counts the writes of a database that have ended, for {@link Database.commits}. */
export class CommitCount {
  private count = 0;
  private doubtedUntil = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Clock) {}

  /** The count. While a commit may still come true unseen, it is another one each time. */
  get ended(): number {
    if (this.clock.monotonic() < this.doubtedUntil) this.count += 1;
    return this.count;
  }

  /** A write has been committed, or undone by the engine while it was being committed. */
  add(): void {
    this.count += 1;
  }

  /** A commit was sent, and its outcome is unknown. */
  doubt(): void {
    this.count += 1;
    this.doubtedUntil = this.clock.monotonic() + DOUBT_MS;
  }
}
