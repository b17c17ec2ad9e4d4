import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

const COLUMNS = ['webhook_token', 'webhook_pending_token'];

/** With what managers prove themselves when they call. Instances from before have no webhook, so they have no token. */
export class AddWebhookTokens1763640010000 implements MigrationInterface {
  name = 'AddWebhookTokens1763640010000';

  async up(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS)
      await runner.addColumn('service_instances', new TableColumn({ name, type: 'text', default: "''" }));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS) await runner.dropColumn('service_instances', name);
  }
}
