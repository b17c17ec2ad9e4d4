import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumnsInPlace, dropColumnsInPlace } from '../core/database/columns-in-place.js';

const TABLE = 'users';
const MADE = 'made_by_sign_in';

/** An account notes whether somebody's own sign-in elsewhere made it, without an administrator. It is null for accounts from before. */
export class NoteSignInAccounts1795931547356 implements MigrationInterface {
  name = 'NoteSignInAccounts1795931547356';

  async up(runner: QueryRunner): Promise<void> {
    await addColumnsInPlace(runner, TABLE, [{ name: MADE, type: 'boolean' }]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumnsInPlace(runner, TABLE, [MADE]);
  }
}
