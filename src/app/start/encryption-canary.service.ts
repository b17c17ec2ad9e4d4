import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { SealedSample } from '../../core/backups/backup-archive.js';
import { Database, type ReadTx, type WriteTx } from '../../core/database/database.js';
import { KEY_ENVELOPE, KEY_FILES, type KeyEnvelope } from '../../core/secrets/secret-key.js';
import { Secret } from '../../core/secrets/secret.js';
import { SecretBox } from '../../core/secrets/secret-box.js';
import type { Random } from '../../core/time/random.js';
import { SETTING_VALUE } from '../../modules/settings/sealed-columns.js';
import { defineSetting, SettingsRepository } from '../../modules/settings/settings.public.js';
import { compactTime } from '../../core/backups/backup-name.js';
import type { Log } from '../../core/logging/log.js';
import { KeyFolder } from '../../core/secrets/key-folder.js';
import type { Clock } from '../../core/time/clock.js';

const CANARY = defineSetting<string>({ key: 'encryption_canary', schema: z.string(), fallback: '' });
const PLACE = SETTING_VALUE.at(CANARY.key);
const NAMES: Readonly<Record<KeyEnvelope['origin'], string>> = {
  environment: 'SECRET_KEY',
  file: `the key in ${KEY_FILES.current}`,
};
const SEALED_WORD = Secret.of('usher');

/** Does the key belong to this database? Else the first sign of a wrong key would be a library that nobody can reach. */
@Injectable()
export class EncryptionCanaryService {
  constructor(
    private readonly database: Database,
    private readonly settings: SettingsRepository,
    private readonly box: SecretBox,
    @Inject(KEY_ENVELOPE) private readonly envelope: Pick<KeyEnvelope, 'origin'>,
  ) {}

  /** Seals the word into a new database, or opens it. @throws Error for another key than the one that sealed it: the start stops */
  async prove(): Promise<void> {
    if ((await this.database.read(readWord)) === CANARY.fallback) {
      const sealed = this.box.seal(SEALED_WORD, PLACE);
      await this.database.write((tx) => this.settings.insertOnce(tx, CANARY, sealed));
    }
    if (!(await this.opens()))
      throw new Error(
        `${NAMES[this.envelope.origin]} does not belong to this database: ` +
          'restore the key that DATA_DIR was set up with, or the one that took its place',
      );
  }

  async opens(): Promise<boolean> {
    return opensWord(this.box, await this.database.read(readWord));
  }
}

/** The sealed word of a database that is not the live one. */
export function canarySample(random: Random): SealedSample {
  return {
    place: { table: PLACE.table, column: PLACE.column, where: { column: 'key', equals: PLACE.row } },
    opens: (stored, key) => stored !== null && opensWord(new SecretBox(key, random), sealedIn(stored)),
  };
}

/** Empty where no server has sealed one yet. */
export function readWord(tx: ReadTx): Promise<string> {
  return new SettingsRepository().get(tx, CANARY);
}

/** Stores the sealed word in place of the one there, and so has its row for this transaction alone. */
export function storeWord(tx: WriteTx, sealed: string): Promise<void> {
  return new SettingsRepository().set(tx, CANARY, sealed);
}

export function opensWord(box: SecretBox, sealed: string): boolean {
  try {
    return box.open(sealed, PLACE).equals(SEALED_WORD);
  } catch {
    return false;
  }
}

/** Settings are stored as JSON text. */
function sealedIn(stored: string): string {
  try {
    return CANARY.schema.parse(JSON.parse(stored));
  } catch {
    return CANARY.fallback;
  }
}

interface KeyDependencies {
  readonly database: Database;
  readonly keys: KeyFolder;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Which of the keys in DATA_DIR is the database sealed under? Where a change of the key was broken off after the database had taken it, the
 * new one: it is put in its place. Else the one in use.
 * @throws StorageError; the system's own error
 */
export async function finishKeyChange(
  { database, keys, clock, random, log }: KeyDependencies,
  key: Buffer,
): Promise<Buffer> {
  const word = await database.readOne(readWord);
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
