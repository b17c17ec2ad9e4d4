import { EntityManager, type FindManyOptions, type ObjectLiteral } from 'typeorm';
import type { ReadTx } from '../../src/core/database/database.js';

/** What TypeORM's own search finds, on the same transaction. */
export function typeormFind<E extends ObjectLiteral>(
  tx: ReadTx,
  entity: new () => E,
  options: FindManyOptions<E>,
): Promise<E[]> {
  return EntityManager.prototype.find.call(tx, entity, options as FindManyOptions<ObjectLiteral>) as Promise<E[]>;
}
