import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Whether and how accounts are mentioned in the chat. It begins empty: nobody is. */
export class CreateChatPreferences1795785569046 implements MigrationInterface {
  name = 'CreateChatPreferences1795785569046';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: TABLE,
        columns: [
          { name: 'user_id', type: 'integer', isPrimary: true, primaryKeyConstraintName: `pk_${TABLE}` },
          { name: 'enabled', type: 'boolean' },
          { name: 'chat_ids', type: 'text' },
          { name: 'events', type: 'text' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(TABLE);
  }
}

const TABLE = 'chat_preferences';
