import type { Logger } from 'typeorm';

/** Keeps TypeORM quiet: by itself it prints statements with their parameters to the console, and those may be secrets. */
export const silentTypeormLogger: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};
