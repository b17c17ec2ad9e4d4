import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../logging/log.js';
import { readIfPresent } from '../secrets/secret-key.js';

/** A file in DATA_DIR that names the folder with what was there. Until the restore has ended, DATA_DIR may hold half of each. */
export const RESTORE_MARK = 'restore-under-way';

/** How the names of the folders begin in DATA_DIR in which restores unpack. */
export const RESTORE_WORK = '.restore-';

/** Removes what killed restores have unpacked, for who holds the data folder. What can't be removed is logged and tried again later. */
export function clearRestoreWork(dataDir: string, log: Log): void {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(RESTORE_WORK))) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true });
      log.info('what a killed restore had left is removed', { name });
    } catch (error) {
      log.warn('what a killed restore has left can not be removed', { name, error });
    }
  }
}

/** Refuses a data folder with an unfinished restore: a server would make an empty database. @throws Error with what to do */
export function refuseUnfinishedRestore(dataDir: string): void {
  const keptIn = unfinishedRestore(dataDir);
  if (keptIn === undefined) return;
  throw new Error(
    `a restore was broken off: run it again (npm run restore -- FILE); what was there before it is in ${keptIn} in DATA_DIR`,
  );
}

/** The folder in which a restore that was broken off keeps what was there before; undefined when there is none. */
export function unfinishedRestore(dataDir: string): string | undefined {
  return readIfPresent(join(dataDir, RESTORE_MARK))?.trim();
}
