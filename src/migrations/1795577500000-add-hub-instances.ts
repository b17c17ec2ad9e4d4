import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** What is kept of a media server beside its address and credential. Instances from before are library managers. */
export class AddHubInstances1795577500000 implements MigrationInterface {
  name = 'AddHubInstances1795577500000';

  async up(runner: QueryRunner): Promise<void> {
    const column = new TableColumn({ name: 'media_server_config', type: 'text', default: "''" });
    await runner.addColumn('service_instances', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('service_instances', 'media_server_config');
  }
}
