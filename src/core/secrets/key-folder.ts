import { linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  codeOf,
  KEY_FILES,
  parseSecretKey,
  readIfPresent,
  secretKeyText,
  syncFolder,
  writeSynced,
} from './secret-key.js';

/**
 * The keys in a data folder while the key changes. Each call changes all or nothing, on the disk when it returns. @throws the system's
 * error; an Error for a file that holds no key
 */
export class KeyFolder {
  constructor(private readonly dataDir: string) {}

  /** The key in use, 32 bytes; undefined where there is no file. */
  current(): Buffer | undefined {
    return this.keyIn(KEY_FILES.current);
  }

  /** The key of a change that hasn't come to its end, 32 bytes; undefined where there is none. */
  next(): Buffer | undefined {
    return this.keyIn(KEY_FILES.next);
  }

  /** Lays down the key that is to take the place of the one in use. @param unique names the file while it is written */
  prepare(key: Buffer, unique: string): void {
    const draft = this.path(`${KEY_FILES.next}.${unique}`);
    try {
      writeSynced(draft, secretKeyText(key));
      renameSync(draft, this.path(KEY_FILES.next));
    } finally {
      rmSync(draft, { force: true });
    }
    syncFolder(this.dataDir);
  }

  /** Gives the key in use a second name, which outlasts it, and returns that name. @param mark more is added where another key has it */
  keep(mark: string): string {
    const name = `${KEY_FILES.current}.before-${mark}`;
    try {
      linkSync(this.path(KEY_FILES.current), this.path(name));
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (!this.isSame(name, KEY_FILES.current)) return this.keep(`${mark}-more`);
    }
    syncFolder(this.dataDir);
    return name;
  }

  /** Puts the prepared key in the place of the one in use. */
  promote(): void {
    renameSync(this.path(KEY_FILES.next), this.path(KEY_FILES.current));
    syncFolder(this.dataDir);
  }

  private isSame(name: string, other: string): boolean {
    return readIfPresent(this.path(name)) === readIfPresent(this.path(other));
  }

  private keyIn(name: string): Buffer | undefined {
    const text = readIfPresent(this.path(name));
    if (text === undefined) return undefined;
    const key = parseSecretKey(text);
    if (!key) throw new Error(`${name} in DATA_DIR must hold base64 of exactly 32 bytes`);
    return key;
  }

  private path(name: string): string {
    return join(this.dataDir, name);
  }
}
