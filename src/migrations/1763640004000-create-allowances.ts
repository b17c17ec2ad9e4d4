import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Allowances: their rules, what was spent, for which units of which requests, and resets. */
export class CreateAllowances1763640004000 implements MigrationInterface {
  name = 'CreateAllowances1763640004000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [defaults(), overrides(), resets(), charges(), items()]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [items(), charges(), resets(), overrides(), defaults()]) await runner.dropTable(table.name);
  }
}

function defaults(): Table {
  const primaryKeyConstraintName = 'pk_request_quota_defaults';
  return new Table({
    name: 'request_quota_defaults',
    columns: [
      { name: 'media_type', type: 'varchar', length: '10', isPrimary: true, primaryKeyConstraintName },
      { name: 'book_format', type: 'varchar', length: '10', isPrimary: true, primaryKeyConstraintName },
      { name: 'count', type: 'integer', isNullable: true },
      { name: 'window_days', type: 'integer' },
    ],
  });
}

function overrides(): Table {
  const primaryKeyConstraintName = 'pk_user_request_quotas';
  return new Table({
    name: 'user_request_quotas',
    columns: [
      { name: 'user_id', type: 'integer', isPrimary: true, primaryKeyConstraintName },
      { name: 'media_type', type: 'varchar', length: '10', isPrimary: true, primaryKeyConstraintName },
      { name: 'book_format', type: 'varchar', length: '10', isPrimary: true, primaryKeyConstraintName },
      { name: 'inherit', type: 'boolean' },
      { name: 'count', type: 'integer', isNullable: true },
      { name: 'window_days', type: 'integer' },
    ],
  });
}

function resets(): Table {
  return new Table({
    name: 'request_quota_resets',
    columns: [
      {
        name: 'id',
        type: 'integer',
        isPrimary: true,
        isGenerated: true,
        generationStrategy: 'increment',
        primaryKeyConstraintName: 'pk_request_quota_resets',
      },
      { name: 'user_id', type: 'integer' },
      { name: 'admin_id', type: 'integer' },
      { name: 'allowances', type: 'varchar', length: '100' },
      { name: 'restored_units', type: 'integer' },
      { name: 'created_at', type: 'bigint' },
    ],
  });
}

function charges(): Table {
  return new Table({
    name: 'request_quota_charges',
    columns: [
      {
        name: 'id',
        type: 'integer',
        isPrimary: true,
        isGenerated: true,
        generationStrategy: 'increment',
        primaryKeyConstraintName: 'pk_request_quota_charges',
      },
      { name: 'user_id', type: 'integer' },
      { name: 'media_type', type: 'varchar', length: '10' },
      { name: 'book_format', type: 'varchar', length: '10' },
      { name: 'instance_id', type: 'varchar', length: '64' },
      { name: 'unit_key', type: 'varchar', length: '200' },
      { name: 'charged_at', type: 'bigint' },
      { name: 'refunded_at', type: 'bigint', isNullable: true },
      { name: 'refund_reason', type: 'varchar', length: '20', isNullable: true },
      { name: 'reset_id', type: 'integer', isNullable: true },
    ],
    indices: [{ name: 'ix_request_quota_charges_user', columnNames: ['user_id', 'charged_at'] }],
    foreignKeys: [
      {
        name: 'fk_request_quota_charges_reset',
        columnNames: ['reset_id'],
        referencedTableName: 'request_quota_resets',
        referencedColumnNames: ['id'],
      },
    ],
  });
}

function items(): Table {
  const primaryKeyConstraintName = 'pk_request_quota_items';
  return new Table({
    name: 'request_quota_items',
    columns: [
      { name: 'request_id', type: 'integer', isPrimary: true, primaryKeyConstraintName },
      { name: 'user_id', type: 'integer', isPrimary: true, primaryKeyConstraintName },
      { name: 'media_type', type: 'varchar', length: '10', isPrimary: true, primaryKeyConstraintName },
      { name: 'book_format', type: 'varchar', length: '10', isPrimary: true, primaryKeyConstraintName },
      { name: 'unit_key', type: 'varchar', length: '200', isPrimary: true, primaryKeyConstraintName },
      { name: 'work', type: 'varchar', length: '10' },
      { name: 'charge_id', type: 'integer' },
      { name: 'delivery_started_at', type: 'bigint', isNullable: true },
      { name: 'released_at', type: 'bigint', isNullable: true },
      { name: 'release_reason', type: 'varchar', length: '20', isNullable: true },
    ],
    indices: [{ name: 'ix_request_quota_items_charge', columnNames: ['charge_id'] }],
    foreignKeys: [
      {
        name: 'fk_request_quota_items_charge',
        columnNames: ['charge_id'],
        referencedTableName: 'request_quota_charges',
        referencedColumnNames: ['id'],
      },
    ],
  });
}
