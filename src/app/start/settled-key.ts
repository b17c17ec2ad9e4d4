import { compactTime } from '../../core/backups/backup-name.js';
import type { Database } from '../../core/database/database.js';
import type { Log } from '../../core/logging/log.js';
import { KeyFolder } from '../../core/secrets/key-folder.js';
import { SecretBox } from '../../core/secrets/secret-box.js';
import type { Clock } from '../../core/time/clock.js';
import type { Random } from '../../core/time/random.js';
import { opensWord, storedWord } from './encryption-canary.service.js';

/** What {@link settledKey} works with. */
interface KeySurroundings {
  readonly database: Database;
  readonly keys: KeyFolder;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Which of the keys in DATA_DIR is the database sealed under? Where a change of the key was broken off after the database
 * had taken it, that is the new one: it is put in its place, as the change would have done. Else it is the one in use.
 *
 * @param key the one in use
 * @throws StorageError; the system's own error
 */
export async function settledKey(
  { database, keys, clock, random, log }: KeySurroundings,
  key: Buffer,
): Promise<Buffer> {
  const word = await database.readOne(storedWord);
  const opens = (one: Buffer): boolean => opensWord(new SecretBox(one, random), word);
  if (word === '' || opens(key)) return key;
  const next = keys.next();
  // Another server on this folder may have been quicker.
  if (!next || !opens(next)) return keys.current() ?? key;
  try {
    const keptAs = keys.keep(compactTime(clock.now()));
    keys.promote();
    log.info('a change of the key that was broken off has come to its end', { kept_as: keptAs });
  } catch (fault) {
    // It may also be quicker between the look and here.
    if (!keys.current()?.equals(next)) throw fault;
  }
  return next;
}
