import type { Logger } from 'typeorm';

/**
 * Keeps TypeORM quiet: left to itself it prints to the console, statements with their parameters among them, and
 * those may be secrets. What is worth telling is logged where it happens.
 */
export const silentTypeormLogger: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};
