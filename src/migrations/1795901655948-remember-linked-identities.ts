import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Remembers what the rows still say of accounts outside that were linked: the identities and media accounts of now, media
 * accounts whose person is deleted, and the accounts at the hub by which devices have signed in, unlinked ones too.
 *
 * Identities at OpenID providers that were unlinked, and whatever was linked with an account that is deleted, have left nothing by
 * which they could be known.
 */
export class RememberLinkedIdentities1795901655948 implements MigrationInterface {
  name = 'RememberLinkedIdentities1795901655948';

  async up(runner: QueryRunner): Promise<void> {
    const hashes = new Set<string>();
    for (const { issuer, subject } of await rowsOf(runner, 'oidc_identities', ['issuer', 'subject']))
      if (issuer && subject) hashes.add(hashOf(issuer, subject));
    for (const table of ['hub_identities', 'devices'])
      for (const { hub_account_id: id } of await rowsOf(runner, table, ['hub_account_id']))
        if (id) hashes.add(hashOf('hub', id.toLowerCase()));
    const instances = await rowsOf(runner, 'service_instances', ['id', 'service_type']);
    const kinds = new Map(instances.map(({ id, service_type: kind }) => [id, kind]));
    for (const { instance_id: server, remote_user_id: id } of await rowsOf(runner, LINKS, [
      'instance_id',
      'remote_user_id',
    ]))
      if (id) hashes.add(hashOf(kinds.get(server) ?? '', id.toLowerCase()));
    for (const hash of hashes)
      await runner.manager.createQueryBuilder().insert().into('known_identities').values({ hash }).execute();
  }

  /** They go with the table. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

const LINKS = 'user_media_server_accounts';

function rowsOf(
  runner: QueryRunner,
  table: string,
  columns: readonly string[],
): Promise<readonly Partial<Record<string, string | null>>[]> {
  const query = runner.manager.createQueryBuilder().from(table, 'one').select([]);
  for (const column of columns) query.addSelect(`one.${column}`, column);
  return query.distinct(true).getRawMany();
}

const hashOf = (issuer: string, subject: string): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]), 'utf8')
    .digest('hex');
