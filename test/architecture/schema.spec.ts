import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityMetadata } from 'typeorm';
import ormconfig from '../../ormconfig.js';
import { entities } from '../../src/app/entities.js';
import { epochMs, largeCount } from '../../src/core/database/portable-columns.js';
import { migrations } from '../../src/migrations/all-migrations.js';
import { inspect, inspectEntities, openAsServer, rowCounts, schemaDrift } from '../harness/database-inspection.js';
import { onPostgres } from '../harness/test-postgres.js';

/** The column types that mean the same on SQLite and PostgreSQL and that this project uses. */
const PORTABLE_TYPES = ['integer', 'bigint', 'varchar', 'text', 'boolean', 'float'];

const migrationsFolder = fileURLToPath(new URL('../../src/migrations', import.meta.url));

let folder: string;
let file: string;
let metadatas: EntityMetadata[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usher-schema-'));
  file = join(folder, 'usher.sqlite');
  await (await openAsServer(file)).close();
  metadatas = await inspectEntities(file, (dataSource) => Promise.resolve(dataSource.entityMetadatas));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const columns = () => metadatas.flatMap((metadata) => metadata.columns.map((column) => ({ metadata, column })));

describe('the schema that the migrations make of an empty file', () => {
  it("is what TypeORM's own tools are shown, and they never change it by themselves", () => {
    const { entities: shown, migrations: steps, synchronize, migrationsRun } = ormconfig.options;
    expect({ shown, steps, synchronize, migrationsRun }).toEqual({
      shown: [...entities],
      steps: [...migrations],
      synchronize: false,
      migrationsRun: false,
    });
  });

  it('is what the entities say: no drift', async () => {
    expect(await schemaDrift(file)).toEqual([]);
  });

  it('has one table per entity and none besides, the record of migrations apart', async () => {
    const tables = Object.keys(await rowCounts(file)).filter((name) => name !== 'migrations');
    expect(tables).toEqual(entities.map((entity) => tableOf(entity)).sort());
  });
});

describe('all tables', () => {
  it('have no trigger left of the migrations that had them followed', async () => {
    const names = onPostgres
      ? "SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'"
      : "SELECT name FROM sqlite_master WHERE type = 'trigger'";
    expect(await inspect(file, (dataSource) => dataSource.query<{ name: string }[]>(names))).toEqual([]);
  });
});

describe('an entity', () => {
  it('has columns of portable types only', () => {
    const others = columns()
      .filter(({ column }) => !PORTABLE_TYPES.includes(String(column.type)))
      .map(({ metadata, column }) => `${metadata.tableName}.${column.databaseName}: ${String(column.type)}`);
    expect(others).toEqual([]);
  });

  it('reads its bigint columns as numbers on every engine', () => {
    const bare = columns()
      .filter(
        ({ column }) =>
          column.type === 'bigint' && !(column.transformer === epochMs || column.transformer === largeCount),
      )
      .map(({ metadata, column }) => `${metadata.tableName}.${column.databaseName}`);
    expect(bare).toEqual([]);
  });

  it('is columns only: no relation, no hook, no column that the engine fills', () => {
    for (const metadata of metadatas) {
      expect(metadata.relations).toEqual([]);
      expect(metadata.listeners).toEqual([]);
      expect([metadata.createDateColumn, metadata.updateDateColumn, metadata.deleteDateColumn]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  it('names its table, indexes, keys and references itself', () => {
    const unnamed = metadatas.flatMap((metadata) => [
      ...(metadata.givenTableName === undefined ? [`${metadata.name}: table`] : []),
      ...metadata.indices.filter((index) => !index.givenName).map(() => `${metadata.tableName}: index`),
      ...metadata.uniques.filter((unique) => !unique.givenName).map(() => `${metadata.tableName}: unique`),
      ...metadata.foreignKeys.filter((key) => !key.givenName).map(() => `${metadata.tableName}: reference`),
      ...metadata.primaryColumns
        .filter((column) => column.primaryKeyConstraintName === undefined)
        .map((column) => `${metadata.tableName}.${column.databaseName}: primary key`),
    ]);
    expect(unnamed).toEqual([]);
  });
});

describe('a migration', () => {
  it('is in its own file <time>-<verb-object>.ts, is listed oldest first, and bears the time in its name', async () => {
    const files = (await readdir(migrationsFolder)).filter((name) => /^\d/.test(name)).sort();
    const expected = files.map((name) => {
      const [, time = '', words = ''] = /^(\d{13})-([a-z0-9-]+)\.ts$/.exec(name) ?? [];
      const className = words.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
      return `${className}${time}`;
    });
    expect(migrations.map((migration) => migration.name)).toEqual(expected);
    expect(migrations.map((migration) => new migration().name)).toEqual(expected);
  });

  it('makes tables by the portable API (Table, TableColumn, TableIndex), never by statements of one engine', async () => {
    for (const name of await readdir(migrationsFolder)) {
      const source = await readFile(join(migrationsFolder, name), 'utf8');
      const statement = /\.query\(|['"`]\s*(?:CREATE|ALTER|DROP|PRAGMA)\s/i.exec(source)?.[0];
      expect({ file: basename(name), statement }).toEqual({ file: basename(name), statement: undefined });
    }
  });

  it('issue 43 A3, A6: adds and drops columns in place, which makes no table anew; those before 1795901649904 are released', async () => {
    for (const name of (await readdir(migrationsFolder)).filter(
      (file) => /^\d/.test(file) && file >= '1795901649904',
    )) {
      const source = await readFile(join(migrationsFolder, name), 'utf8');
      const call = /\.(?:add|drop)Columns?\(/.exec(source)?.[0];
      expect({ name, call }).toEqual({ name, call: undefined });
    }
  });

  it('uses portable column types only', async () => {
    for (const name of await readdir(migrationsFolder)) {
      const source = await readFile(join(migrationsFolder, name), 'utf8');
      const others = [...source.matchAll(/\btype: '([^']+)'/g)].map(([, type]) => String(type));
      expect(others.filter((type) => !PORTABLE_TYPES.includes(type))).toEqual([]);
    }
  });
});

function tableOf(entity: (typeof entities)[number]): string {
  const metadata = metadatas.find((candidate) => candidate.target === entity);
  return metadata?.tableName ?? `no table of ${entity.name}`;
}
