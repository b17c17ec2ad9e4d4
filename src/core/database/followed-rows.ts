import type { QueryRunner } from 'typeorm';

/** A table whose rows are followed. */
interface FollowedTable {
  readonly table: string;
  /** The column that says which subject a row is about. */
  readonly subject: string;
}

/** Which subjects have changed, and in what order? */
export interface FollowedRows {
  /** The table that lists changes: `subject`, an integer and its primary key, and `revision`, a unique integer. */
  readonly changes: string;
  /** Its column for the subject. */
  readonly subject: string;
  /** The table with a row for each subject comes first. */
  readonly tables: readonly [FollowedTable, ...FollowedTable[]];
}

const EVENTS = [
  ['INSERT', 'NEW'],
  ['UPDATE', 'NEW'],
  ['DELETE', 'OLD'],
] as const;

/**
 * From now on each row that is added, changed or deleted in these tables gives its subject the next revision, in the same transaction;
 * subjects that are there get one now. For the migrations up to `drop-request-changes`. On SQLite TypeORM makes an altered table anew,
 * which nobody follows: call {@link unfollowRows} before and this afterwards.
 */
export async function followRows(runner: QueryRunner, followed: FollowedRows): Promise<void> {
  const { changes, subject, tables } = followed;
  const isPostgres = runner.connection.options.type === 'postgres';
  for (const { table, subject: key } of tables) {
    if (isPostgres) await runner.query(postgresFunction(followed, table, key));
    for (const [event, row] of EVENTS) {
      const trigger = `CREATE TRIGGER "${triggerOf(table, event)}" AFTER ${event} ON "${table}" FOR EACH ROW`;
      const body = isPostgres
        ? `EXECUTE FUNCTION "${functionOf(table)}"()`
        : `BEGIN ${nextRevision(followed, `${row}."${key}"`)}; END`;
      await runner.query(`${trigger} ${body}`);
    }
  }
  const [{ table, subject: key }] = tables;
  await runner.query(
    `INSERT INTO "${changes}" ("${subject}", "revision")
     SELECT "${key}", ROW_NUMBER() OVER (ORDER BY "${key}") + (SELECT COALESCE(MAX("revision"), 0) FROM "${changes}")
     FROM "${table}"
     WHERE "${key}" NOT IN (SELECT "${subject}" FROM "${changes}")`,
  );
}

/** Undoes {@link followRows}; what the changes say is kept. */
export async function unfollowRows(runner: QueryRunner, { tables }: FollowedRows): Promise<void> {
  const isPostgres = runner.connection.options.type === 'postgres';
  for (const { table } of tables) {
    for (const [event] of EVENTS) {
      const trigger = `DROP TRIGGER "${triggerOf(table, event)}"`;
      await runner.query(isPostgres ? `${trigger} ON "${table}"` : trigger);
    }
    if (isPostgres) await runner.query(`DROP FUNCTION "${functionOf(table)}"()`);
  }
}

const triggerOf = (table: string, event: string): string => `follow_${table}_${event.toLowerCase()}`;
const functionOf = (table: string): string => `follow_${table}`;

/** The largest is found in the index of revisions. Two processes at once are in each other's way, and one is run again. */
function nextRevision({ changes, subject }: FollowedRows, value: string): string {
  return `INSERT INTO "${changes}" ("${subject}", "revision")
    VALUES (${value}, (SELECT COALESCE(MAX("revision"), 0) + 1 FROM "${changes}"))
    ON CONFLICT ("${subject}") DO UPDATE SET "revision" = excluded."revision"`;
}

function postgresFunction(followed: FollowedRows, table: string, key: string): string {
  return `CREATE FUNCTION "${functionOf(table)}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN ${nextRevision(followed, `OLD."${key}"`)};
    ELSE ${nextRevision(followed, `NEW."${key}"`)};
    END IF;
    RETURN NULL;
  END $$`;
}
