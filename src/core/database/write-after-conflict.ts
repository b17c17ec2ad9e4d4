import type { Database, WriteTx } from './database.js';
import { UniqueViolation } from './storage-error.js';

/**
 * For work that reads whether a row is there before it adds it: where somebody else has added it meanwhile, on PostgreSQL, it runs once
 * more and finds it. @throws UniqueViolation when that happens twice
 */
export async function writeAfterConflict<T>(database: Database, work: (tx: WriteTx) => Promise<T>): Promise<T> {
  try {
    return await database.write(work);
  } catch (fault) {
    if (fault instanceof UniqueViolation) return database.write(work);
    throw fault;
  }
}
