import type { Database, WriteTx } from '../../src/core/database/database.js';
import { errorOf } from './error-of.js';

/**
 * Lets every write of a database run twice: the first run is undone, as that of a write which PostgreSQL refuses for
 * what another process did at the same time. Code that has an effect outside `tx` has it twice then.
 */
export function repeatWrites(database: Database): void {
  const write = database.write.bind(database);
  database.write = async <T>(work: (tx: WriteTx) => Promise<T>): Promise<T> => {
    await errorOf(
      write(async (tx) => {
        await work(tx);
        throw new Error('undone, to be run again');
      }),
    );
    return write(work);
  };
}
