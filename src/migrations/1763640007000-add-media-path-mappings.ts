import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Where a server finds what a manager keeps. Instances from before have no mappings, so they serve no files. */
export class AddMediaPathMappings1763640007000 implements MigrationInterface {
  name = 'AddMediaPathMappings1763640007000';

  async up(runner: QueryRunner): Promise<void> {
    const column = new TableColumn({ name: 'media_path_mappings', type: 'text', default: "'[]'" });
    await runner.addColumn('service_instances', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('service_instances', 'media_path_mappings');
  }
}
