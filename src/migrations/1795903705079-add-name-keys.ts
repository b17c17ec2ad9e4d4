import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { fillRow } from '../core/database/fill-column.js';
import { nameKey } from '../core/text/name-key.js';

const TABLE = 'users';

const KEY = 'name_key';

const TWIN = 'name_twin';

const columns = (): TableColumn[] => [
  new TableColumn({ name: KEY, type: 'varchar', length: '255', default: "''" }),
  new TableColumn({ name: TWIN, type: 'integer', default: 0 }),
];

interface NamedAccount {
  readonly id: number;
  readonly username: string;
}

/**
 * Names are compared by a key, and are unique by it. Of accounts from before that have the same key the oldest takes it, and the
 * others have their own id beside it: nobody can say which of them is to go, so that each stays, and signs in by its exact name.
 */
export class AddNameKeys1795903705079 implements MigrationInterface {
  name = 'AddNameKeys1795903705079';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns(TABLE, columns());
    const accounts = await runner.manager
      .createQueryBuilder()
      .select('account.id', 'id')
      .addSelect('account.username', 'username')
      .from(TABLE, 'account')
      .orderBy('account.id')
      .getRawMany<NamedAccount>();
    const taken = new Set<string>();
    for (const { id, username } of accounts) {
      const key = nameKey(username, 255);
      await fillRow(runner, { table: TABLE, id }, { [KEY]: key, [TWIN]: taken.has(key) ? id : 0 });
      taken.add(key);
    }
    const unique = { name: 'ux_users_name_key', columnNames: [KEY, TWIN], isUnique: true };
    await runner.createIndex(TABLE, new TableIndex(unique));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(TABLE, 'ux_users_name_key');
    await runner.dropColumns(TABLE, columns());
  }
}
