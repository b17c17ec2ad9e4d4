import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAsServer } from '../../../test/harness/database-inspection.js';
import { Database } from '../../core/database/database.js';
import { silentLog } from '../../core/logging/log.js';
import { KeyFolder } from '../../core/secrets/key-folder.js';
import { SecretBox } from '../../core/secrets/secret-box.js';
import { SystemClock } from '../../core/time/clock.js';
import { SystemRandom } from '../../core/time/random.js';
import { SettingsRepository } from '../../modules/settings/settings.public.js';
import { EncryptionCanaryService, finishKeyChange } from './encryption-canary.service.js';

const OLD = Buffer.alloc(32, 'the old one');
const NEW = Buffer.alloc(32, 'the new one');
const random = new SystemRandom();

let folder: string;
let database: Database;

/** A change that was broken off when the database had taken the new key. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usher-settled-'));
  writeFileSync(join(folder, 'secret.key'), `${OLD.toString('base64')}\n`);
  new KeyFolder(folder).prepare(NEW, 'unique');
  database = await openAsServer(join(folder, 'usher.sqlite'));
  const box = new SecretBox(NEW, random);
  await new EncryptionCanaryService(database, new SettingsRepository(), box, { origin: 'file' }).prove();
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const settled = (keys: KeyFolder): Promise<Buffer> =>
  finishKeyChange({ database, keys, clock: new SystemClock(), random, log: silentLog }, OLD);

describe('security 26: two servers that start on one folder end a change that was broken off', () => {
  it.each(['next', 'keep', 'promote'] as const)('one is quicker while the other is about to: %s', async (step) => {
    const quicker = new KeyFolder(folder);
    const slower = new KeyFolder(folder);
    slower[step] = (...given: unknown[]): never => {
      quicker.keep('earlier');
      quicker.promote();
      return (KeyFolder.prototype[step] as (...of: unknown[]) => never).apply(slower, given);
    };
    expect([await settled(slower), quicker.current(), quicker.next()]).toEqual([NEW, NEW, undefined]);
    expect(readdirSync(folder)).toContain('secret.key.before-earlier');
  });

  it('a disk that doesn’t let the new key take its place stops the start', async () => {
    const keys = new KeyFolder(folder);
    keys.promote = () => {
      throw new Error('no space left');
    };
    await expect(settled(keys)).rejects.toThrow('no space left');
    expect([keys.current(), keys.next()]).toEqual([OLD, NEW]);
  });
});
