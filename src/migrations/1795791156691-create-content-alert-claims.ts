import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Which new content was told a while ago, so that nobody is told twice. */
export class CreateContentAlertClaims1795791156691 implements MigrationInterface {
  name = 'CreateContentAlertClaims1795791156691';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: TABLE,
        columns: [
          {
            name: 'alert_key',
            type: 'varchar',
            length: '255',
            isPrimary: true,
            primaryKeyConstraintName: `pk_${TABLE}`,
          },
          { name: 'claimed_at', type: 'bigint' },
          { name: 'storm_scope', type: 'varchar', length: '16' },
        ],
        indices: [{ name: `ix_${TABLE}_scope`, columnNames: ['storm_scope', 'claimed_at'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE);
  }
}

const TABLE = 'content_alert_claims';
