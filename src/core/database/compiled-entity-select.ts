import type { ColumnType, DataSource, EntityManager, EntityMetadata, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { DriverUtils } from 'typeorm/driver/DriverUtils.js';
import { CompiledSelect } from './compiled-select.js';

/** Types of columns whose values both engines answer as they are. */
const AS_THEY_ARE = new Set<ColumnType>(['integer', 'varchar', 'text']);

interface ReadColumn {
  readonly column: ColumnMetadata;
  /** The engine answers it as the program knows it. */
  readonly isAsItIs: boolean;
}

/** Is a row of this table nothing but its own columns? */
export const isPlainTable = (entity: EntityMetadata): boolean =>
  entity.relations.length + entity.embeddeds.length + entity.afterLoadListeners.length === 0 &&
  entity.columns.every(({ isSelect, isVirtualProperty }) => isSelect && !isVirtualProperty);

/**
 * A statement that selects entities of a plain table. Its columns are answered by their places and not by their names:
 * the drivers make an object of each row, and objects with numbers as names cost a third less.
 */
export class CompiledEntitySelect<E extends ObjectLiteral> {
  private readonly columns: readonly ReadColumn[];
  private readonly select: CompiledSelect;

  /**
   * @param sql as TypeORM writes it, with all columns of the table
   * @param alias of the table in it
   */
  constructor(
    private readonly dataSource: DataSource,
    private readonly entity: EntityMetadata,
    sql: string,
    alias: string,
  ) {
    const { driver } = dataSource;
    this.columns = entity.columns.map((column) => ({
      column,
      isAsItIs: AS_THEY_ARE.has(column.type) && column.transformer === undefined,
    }));
    const names = entity.columns.map(({ databaseName }) =>
      DriverUtils.buildAlias(driver, undefined, alias, databaseName),
    );
    this.select = new CompiledSelect(
      names.reduce((text, name, place) => placed(text, driver.escape(name), place), sql),
    );
  }

  /** The entities that it selects. */
  async entities(tx: EntityManager, parameters: ObjectLiteral): Promise<E[]> {
    const rows = await this.select.rows<readonly unknown[]>(tx, parameters);
    return rows.map((row) => this.entityOf(row));
  }

  private entityOf(row: readonly unknown[]): E {
    const { driver } = this.dataSource;
    const found = this.entity.create() as ObjectLiteral;
    let place = 0;
    for (const { column, isAsItIs } of this.columns) {
      const value = row[place++];
      found[column.propertyName] = isAsItIs ? value : (driver.prepareHydratedValue(value, column) as unknown);
    }
    return found as E;
  }
}

/** The statement with this column under the number of its place. */
function placed(sql: string, name: string, place: number): string {
  const [before, after, ...more] = sql.split(` AS ${name}`);
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`${name} is not selected once`);
  return `${before} AS "${place}"${after}`;
}
