import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { CompiledEntitySelect } from './compiled-entity-select.js';

/**
 * A statement that selects entities of a plain table and that TypeORM puts together once for each shape that it is
 * asked in. Putting it together and reading its rows takes TypeORM several times what the database takes.
 */
export class MemoizedRows<S, E extends ObjectLiteral> {
  private readonly built = new WeakMap<DataSource, Map<string, CompiledEntitySelect<E>>>();

  /**
   * @param table whose rows it selects, all columns of them
   * @param build builds it for a shape, without a limit; its parameters have names and no values, and none is called
   *   `limit`. Each shape is kept, so callers must not choose them freely
   */
  constructor(
    private readonly table: EntityTarget<E>,
    private readonly build: (tx: EntityManager, shape: S) => SelectQueryBuilder<E>,
  ) {}

  /** The entities that it selects in this shape, at most `limit`. */
  first(tx: EntityManager, limit: number, shape: S, parameters: ObjectLiteral): Promise<readonly E[]> {
    return this.inShape(tx, shape).entities(tx, { ...parameters, limit });
  }

  private inShape(tx: EntityManager, shape: S): CompiledEntitySelect<E> {
    const { connection } = tx;
    const shapes = this.built.get(connection) ?? new Map<string, CompiledEntitySelect<E>>();
    this.built.set(connection, shapes);
    const key = JSON.stringify(shape);
    const known = shapes.get(key);
    if (known) return known;
    const builder = this.build(tx, shape);
    const sql = `${builder.getQuery()} LIMIT :limit`;
    const select = new CompiledEntitySelect<E>(connection, connection.getMetadata(this.table), sql, builder.alias);
    shapes.set(key, select);
    return select;
  }
}
