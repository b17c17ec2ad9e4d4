import { AsyncLocalStorage } from 'node:async_hooks';

/** The two kinds of transactions. */
export type TransactionKind = 'read' | 'write';

/** The transaction of the present call. */
interface OpenCall {
  readonly kind: TransactionKind;
  /** False once the call has ended: what was started in it and lives on may open a transaction of its own. */
  open: boolean;
}

/** The open transactions of one database, so that a call inside one of them is refused instead of waiting for itself. */
export class OpenCalls {
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
