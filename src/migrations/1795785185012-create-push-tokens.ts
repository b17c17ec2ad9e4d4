import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** By which tokens devices are pushed to, and what people want to be pushed. */
export class CreatePushTokens1795785185012 implements MigrationInterface {
  name = 'CreatePushTokens1795785185012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(tokens());
    await runner.createTable(preferences());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('notification_prefs');
    await runner.dropTable('push_tokens');
  }
}

function tokens(): Table {
  const name = 'push_tokens';
  return new Table({
    name,
    columns: [
      { name: 'id', type: 'varchar', length: '36', isPrimary: true, primaryKeyConstraintName: `pk_${name}` },
      { name: 'device_id', type: 'varchar', length: '36' },
      { name: 'user_id', type: 'integer' },
      { name: 'platform', type: 'varchar', length: '16' },
      { name: 'token', type: 'text' },
      { name: 'token_hash', type: 'varchar', length: '64' },
      { name: 'state', type: 'varchar', length: '8' },
      { name: 'created_at', type: 'bigint' },
      { name: 'last_seen_at', type: 'bigint' },
    ],
    indices: [
      { name: `ux_${name}_device`, columnNames: ['device_id'], isUnique: true },
      { name: `ix_${name}_user`, columnNames: ['user_id'] },
      { name: `ix_${name}_hash`, columnNames: ['token_hash'] },
      { name: `ix_${name}_state`, columnNames: ['state'] },
    ],
  });
}

const FLAGS = [
  'request_decision',
  'request_pending',
  'request_auto_approved',
  'new_movie',
  'new_episode',
  'new_book',
  'new_album',
  'content_upgraded',
  'issue_created',
  'issue_report_update',
  'agent_action_pending',
  'agent_digest',
  'hub_access_request',
  'media_server_access',
  'push_enabled',
];

function preferences(): Table {
  const name = 'notification_prefs';
  return new Table({
    name,
    columns: [
      { name: 'user_id', type: 'integer', isPrimary: true, primaryKeyConstraintName: `pk_${name}` },
      ...FLAGS.map((flag) => ({ name: flag, type: 'boolean' })),
    ],
    foreignKeys: [
      {
        name: `fk_${name}_user`,
        columnNames: ['user_id'],
        referencedTableName: 'users',
        referencedColumnNames: ['id'],
        onDelete: 'CASCADE',
      },
    ],
  });
}
