import { TableColumn, TableForeignKey, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLE = 'connect_tokens';

/**
 * Binds connect links to the device that issued them, so that they can fall with it, and gives them an id to be taken
 * back by. A link may be without an issuer: a command on the server's own machine makes such.
 *
 * Which device issued an earlier link is unknown. Such a link has an empty id, and nobody can use it any more.
 */
export class BindConnectLinks1795433492314 implements MigrationInterface {
  name = 'BindConnectLinks1795433492314';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns(TABLE, columns);
    await runner.changeColumn(TABLE, createdBy(false), createdBy(true));
    await runner.createIndices(TABLE, indices);
    await runner.createForeignKey(TABLE, deviceKey);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropForeignKey(TABLE, deviceKey);
    await runner.dropIndices(TABLE, indices);
    await runner.changeColumn(TABLE, createdBy(true), createdBy(false));
    await runner.dropColumns(TABLE, columns);
  }
}

const columns = [
  new TableColumn({ name: 'id', type: 'varchar', length: '64', default: "''" }),
  new TableColumn({ name: 'created_device', type: 'varchar', length: '36', isNullable: true }),
  new TableColumn({ name: 'created_at', type: 'bigint', default: '0' }),
];

const createdBy = (isNullable: boolean): TableColumn =>
  new TableColumn({ name: 'created_by', type: 'integer', isNullable });

const indices = [
  new TableIndex({ name: 'ix_connect_tokens_id', columnNames: ['id'] }),
  new TableIndex({ name: 'ix_connect_tokens_device', columnNames: ['created_device'] }),
];

const deviceKey = new TableForeignKey({
  name: 'fk_connect_tokens_device',
  columnNames: ['created_device'],
  referencedTableName: 'devices',
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE',
});
