import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Paired set-top boxes, and which accounts may open titles on them. */
export class CreateSetboxes1795813237511 implements MigrationInterface {
  name = 'CreateSetboxes1795813237511';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(boxes());
    await runner.createTable(grants());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('setbox_grants');
    await runner.dropTable('setboxes');
  }
}

const boxes = (): Table =>
  new Table({
    name: 'setboxes',
    columns: [
      { name: 'id', type: 'varchar', length: '48', isPrimary: true, primaryKeyConstraintName: 'pk_setboxes' },
      { name: 'name', type: 'varchar', length: '128' },
      { name: 'address', type: 'varchar', length: '253' },
      { name: 'identifier', type: 'varchar', length: '256' },
      { name: 'credentials', type: 'text' },
      { name: 'revision', type: 'integer' },
      { name: 'needs_pairing', type: 'boolean' },
      { name: 'last_opened_at', type: 'bigint', isNullable: true },
      { name: 'created_at', type: 'bigint' },
    ],
    indices: [{ name: 'ux_setboxes_identifier', columnNames: ['identifier'], isUnique: true }],
  });

const grants = (): Table =>
  new Table({
    name: 'setbox_grants',
    columns: [
      {
        name: 'setbox_id',
        type: 'varchar',
        length: '48',
        isPrimary: true,
        primaryKeyConstraintName: 'pk_setbox_grants',
      },
      { name: 'user_id', type: 'integer', isPrimary: true, primaryKeyConstraintName: 'pk_setbox_grants' },
    ],
    indices: [{ name: 'ix_setbox_grants_user', columnNames: ['user_id'] }],
    foreignKeys: [
      {
        name: 'fk_setbox_grants_setbox',
        columnNames: ['setbox_id'],
        referencedTableName: 'setboxes',
        referencedColumnNames: ['id'],
        onDelete: 'CASCADE',
      },
      {
        name: 'fk_setbox_grants_user',
        columnNames: ['user_id'],
        referencedTableName: 'users',
        referencedColumnNames: ['id'],
        onDelete: 'CASCADE',
      },
    ],
  });
