import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { entities } from './src/app/entities.js';
import { quietSqlite3 } from './src/core/database/sqlite-handle.js';
import { migrations } from './src/migrations/all-migrations.js';

const url = process.env.DATABASE_URL;

/**
 * The schema for TypeORM's own tools, on the database that DATABASE_URL names or the file in DATA_DIR. The server
 * doesn't use it: it opens the database through `core/database`, which alone keeps concurrent work apart. Nothing here
 * ever changes a schema by itself.
 */
export default new DataSource({
  ...(url
    ? { type: 'postgres', url }
    : { type: 'sqlite', driver: quietSqlite3, database: join(process.env.DATA_DIR ?? 'data', 'usher.sqlite') }),
  entities: [...entities],
  migrations: [...migrations],
  synchronize: false,
  migrationsRun: false,
});
