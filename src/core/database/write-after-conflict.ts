import type { Database, WriteTx } from './database.js';
import { UniqueViolation } from './storage-error.js';

/**
 * As `Database.write`, for work that reads whether a row is there before it adds it: where somebody else has added it
 * meanwhile, the work runs once more and finds it. On SQLite, where writes come one after the other, that doesn't happen.
 *
 * @throws UniqueViolation when it happens twice
 */
export async function writeAfterConflict<T>(database: Database, work: (tx: WriteTx) => Promise<T>): Promise<T> {
  try {
    return await database.write(work);
  } catch (fault) {
    if (fault instanceof UniqueViolation) return database.write(work);
    throw fault;
  }
}
