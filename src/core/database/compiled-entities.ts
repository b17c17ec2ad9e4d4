import {
  type DataSource,
  EntityManager,
  type EntityTarget,
  type FindManyOptions,
  type FindOneOptions,
  type FindOptionsWhere,
  type InsertResult,
  type ObjectLiteral,
  type QueryRunner,
} from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { CompiledFinds } from './compiled-finds.js';
import { CompiledInserts } from './compiled-inserts.js';

/** What is put together once for a database. */
interface Compiled {
  readonly finds: CompiledFinds;
  readonly inserts: CompiledInserts;
}

const compiledFor = new WeakMap<DataSource, Compiled>();

/** The manager of a transaction. It does what TypeORM's does, the plain part of it without TypeORM's builders. */
export class CompiledEntities extends EntityManager {
  private readonly compiled: Compiled;

  constructor(dataSource: DataSource, runner: QueryRunner) {
    super(dataSource, runner);
    const known = compiledFor.get(dataSource);
    this.compiled = known ?? { finds: new CompiledFinds(dataSource), inserts: new CompiledInserts(dataSource) };
    if (!known) compiledFor.set(dataSource, this.compiled);
  }

  override find<E extends ObjectLiteral>(target: EntityTarget<E>, options?: FindManyOptions<E>): Promise<E[]> {
    return this.plainly(target, options ?? {}) ?? super.find(target, options);
  }

  override findBy<E extends ObjectLiteral>(
    target: EntityTarget<E>,
    where: FindOptionsWhere<E> | FindOptionsWhere<E>[],
  ): Promise<E[]> {
    return this.plainly(target, { where }) ?? super.findBy(target, where);
  }

  override async findOne<E extends ObjectLiteral>(
    target: EntityTarget<E>,
    options: FindOneOptions<E>,
  ): Promise<E | null> {
    const rows = options.where && (await this.plainly(target, { ...options, take: 1 }));
    return rows ? (rows[0] ?? null) : super.findOne(target, options);
  }

  override async findOneBy<E extends ObjectLiteral>(
    target: EntityTarget<E>,
    where: FindOptionsWhere<E> | FindOptionsWhere<E>[],
  ): Promise<E | null> {
    const rows = await this.plainly(target, { where, take: 1 });
    return rows ? (rows[0] ?? null) : super.findOneBy(target, where);
  }

  override async existsBy<E extends ObjectLiteral>(
    target: EntityTarget<E>,
    where: FindOptionsWhere<E> | FindOptionsWhere<E>[],
  ): Promise<boolean> {
    const rows = await this.plainly(target, { where, take: 1 });
    return rows ? rows.length > 0 : super.existsBy(target, where);
  }

  override insert<E extends ObjectLiteral>(
    target: EntityTarget<E>,
    entity: QueryDeepPartialEntity<E> | QueryDeepPartialEntity<E>[],
  ): Promise<InsertResult> {
    const rows = (Array.isArray(entity) ? entity : [entity]) as ObjectLiteral[];
    const added = this.compiled.inserts.add(this, this.connection.getMetadata(target), rows);
    return added ?? super.insert(target, entity);
  }

  private plainly<E extends ObjectLiteral>(target: EntityTarget<E>, options: FindManyOptions<E>): Promise<E[]> | null {
    const rows = this.compiled.finds.rows(
      this,
      this.connection.getMetadata(target),
      options as FindManyOptions<ObjectLiteral>,
    );
    return rows as Promise<E[]> | null;
  }
}
