import type { Statement } from 'sqlite3';
import type { SqliteHandle } from './sqlite-handle.js';

/** Statements that a connection keeps; the least recently used go first. */
const MOST_KEPT = 128;

/** Statements about rows. What others answer, a PRAGMA for one, may be decided when they are compiled. */
const ABOUT_ROWS = /^(SELECT|INSERT|UPDATE|DELETE|WITH) /;

/** The result of a statement: the error, or its rows. */
type Done = (this: unknown, error: Error | null, rows?: unknown) => void;

/**
 * A connection that compiles each statement once and keeps it. The sqlite3 package compiles it for every call: that takes
 * as long as running most of ours, and a trip to another thread. TypeORM calls no other methods of a connection than these
 * two. Calls are carried out in the order in which they come.
 */
export class PreparedStatements {
  private readonly kept = new Map<string, Promise<Statement>>();

  constructor(readonly handle: SqliteHandle) {}

  /** Runs a statement that answers rows. `done` is called with them. */
  all(sql: string, parameters: readonly unknown[] | undefined, done: Done): void {
    if (ABOUT_ROWS.test(sql)) this.with(sql, done, (statement) => statement.all(parameters ?? [], done));
    else this.handle.all(sql, parameters ?? [], done);
  }

  /** Runs a statement that changes rows. `this` of `done` has their number and the id of the last one added. */
  run(sql: string, parameters: readonly unknown[] | undefined, done: Done): void {
    if (ABOUT_ROWS.test(sql)) this.with(sql, done, (statement) => statement.run(parameters ?? [], done));
    else this.handle.run(sql, parameters ?? [], done);
  }

  /** Gives the statements back; a connection can't be closed before. */
  async release(): Promise<void> {
    const statements = [...this.kept.values()];
    this.kept.clear();
    await Promise.allSettled(statements.map(async (statement) => finalize(await statement)));
  }

  private with(sql: string, done: Done, use: (statement: Statement) => void): void {
    this.statement(sql).then(use, (error: unknown) => done.call(this, error as Error));
  }

  private statement(sql: string): Promise<Statement> {
    const known = this.kept.get(sql);
    const statement = known ?? this.compile(sql);
    this.kept.delete(sql);
    this.kept.set(sql, statement);
    if (known === undefined) this.makeRoom();
    return statement;
  }

  private async compile(sql: string): Promise<Statement> {
    try {
      return await new Promise<Statement>((resolve, reject) => {
        const statement = this.handle.prepare(sql, (error: Error | null) => {
          if (error === null) resolve(statement);
          else reject(error);
        });
      });
    } catch (error) {
      this.kept.delete(sql);
      throw error;
    }
  }

  private makeRoom(): void {
    const [oldest] = this.kept;
    if (this.kept.size <= MOST_KEPT || oldest === undefined) return;
    const [sql, statement] = oldest;
    this.kept.delete(sql);
    // After its running work; one that could not be compiled has reported that already.
    void Promise.allSettled([statement.then(finalize)]);
  }
}

function finalize(statement: Statement): Promise<void> {
  return new Promise((resolve) => statement.finalize(() => resolve()));
}
