import type { MigrationInterface, QueryRunner } from 'typeorm';

interface NamedAccount {
  readonly id: number;
  readonly username: string;
}

/**
 * Names of accounts are kept in Normalization Form C, in which they are compared. Of two accounts whose names differ in their
 * form alone the one keeps its name as it was typed, by which it is still found: nobody can say that they are one person.
 */
export class ComposeAccountNames1795440475300 implements MigrationInterface {
  name = 'ComposeAccountNames1795440475300';

  async up(runner: QueryRunner): Promise<void> {
    const accounts = await runner.manager
      .createQueryBuilder()
      .select('account.id', 'id')
      .addSelect('account.username', 'username')
      .from('users', 'account')
      .orderBy('account.id')
      .getRawMany<NamedAccount>();
    const taken = new Set(accounts.map(({ username }) => username));
    for (const { id, username } of accounts) {
      const composed = username.normalize('NFC');
      if (taken.has(composed)) continue;
      taken.add(composed);
      await runner.manager
        .createQueryBuilder()
        .update('users')
        .set({ username: composed })
        .where('id = :id', { id })
        .execute();
    }
  }

  /** The forms in which the names were typed are gone; the composed ones are names like any other. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
