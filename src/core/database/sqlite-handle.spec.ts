import { afterEach, describe, expect, it } from '@jest/globals';
import { errorOf } from '../../../test/harness/error-of.js';
import { LedgerDatabases } from '../../../test/harness/ledger-database.js';

const databases = new LedgerDatabases();
afterEach(() => databases.remove());

describe('the connections', () => {
  it('of the writer survive a power cut and hold references: WAL, synchronous FULL, foreign keys, 5 s patience', async () => {
    const database = await databases.open();
    const pragma = (name: string): Promise<unknown> => database.write((tx) => tx.query(`PRAGMA ${name}`));
    expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }]);
    expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }]);
    expect(await pragma('busy_timeout')).toEqual([{ timeout: 5_000 }]);
  });

  it('of the readers only query', async () => {
    const database = await databases.open();
    expect(await database.read((tx) => tx.query('PRAGMA query_only'))).toEqual([{ query_only: 1 }]);
    expect(await database.read((tx) => tx.query('PRAGMA busy_timeout'))).toEqual([{ timeout: 5_000 }]);
  });

  it('keep the sqlite3 package from recording a stack trace per statement', async () => {
    const database = await databases.open();
    const error = (await errorOf(database.write((tx) => tx.query('SELECT nonsense')))) as Error;
    expect((error.cause as Error).stack).not.toContain('--> in Database');
  });
});
