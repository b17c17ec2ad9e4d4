import type { DataSource, EntityManager, EntityMetadata, InsertResult, ObjectLiteral } from 'typeorm';
import { InsertResult as Inserted } from 'typeorm';

/** More rows than this are rare enough to be put together anew. */
const MOST_ROWS = 20;

/** Far more tables and sets of columns than there are in the program. */
const MOST_KEPT = 1_000;

/**
 * Adds plain rows by statements that are put together once. Ids that the database chooses are set in the rows, as TypeORM
 * does it; what the database fills in besides is not read back.
 */
export class CompiledInserts {
  private readonly texts = new Map<string, string>();

  constructor(private readonly dataSource: DataSource) {}

  /** Null for rows that TypeORM itself has to add. */
  add(tx: EntityManager, entity: EntityMetadata, rows: readonly ObjectLiteral[]): Promise<InsertResult> | null {
    const [first] = rows;
    if (!first || rows.length > MOST_ROWS || !isPlain(entity)) return null;
    const names = Object.keys(first).filter((name) => first[name] !== undefined);
    const columns = entity.columns.filter(({ propertyName }) => names.includes(propertyName));
    const isAlike = (row: ObjectLiteral): boolean =>
      Object.keys(row).filter((name) => row[name] !== undefined).length === names.length &&
      names.every((name) => row[name] !== undefined && typeof row[name] !== 'function');
    if (columns.length !== names.length || columns.length === 0 || !rows.every(isAlike)) return null;
    return this.run(tx, entity, columns, rows);
  }

  private async run(
    tx: EntityManager,
    entity: EntityMetadata,
    columns: EntityMetadata['columns'],
    rows: readonly ObjectLiteral[],
  ): Promise<InsertResult> {
    const { driver } = this.dataSource;
    const values = rows.flatMap((row) =>
      columns.map((column) => driver.preparePersistentValue(row[column.propertyName], column) as unknown),
    );
    const raw = await tx.query<unknown>(this.textOf(entity, columns, rows.length), values);
    const chosen = chosenIds(entity, columns, raw, rows.length);
    const result = new Inserted();
    result.raw = raw;
    result.identifiers = rows.map((row, place) => {
      Object.assign(row, chosen[place]);
      return Object.fromEntries(entity.primaryColumns.map(({ propertyName }) => [propertyName, row[propertyName]]));
    });
    result.generatedMaps = [...chosen];
    return result;
  }

  private textOf(entity: EntityMetadata, columns: EntityMetadata['columns'], count: number): string {
    const key = [entity.tableName, count, ...columns.map(({ databaseName }) => databaseName)].join(' ');
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const { driver } = this.dataSource;
    let place = 0;
    const tuple = (): string => `(${columns.map(() => driver.createParameter('', place++)).join(', ')})`;
    const tuples = Array.from({ length: count }, tuple).join(', ');
    const names = columns.map(({ databaseName }) => driver.escape(databaseName)).join(', ');
    const generated = driver.isReturningSqlSupported('insert') ? generatedBeside(entity, columns) : undefined;
    const returning = generated ? ` RETURNING ${driver.escape(generated.databaseName)}` : '';
    const text = `INSERT INTO ${driver.escape(entity.tableName)} (${names}) VALUES ${tuples}${returning}`;
    if (this.texts.size >= MOST_KEPT) this.texts.clear();
    this.texts.set(key, text);
    return text;
  }
}

/** A table with nothing that happens beside the adding of its rows. */
const isPlain = ({
  relations,
  embeddeds,
  beforeInsertListeners,
  afterInsertListeners,
  schema,
}: EntityMetadata): boolean =>
  relations.length + embeddeds.length + beforeInsertListeners.length + afterInsertListeners.length === 0 && !schema;

/** The id that the database chooses, if it does. */
function generatedBeside(
  entity: EntityMetadata,
  given: EntityMetadata['columns'],
): EntityMetadata['columns'][number] | undefined {
  return entity.generatedColumns.find((column) => !given.includes(column));
}

/** SQLite returns the last id of a statement, whose ids follow each other; PostgreSQL returns each. */
function chosenIds(
  entity: EntityMetadata,
  given: EntityMetadata['columns'],
  raw: unknown,
  count: number,
): readonly ObjectLiteral[] {
  const generated = generatedBeside(entity, given);
  return Array.from({ length: count }, (_, place) => {
    if (!generated) return {};
    const id: unknown = Array.isArray(raw)
      ? (raw as readonly Record<string, unknown>[])[place]?.[generated.databaseName]
      : (raw as number) - count + 1 + place;
    return { [generated.propertyName]: id };
  });
}
