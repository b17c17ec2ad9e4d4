import { reseal, type Resealed, type SealedColumn } from '../../core/secrets/sealed-column.js';
import { CONNECTION_SECRETS } from '../../modules/bookcatalog/sealed-columns.js';
import { INSTANCE_SECRETS } from '../../modules/instances/sealed-columns.js';
import { INTENT_SECRETS } from '../../modules/media-accounts/sealed-columns.js';
import { SETBOX_SECRETS } from '../../modules/setbox/sealed-columns.js';
import { CHANNEL_SECRETS, PUSH_SECRETS, WEB_PUSH_SECRETS } from '../../modules/notifications/sealed-columns.js';
import { SETTING_VALUE } from '../../modules/settings/sealed-columns.js';
import type { Database, WriteTx } from '../../core/database/database.js';
import type { KeyFolder } from '../../core/secrets/key-folder.js';
import { SecretBox } from '../../core/secrets/secret-box.js';
import { drawSecretKey } from '../../core/secrets/secret-key.js';
import type { Random } from '../../core/time/random.js';
import { opensWord, readWord, storeWord } from '../start/encryption-canary.service.js';

export const sealedColumns: readonly SealedColumn[] = [
  SETTING_VALUE,
  ...Object.values(INSTANCE_SECRETS),
  ...Object.values(CONNECTION_SECRETS),
  ...Object.values(INTENT_SECRETS),
  ...Object.values(PUSH_SECRETS),
  ...Object.values(SETBOX_SECRETS),
  ...Object.values(CHANNEL_SECRETS),
  ...Object.values(WEB_PUSH_SECRETS),
];

/** `nothing_sealed`: no server has ever used this database. `wrong_key`: what is stored isn't sealed under the key in use. */
export type RotationReason = 'no_key' | 'nothing_sealed' | 'wrong_key' | 'same_key' | 'already_changed';

/** The key isn't changed: everything is as it was. */
export class NotRotated extends Error {
  constructor(readonly reason: RotationReason) {
    super(reason);
    this.name = 'NotRotated';
  }
}

/** The database has taken the new key, which lies in DATA_DIR, but not yet in its place. */
export class KeyNotInPlace extends Error {
  constructor(cause: unknown) {
    super('the new key is not in its place', { cause });
    this.name = 'KeyNotInPlace';
  }
}

export interface RotationDependencies {
  readonly database: Database;
  readonly random: Random;
}

interface FileRotation {
  /** Null where only the end of an earlier change was missing. */
  readonly resealed: Resealed | null;
  readonly keptAs: string;
}

/**
 * Seals everything anew under a new key and puts it in the place of the one in DATA_DIR. At each moment one of the files there opens what
 * is stored, so a change that was broken off, even by a kill, is finished by the next call or start.
 * @param mark makes the file name of the kept key differ from earlier ones
 * @throws NotRotated, or the system's own error: nothing is changed; StorageError: the same, but for kind `unknown`; KeyNotInPlace
 */
export async function rotateKeyFile(parts: RotationDependencies, keys: KeyFolder, mark: string): Promise<FileRotation> {
  const { database, random } = parts;
  const current = keys.current();
  if (!current) throw new NotRotated('no_key');
  const word = await database.write(lockWord);
  if (!opensWord(new SecretBox(current, random), word)) {
    const begun = keys.next();
    if (!begun || !opensWord(new SecretBox(begun, random), word)) throw new NotRotated('wrong_key');
    return { resealed: null, keptAs: putInPlace(keys, mark) };
  }
  // Never the one that may lie there already: it is as old as what is in the folder, and may have been seen with it.
  const next = drawSecretKey(random);
  keys.prepare(next, random.hex(8));
  const resealed = await sealAnew(parts, current, next);
  return { resealed, keptAs: putInPlace(keys, mark) };
}

/** The same under a key of 32 bytes that the household brings, and keeps, itself. @throws as {@link rotateKeyFile} */
export async function rotateGivenKey(
  parts: RotationDependencies,
  { current, next }: { readonly current: Buffer; readonly next: Buffer },
): Promise<Resealed> {
  if (current.equals(next)) throw new NotRotated('same_key');
  const word = await parts.database.write(lockWord);
  if (opensWord(new SecretBox(next, parts.random), word)) throw new NotRotated('already_changed');
  return sealAnew(parts, current, next);
}

/** Writing it waits for an earlier change whose commit may still be under way at the database's server. */
async function lockWord(tx: WriteTx): Promise<string> {
  const word = await readWord(tx);
  if (word === '') throw new NotRotated('nothing_sealed');
  await storeWord(tx, word);
  return word;
}

function sealAnew({ database, random }: RotationDependencies, current: Buffer, next: Buffer): Promise<Resealed> {
  const change = { from: new SecretBox(current, random), to: new SecretBox(next, random) };
  return database.write(async (tx) => {
    if (!opensWord(change.from, await readWord(tx))) throw new NotRotated('wrong_key');
    return reseal(tx, sealedColumns, change);
  });
}

function putInPlace(keys: KeyFolder, mark: string): string {
  try {
    const keptAs = keys.keep(mark);
    keys.promote();
    return keptAs;
  } catch (fault) {
    throw new KeyNotInPlace(fault);
  }
}
