import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Requests, their delivery jobs, the leases on libraries, and each account's own request policy. */
export class CreateRequests1763640003000 implements MigrationInterface {
  name = 'CreateRequests1763640003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(requestLog());
    await runner.createTable(requestDispatch());
    await runner.createTable(requestDispatchLocks());
    await runner.createTable(userRequestSettings());
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['user_request_settings', 'request_dispatch_locks', 'request_dispatch', 'request_log'])
      await runner.dropTable(name);
  }
}

function requestLog(): Table {
  return new Table({
    name: 'request_log',
    columns: [
      {
        name: 'id',
        type: 'integer',
        isPrimary: true,
        isGenerated: true,
        generationStrategy: 'increment',
        primaryKeyConstraintName: 'pk_request_log',
      },
      { name: 'user_id', type: 'integer' },
      { name: 'requester_name', type: 'varchar', length: '255' },
      { name: 'media_type', type: 'varchar', length: '10' },
      { name: 'tmdb_id', type: 'integer' },
      { name: 'title', type: 'text' },
      { name: 'status', type: 'varchar', length: '20' },
      { name: 'quality_profile_id', type: 'integer' },
      { name: 'instance_id', type: 'varchar', length: '64', isNullable: true },
      { name: 'open_key', type: 'varchar', length: '200', isNullable: true },
      { name: 'approved_by', type: 'integer', isNullable: true },
      { name: 'decided_at', type: 'bigint', isNullable: true },
      { name: 'deny_reason', type: 'text', isNullable: true },
      { name: 'requested_at', type: 'bigint' },
      { name: 'completed_at', type: 'bigint', isNullable: true },
    ],
    indices: [
      { name: 'ix_request_log_user', columnNames: ['user_id', 'id'] },
      { name: 'ix_request_log_status', columnNames: ['status', 'id'] },
      { name: 'ix_request_log_instance', columnNames: ['instance_id'] },
      { name: 'ux_request_log_open_key', columnNames: ['open_key'], isUnique: true },
    ],
  });
}

function requestDispatch(): Table {
  return new Table({
    name: 'request_dispatch',
    columns: [
      { name: 'request_id', type: 'integer', isPrimary: true, primaryKeyConstraintName: 'pk_request_dispatch' },
      {
        name: 'format',
        type: 'varchar',
        length: '10',
        isPrimary: true,
        primaryKeyConstraintName: 'pk_request_dispatch',
      },
      { name: 'state', type: 'varchar', length: '20' },
      { name: 'attempts', type: 'integer' },
      { name: 'last_attempt_at', type: 'bigint', isNullable: true },
      { name: 'next_attempt_at', type: 'bigint', isNullable: true },
      { name: 'code', type: 'varchar', length: '50', isNullable: true },
      { name: 'message', type: 'text' },
      { name: 'lease_token', type: 'varchar', length: '64', isNullable: true },
      { name: 'lease_until', type: 'bigint', isNullable: true },
      { name: 'delivery_started_at', type: 'bigint', isNullable: true },
      { name: 'mutation', type: 'varchar', length: '30', isNullable: true },
      { name: 'search_mark', type: 'bigint', isNullable: true },
    ],
    indices: [{ name: 'ix_request_dispatch_due', columnNames: ['state', 'next_attempt_at'] }],
  });
}

function requestDispatchLocks(): Table {
  return new Table({
    name: 'request_dispatch_locks',
    columns: [
      {
        name: 'instance_id',
        type: 'varchar',
        length: '64',
        isPrimary: true,
        primaryKeyConstraintName: 'pk_request_dispatch_locks',
      },
      { name: 'lease_token', type: 'varchar', length: '64' },
      { name: 'lease_until', type: 'bigint' },
    ],
  });
}

function userRequestSettings(): Table {
  return new Table({
    name: 'user_request_settings',
    columns: [
      { name: 'user_id', type: 'integer', isPrimary: true, primaryKeyConstraintName: 'pk_user_request_settings' },
      { name: 'require_approval', type: 'boolean', isNullable: true },
      { name: 'allow_season_choice', type: 'boolean', isNullable: true },
      { name: 'season_scope_override', type: 'varchar', length: '10', isNullable: true },
      { name: 'allow_quality_choice', type: 'boolean', isNullable: true },
      { name: 'quality_profile_movie_manager', type: 'integer', isNullable: true },
      { name: 'quality_profile_tv_manager', type: 'integer', isNullable: true },
    ],
  });
}
