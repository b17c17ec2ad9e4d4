import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { readIfPresent, syncFolder } from '../../secrets/secret-key.js';

/** What follows a SQLite file's name in that of its mark. */
export const MOVED_SUFFIX = '.moved';

/** `committing`: the copy was about to become lasting, and whether it did is not known here. `moved`: it did. */
type MoveState = 'committing' | 'moved';

const FOR_PEOPLE = `
npm run move-database has made this file. No server uses the SQLite file beside it while it is there.
docs/postgresql.md says how to go on, and how to go back.
`;

/**
 * The mark of a SQLite file whose household was moved into PostgreSQL: a file beside it, which goes where that goes. On the disk when a
 * call returns.
 */
export class MovedMark {
  private readonly path: string;

  /** @param file path of the SQLite file */
  constructor(file: string) {
    this.path = `${file}${MOVED_SUFFIX}`;
  }

  /** What is known of a move; null for a file that nobody has moved. */
  state(): MoveState | null {
    const text = readIfPresent(this.path);
    if (text === undefined) return null;
    return text.startsWith('moved\n') ? 'moved' : 'committing';
  }

  /** To be called right before the commit: from here on this side can't know whether the copy was committed. */
  prepare(): void {
    this.write('committing');
  }

  /** To be called when the copy is lasting. */
  finish(): void {
    this.write('moved');
  }

  /** To be called when the copy certainly came to nothing. */
  withdraw(): void {
    rmSync(this.path, { force: true });
    syncFolder(dirname(this.path));
  }

  private write(state: MoveState): void {
    const draft = `${this.path}.new`;
    writeFileSync(draft, `${state}\n${FOR_PEOPLE}`, { mode: 0o600, flush: true });
    renameSync(draft, this.path);
    syncFolder(dirname(this.path));
  }
}

/** Refuses a SQLite file whose household lies in PostgreSQL, or may: what is done with it would be lost. @throws Error with what to do */
export function refuseMoved(file: string): void {
  const state = new MovedMark(file).state();
  if (state === null) return;
  const [name, mark] = [basename(file), `${basename(file)}${MOVED_SUFFIX}`];
  throw new Error(
    state === 'moved'
      ? `the household in ${name} was moved to PostgreSQL: set DATABASE_URL to its address. ` +
          `To go back to ${name} as it was then, without what was done since, delete ${mark} in DATA_DIR`
      : 'a move to PostgreSQL was broken off at its very end: run npm run move-database again with the same ' +
          `DATABASE_URL, which finds out whether it is done. To go on with ${name} all the same, delete ${mark} in DATA_DIR`,
  );
}
