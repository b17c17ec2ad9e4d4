import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAsServer } from '../../../test/harness/database-inspection.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { openedBy, sealedValues } from '../../../test/harness/sealed-values.js';
import { Database } from '../../core/database/database.js';
import { StorageError } from '../../core/database/storage-error.js';
import { KeyFolder } from '../../core/secrets/key-folder.js';
import { SecretBox } from '../../core/secrets/secret-box.js';
import { SystemRandom } from '../../core/time/random.js';
import { SettingsRepository } from '../../modules/settings/settings.public.js';
import { DATABASE_FILE } from '../create-app.js';
import { EncryptionCanaryService } from '../start/encryption-canary.service.js';
import { KeyNotInPlace, NotRotated, rotateGivenKey, rotateKeyFile } from './rotate-key.js';

const OLD = Buffer.alloc(32, 'the old one');
const NEW = Buffer.alloc(32, 'the new one');
const random = new SystemRandom();
const MARK = '20261123T031500Z';

let folder: string;
let database: Database;
let keys: KeyFolder;

/** A database with nothing sealed in it but the word that proves the key. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usher-rotation-'));
  writeFileSync(join(folder, 'secret.key'), `${OLD.toString('base64')}\n`);
  keys = new KeyFolder(folder);
  database = await openAsServer(join(folder, DATABASE_FILE));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const prove = (key: Buffer): Promise<void> =>
  new EncryptionCanaryService(database, new SettingsRepository(), new SecretBox(key, random), {
    origin: 'file',
  }).prove();

/** Which of these keys opens everything that is sealed? */
async function opener(candidates: readonly Buffer[]): Promise<Buffer | undefined> {
  const values = await sealedValues(join(folder, DATABASE_FILE));
  expect(values).not.toEqual([]);
  return candidates.find((key) =>
    Object.values(openedBy(new SecretBox(key, random), values)).every((text) => text !== null),
  );
}

type Write = (work: Parameters<Database['write']>[0]) => Promise<unknown>;

/** The same database, but for how it does the writes of a call: its look at the word, and the change. */
function writing(look: Write, change: Write): Database {
  const writes = [look, change];
  const value: Write = (work) => (writes.shift() ?? database.write.bind(database))(work);
  return Object.create(database, { write: { value } }) as Database;
}

/** The same database, whose server is lost while it commits a change: with or without what was written. */
const lostAtCommit = (kept: boolean): Database =>
  writing(
    (work) => database.write(work),
    async (work) => {
      if (kept) await database.write(work);
      throw new StorageError('unknown');
    },
  );

describe('security 26: a change of the key file whose commit may or may not have arrived', () => {
  beforeEach(() => prove(OLD));

  it('has arrived: the next call only ends the change', async () => {
    const fault = await errorOf(rotateKeyFile({ database: lostAtCommit(true), random }, keys, MARK));
    expect(fault).toMatchObject({ kind: 'unknown' });
    const next = keys.next();
    expect([keys.current(), await opener([OLD, next ?? NEW])]).toEqual([OLD, next]);
    expect(await rotateKeyFile({ database, random }, keys, MARK)).toMatchObject({ resealed: null });
    expect([keys.current(), keys.next()]).toEqual([next, undefined]);
    await prove(keys.current() ?? OLD);
  });

  it('has not, and never will: the next call makes another key, since the one that lies there may have been seen', async () => {
    await errorOf(rotateKeyFile({ database: lostAtCommit(false), random }, keys, MARK));
    const seen = keys.next();
    expect(await opener([OLD, seen ?? NEW])).toEqual(OLD);
    expect(await rotateKeyFile({ database, random }, keys, MARK)).toMatchObject({ resealed: { sealed: 1 } });
    expect(keys.current()).not.toEqual(seen);
    expect(keys.next()).toBeUndefined();
    await prove(keys.current() ?? OLD);
  });

  it('arrives while the next call looks: that call waits for it, makes no key, and ends the change', async () => {
    await errorOf(rotateKeyFile({ database: lostAtCommit(false), random }, keys, MARK));
    const next = keys.next() ?? NEW;
    const late = writing(
      async (work) => {
        await rotateGivenKey({ database, random }, { current: OLD, next });
        return database.write(work);
      },
      (work) => database.write(work),
    );
    expect(await rotateKeyFile({ database: late, random }, keys, MARK)).toEqual({
      resealed: null,
      keptAs: `secret.key.before-${MARK}`,
    });
    await prove(next);
  });

  it('somebody else has changed it between the look and the change: nothing is written over that', async () => {
    const late = writing(
      (work) => database.write(work),
      async (work) => {
        await rotateGivenKey({ database, random }, { current: OLD, next: NEW });
        return database.write(work);
      },
    );
    expect(await errorOf(rotateKeyFile({ database: late, random }, keys, MARK))).toMatchObject({ reason: 'wrong_key' });
    expect([keys.current(), await opener([OLD, NEW])]).toEqual([OLD, NEW]);
  });
});

describe('security 26: what forbids a change of the key', () => {
  it('is no file beside the key in use that holds none: it is written over', async () => {
    await prove(OLD);
    writeFileSync(join(folder, 'secret.key.next'), 'a shopping list');
    expect(await rotateKeyFile({ database, random }, keys, MARK)).toMatchObject({ resealed: { sealed: 1 } });
    expect(keys.next()).toBeUndefined();
    await prove(keys.current() ?? OLD);
  });

  it('a database in which nothing is sealed yet', async () => {
    expect(await errorOf(rotateKeyFile({ database, random }, keys, MARK))).toMatchObject({ reason: 'nothing_sealed' });
    expect(await errorOf(rotateGivenKey({ database, random }, { current: OLD, next: NEW }))).toMatchObject({
      reason: 'nothing_sealed',
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('secret.key'))).toEqual(['secret.key']);
  });

  it('a key file that is missing: none is made', async () => {
    await prove(OLD);
    rmSync(join(folder, 'secret.key'));
    const fault = await errorOf(rotateKeyFile({ database, random }, keys, MARK));
    expect(fault).toBeInstanceOf(NotRotated);
    expect(fault).toMatchObject({ reason: 'no_key' });
    expect(keys.current()).toBeUndefined();
  });

  it('a disk that doesn’t take the new key: the database is as it was', async () => {
    await prove(OLD);
    class FullFolder extends KeyFolder {
      override prepare(): void {
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      }
    }
    expect(await errorOf(rotateKeyFile({ database, random }, new FullFolder(folder), MARK))).toMatchObject({
      code: 'ENOSPC',
    });
    await prove(OLD);
  });

  it('a disk that doesn’t let the new key take its place has a report of its own: the database has it already', async () => {
    await prove(OLD);
    class StuckFolder extends KeyFolder {
      override promote(): void {
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      }
    }
    const fault = await errorOf(rotateKeyFile({ database, random }, new StuckFolder(folder), MARK));
    expect(fault).toBeInstanceOf(KeyNotInPlace);
    expect(await opener([OLD, keys.next() ?? NEW])).toEqual(keys.next());
  });
});
