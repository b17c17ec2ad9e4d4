import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { entities } from './src/app/entities.js';
import { migrations } from './src/migrations/all-migrations.js';

/**
 * The schema for TypeORM's own tools, on the database file in DATA_DIR. The server doesn't use it: it opens the file
 * through `core/database`, which alone keeps concurrent work apart. Nothing here ever changes a schema by itself.
 */
export default new DataSource({
  type: 'sqlite',
  database: join(process.env.DATA_DIR ?? 'data', 'usher.sqlite'),
  entities: [...entities],
  migrations: [...migrations],
  synchronize: false,
  migrationsRun: false,
});
