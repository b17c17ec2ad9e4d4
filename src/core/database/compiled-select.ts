import type { DataSource, EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** The text of a statement with the names of its parameters, as TypeORM has put it together. */
export class CompiledSelect {
  /** @param sql with its parameters as `:name`, lists as `:...name` */
  constructor(private readonly sql: string) {}

  /** The rows that it answers, by the aliases of its columns. */
  async rows<R>(tx: EntityManager, parameters: ObjectLiteral): Promise<readonly R[]> {
    const [sql, values] = tx.connection.driver.escapeQueryWithParameters(this.sql, parameters, {});
    return tx.query<R[]>(sql, values);
  }
}

/** A statement that runs so often that building its text would cost more than running it. It is built once per database. */
export class MemoizedSelect<P extends ObjectLiteral, R> {
  private readonly compiled = new WeakMap<DataSource, CompiledSelect>();

  /** @param build builds it; its parameters have names and no values */
  constructor(private readonly build: (tx: EntityManager) => SelectQueryBuilder<ObjectLiteral>) {}

  /** The rows that it answers, by the aliases of its columns. */
  rows(tx: EntityManager, parameters: P): Promise<readonly R[]> {
    const known = this.compiled.get(tx.connection);
    const select = known ?? new CompiledSelect(this.build(tx).getQuery());
    if (!known) this.compiled.set(tx.connection, select);
    return select.rows<R>(tx, parameters);
  }
}
