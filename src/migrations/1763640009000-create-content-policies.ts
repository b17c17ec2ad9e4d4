import { Table, TableForeignKey, type MigrationInterface, type QueryRunner } from 'typeorm';

/** What kids accounts may see. An account with a row here is a kids account. */
export class CreateContentPolicies1763640009000 implements MigrationInterface {
  name = 'CreateContentPolicies1763640009000';

  async up(runner: QueryRunner): Promise<void> {
    const primaryKeyConstraintName = 'pk_user_content_policies';
    await runner.createTable(
      new Table({
        name: 'user_content_policies',
        columns: [
          { name: 'user_id', type: 'integer', isPrimary: true, primaryKeyConstraintName },
          { name: 'max_movie_rating', type: 'varchar', length: '64' },
          { name: 'max_tv_rating', type: 'varchar', length: '64' },
          { name: 'rating_region', type: 'varchar', length: '2' },
          { name: 'block_unrated', type: 'boolean' },
          { name: 'blocked_movie_genres', type: 'text' },
          { name: 'blocked_tv_genres', type: 'text' },
        ],
        foreignKeys: [
          new TableForeignKey({
            name: 'fk_user_content_policies_user',
            columnNames: ['user_id'],
            referencedTableName: 'users',
            referencedColumnNames: ['id'],
            onDelete: 'CASCADE',
          }),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('user_content_policies');
  }
}
