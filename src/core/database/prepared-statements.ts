import type { Statement } from 'sqlite3';
import type { SqliteHandle } from './sqlite-handle.js';

/** Statements that a connection keeps; the least recently used go first. */
const MOST_KEPT = 128;

/** Texts that a connection remembers to have run once. */
const MOST_SEEN = 1_000;

/** Statements about rows. What others answer, a PRAGMA for one, may be decided when they are compiled. */
const ABOUT_ROWS = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\s/;

/** The result of a statement: the error, or its rows. */
type Done = (this: unknown, error: Error | null, rows?: unknown) => void;

/**
 * A connection that keeps a statement compiled from its second run on: the sqlite3 package compiles it for every call, which takes as long
 * as running most of ours. What runs once, such as a text with an id in it, takes no place. A statement doesn't wait for earlier ones: who
 * needs an order, waits for the answer.
 */
export class PreparedStatements {
  private readonly kept = new Map<string, Promise<Statement>>();
  private readonly seen = new Set<string>();

  constructor(readonly handle: SqliteHandle) {}

  /** Runs a statement that answers rows. `done` is called with them. */
  all(sql: string, parameters: readonly unknown[] | undefined, done: Done): void {
    if (this.isKept(sql)) this.with(sql, done, (statement, ended) => statement.all(parameters ?? [], ended));
    else this.handle.all(sql, parameters ?? [], done);
  }

  /** Runs a statement that changes rows. `this` of `done` has their number and the id of the last one added. */
  run(sql: string, parameters: readonly unknown[] | undefined, done: Done): void {
    if (this.isKept(sql)) this.with(sql, done, (statement, ended) => statement.run(parameters ?? [], ended));
    else this.handle.run(sql, parameters ?? [], done);
  }

  /** Gives the statements back; a connection can't be closed before. */
  async release(): Promise<void> {
    const statements = [...this.kept.values()];
    this.kept.clear();
    await Promise.allSettled(statements.map(async (statement) => finalize(await statement)));
  }

  /** Did it run before? Remembers that it does now. */
  private isKept(sql: string): boolean {
    if (this.kept.has(sql)) return true;
    if (!ABOUT_ROWS.test(sql)) return false;
    if (this.seen.delete(sql)) return true;
    if (this.seen.size >= MOST_SEEN) this.seen.clear();
    this.seen.add(sql);
    return false;
  }

  private with(sql: string, done: Done, use: (statement: Statement, ended: Done) => void): void {
    const drop = (): void => this.drop(sql);
    const ended: Done = function (error, rows) {
      // One that the engine was too busy for may stay open, and would hold its connection to the snapshot of then.
      if (error !== null) drop();
      done.call(this, error, rows);
    };
    this.statement(sql).then(
      (statement) => use(statement, ended),
      (error: unknown) => done.call(this, error as Error),
    );
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
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.drop(oldest);
  }

  /** Gives a statement back after its running work; one that could not be compiled has reported that already. */
  private drop(sql: string): void {
    const statement = this.kept.get(sql);
    this.kept.delete(sql);
    if (statement) void Promise.allSettled([statement.then(finalize)]);
  }
}

function finalize(statement: Statement): Promise<void> {
  return new Promise((resolve) => statement.finalize(() => resolve()));
}
