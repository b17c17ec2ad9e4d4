import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';

/** Makes a new file, mode 0600, that is on the disk when this returns. @throws the system's own error */
export function writeSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes new names in a folder durable, so that a power cut can't take a key away from what was encrypted with it. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The text of a file; undefined where there is none. @throws the system's own error */
export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The short name under which the system knows a fault, such as `ENOENT`. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
