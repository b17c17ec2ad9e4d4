import type { Logger } from 'typeorm';

/** The statements of one transaction: the first that fails has failed all of them, and none is sent after the end of its callback. */
export class TransactionStatements {
  private readonly underWay = new Set<Promise<unknown>>();
  private failed: { readonly error: unknown } | undefined;
  private ended = false;
  private allowed = Number.POSITIVE_INFINITY;

  /** Is there a statement that failed, and with what? */
  get failure(): { readonly error: unknown } | undefined {
    return this.failed;
  }

  /** @throws what `statement` throws; the failure of an earlier one; an Error after the end, and for one too many */
  async send<T>(statement: () => Promise<T>): Promise<T> {
    if (this.ended) throw new Error('a transaction was used after its callback had ended');
    if (this.failed !== undefined) throw this.failed.error;
    this.allowed -= 1;
    if (this.allowed < 0) throw new Error('a query of more than one statement needs database.read()');
    const answer = this.remembering(statement);
    this.underWay.add(answer);
    void Promise.allSettled([answer]).then(() => this.underWay.delete(answer));
    return answer;
  }

  /**
   * Runs the callback of the transaction, at most so many statements, and waits for those that it left under way.
   * @throws what `work` threw; the first failure of a statement, even where `work` caught it
   */
  async settle<T>(work: () => Promise<T>, most = Number.POSITIVE_INFINITY): Promise<T> {
    this.allowed = most;
    const result = await this.ending(work);
    if (this.failed !== undefined) throw this.failed.error;
    return result;
  }

  private async ending<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.ended = true;
      await Promise.allSettled(this.underWay);
    }
  }

  private async remembering<T>(statement: () => Promise<T>): Promise<T> {
    try {
      return await statement();
    } catch (error) {
      this.failed ??= { error };
      throw error;
    }
  }
}

const refuse = (): Promise<never> =>
  Promise.reject(new Error('a transaction within a transaction is not offered: a write is kept or undone as a whole'));

/** What a query runner says that is asked to begin or to end another transaction within its own. */
export const ONE_FATE = { startTransaction: refuse, commitTransaction: refuse, rollbackTransaction: refuse } as const;

/** Keeps TypeORM quiet: by itself it prints statements with their parameters to the console, and those may be secrets. */
export const silentTypeormLogger: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};
