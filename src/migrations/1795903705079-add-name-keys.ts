import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumnsInPlace, dropColumnsInPlace } from '../core/database/columns-in-place.js';
import { fillRow } from '../core/database/fill-column.js';

const TABLE = 'users';
const KEY = 'name_key';
const TWIN = 'name_twin';
const UNIQUE = 'ux_users_name_key';

/** The most bytes that a name has. */
const LONGEST_NAME = 255;

interface NamedAccount {
  readonly id: number;
  readonly username: string;
}

/**
 * Names are compared by a key, and are unique by it. Of accounts from before that have the same key the oldest takes it, and the
 * others have their own id beside it: nobody can say which of them is to go, so that each stays, and signs in by its exact name.
 */
export class AddNameKeys1795903705079 implements MigrationInterface {
  name = 'AddNameKeys1795903705079';

  async up(runner: QueryRunner): Promise<void> {
    await addColumnsInPlace(runner, TABLE, [
      { name: KEY, type: 'varchar', length: LONGEST_NAME, default: "''" },
      { name: TWIN, type: 'integer', default: '0' },
    ]);
    const accounts = await runner.manager
      .createQueryBuilder()
      .select('account.id', 'id')
      .addSelect('account.username', 'username')
      .from(TABLE, 'account')
      .orderBy('account.id')
      .getRawMany<NamedAccount>();
    const taken = new Set<string>();
    for (const { id, username } of accounts) {
      const key = nameKeyOfThen(username);
      await fillRow(runner, { table: TABLE, id }, { [KEY]: key, [TWIN]: taken.has(key) ? id : 0 });
      taken.add(key);
    }
    await runner.createIndex(TABLE, new TableIndex({ name: UNIQUE, columnNames: [KEY, TWIN], isUnique: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(TABLE, UNIQUE);
    await dropColumnsInPlace(runner, TABLE, [KEY, TWIN]);
  }
}

// From here on: `core/text/name-key` as it was when this migration was written. A migration that is released never changes, or
// databases that took it at different times would differ. Another way to fold names comes with a migration of its own, which finds
// the keys of this one.

const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  'аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ѡw ӏl ѵv гr αa οo ρp νv ιi υu γy ϲc ϳj օo սu հh ոn ցg զq'
    .split(' ')
    .map(([letter = '', latin = '']) => [letter, latin]),
);

const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'gu');

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

function nameKeyOfThen(name: string): string {
  const whole = Buffer.byteLength(name) <= LONGEST_NAME * 3 ? name.normalize('NFC') : name;
  if (Buffer.byteLength(whole) > LONGEST_NAME) return whole;
  const apart = whole.normalize('NFKD').replaceAll(UNSEEN, '');
  const folded = apart.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD');
  const seen = folded.replaceAll(LOOKALIKE, (letter) => LOOKALIKES.get(letter) ?? letter).normalize('NFC');
  const key = seen.replaceAll(/\s+/gu, ' ').trim();
  return Buffer.byteLength(key) > LONGEST_NAME ? whole : key;
}
