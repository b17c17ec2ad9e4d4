import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { create } from 'tar';
import { BackupFixture } from '../../../test/harness/backup-fixture.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { holdDataFolder } from '../database/data-folder-hold.js';
import { BackupDisk } from './backup-disk.js';
import { refuseUnfinishedRestore } from './unfinished-restore.js';

let fixture: BackupFixture;
let file: string;

/** A backup with one row, after which the live database got a second one. */
beforeEach(async () => {
  fixture = await BackupFixture.open();
  file = await fixture.backUp();
  await fixture.addRow(2);
});

afterEach(() => fixture.close());

/** Everything below the data folder, names and bytes, but for the lock file. */
async function everything(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(fixture.dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.name !== 'in-use.lock') found[path] = (await readFile(path)).toString('base64');
  }
  return found;
}

async function refused(path: string, reason: string, parts = {}): Promise<void> {
  await fixture.whileClosed(async () => {
    const before = await everything();
    expect(await errorOf(fixture.restorer(parts).restore(path))).toMatchObject({ name: 'BackupFault', reason });
    expect(await everything()).toEqual(before);
  });
  expect(await fixture.rows()).toBe(2);
}

/** A disk from which no folder of work can be removed. */
class DiskThatKeepsWork extends BackupDisk {
  override async remove(path: string): Promise<void> {
    if (basename(path).startsWith('.restore-'))
      throw Object.assign(new Error('busy'), { code: 'EBUSY', syscall: 'rmdir' });
    await super.remove(path);
  }
}

/** A backup of other files than its own. */
async function archiveOf(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}) {
  const folder = join(fixture.dataDir, 'made-up');
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  for (const [name, target] of Object.entries(links)) await symlink(target, join(folder, name));
  const archive = join(fixture.dataDir, 'made-up.tar.gz');
  await create({ gzip: true, cwd: folder, file: archive }, [...Object.keys(files), ...Object.keys(links)]);
  return archive;
}

describe('a restore', () => {
  it('puts the backup in place, keeps what was there under another name, and says so', async () => {
    const restored = await fixture.whileClosed(() => fixture.restorer().restore(file));
    expect(await fixture.rows()).toBe(1);
    const [kept = ''] = restored.keptIn;
    expect(restored).toEqual({
      takenAt: fixture.clock.now(),
      keptIn: ['before-restore-20260101T000000Z'],
      migrationsToRun: 0,
      key: 'restored',
      leftover: null,
    });
    expect(await readdir(join(fixture.dataDir, kept))).toContain('usher.sqlite');
    expect((await stat(join(fixture.dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect((await stat(fixture.databaseFile)).mode & 0o777).toBe(0o600);
    expect((await readFile(join(fixture.dataDir, 'secret.key'), 'utf8')).trim()).toBe(fixture.key.toString('base64'));
    expect((await readdir(fixture.dataDir)).sort()).toEqual([
      'backups',
      kept,
      'in-use.lock',
      'secret.key',
      'usher.sqlite',
      'usher.sqlite-shm',
      'usher.sqlite-wal',
    ]);
  });

  it('works where the live database is damaged, or is gone with its folder', async () => {
    const elsewhere = join(fixture.dataDir, '..', `${fixture.dataDir.split('/').at(-1)}.tar.gz`);
    await copyFile(file, elsewhere);
    await fixture.whileClosed(async () => {
      await writeFile(fixture.databaseFile, 'a shopping list');
      expect((await fixture.restorer().restore(elsewhere)).keptIn).toHaveLength(1);
    });
    expect(await fixture.rows()).toBe(1);
    await fixture.whileClosed(async () => {
      await rm(fixture.dataDir, { recursive: true });
      expect((await fixture.restorer().restore(elsewhere)).keptIn).toEqual([]);
    });
    expect(await fixture.rows()).toBe(1);
    await rm(elsewhere);
  });

  it('leaves the log of the old database with the old database', async () => {
    await fixture.whileClosed(async () => {
      await writeFile(`${fixture.databaseFile}-wal`, 'a log that belongs to the old file');
      const { keptIn } = await fixture.restorer().restore(file);
      expect(await readdir(join(fixture.dataDir, keptIn[0] ?? ''))).toContain('usher.sqlite-wal');
      expect(existsSync(`${fixture.databaseFile}-wal`)).toBe(false);
    });
    expect(await fixture.rows()).toBe(1);
  });

  it('says how many migrations the next start runs on an older backup', async () => {
    const migrations = ['CreateLedger1700000000000', 'AddLater1800000000000'];
    const restored = await fixture.whileClosed(() => fixture.restorer({ migrations }).restore(file));
    expect(restored.migrationsToRun).toBe(1);
  });

  it('of a backup without its key takes SECRET_KEY, and leaves the key file alone', async () => {
    await fixture.clock.leap(1_000);
    const keyless = await fixture.backUp({ envelope: { origin: 'environment', key: fixture.key } });
    const restored = await fixture.whileClosed(() => fixture.restorer({ ownKey: fixture.key }).restore(keyless));
    expect(restored.key).toBe('environment');
    expect(existsSync(join(fixture.dataDir, 'secret.key'))).toBe(false);
  });

  it('stays in place, and says what it could not remove, when only tidying up fails', async () => {
    const disk = new DiskThatKeepsWork();
    const { takenAt, leftover } = await fixture.whileClosed(() => fixture.restorer({ disk }).restore(file));
    expect([takenAt, await fixture.rows()]).toEqual([fixture.clock.now(), 1]);
    expect(leftover).toMatch(/^\.restore-/);
    expect(await readdir(fixture.dataDir)).toContain(leftover);
  });

  it('removes what a restore that was killed before its first move has left behind', async () => {
    await mkdir(join(fixture.dataDir, '.restore-00ff'));
    await fixture.whileClosed(() => fixture.restorer().restore(file));
    expect(existsSync(join(fixture.dataDir, '.restore-00ff'))).toBe(false);
  });
});

describe('a restore is refused, and nothing is touched,', () => {
  it('while a server runs on the data folder', async () => {
    const server = await holdDataFolder(fixture.dataDir, 'serve');
    await expect(fixture.restorer().restore(file)).rejects.toThrow('a server is running on DATA_DIR: stop it first');
    await server.release();
    expect(await fixture.rows()).toBe(2);
  });

  it('for a backup that was cut off', async () => {
    await truncate(file, (await stat(file)).size - 100);
    await refused(file, 'damaged');
  });

  it('for a backup with any single part changed', async () => {
    const whole = await readFile(file);
    for (const part of [0.2, 0.5, 0.8]) {
      const bytes = Buffer.from(whole);
      const at = Math.floor(bytes.length * part);
      bytes[at] = 255 ^ (bytes[at] ?? 0);
      await writeFile(file, bytes);
      await refused(file, 'damaged');
    }
  });

  it('for a file that is no backup', async () => {
    await writeFile(file, 'a shopping list');
    await refused(file, 'damaged');
    await writeFile(file, gzipSync('a shopping list, compressed'));
    await refused(file, 'damaged');
  });

  it('security 21: for an archive that holds anything else, or a link', async () => {
    await refused(await archiveOf({ 'manifest.json': '{}', 'usher.sqlite': '', 'else.txt': '' }), 'damaged');
    await rm(join(fixture.dataDir, 'made-up'), { recursive: true });
    await refused(await archiveOf({ 'manifest.json': '{}' }, { 'usher.sqlite': '/etc/hostname' }), 'damaged');
  });

  it('security 21: for an archive whose entries lead out of its folder', async () => {
    const folder = join(fixture.dataDir, 'made-up');
    await mkdir(folder);
    await writeFile(join(fixture.dataDir, 'outside.txt'), 'planted');
    const archive = join(fixture.dataDir, 'made-up.tar.gz');
    await create({ gzip: true, cwd: folder, file: archive, preservePaths: true }, ['../outside.txt']);
    await rm(join(fixture.dataDir, 'outside.txt'));
    await refused(archive, 'damaged');
    expect(existsSync(join(fixture.dataDir, 'outside.txt'))).toBe(false);
  });

  it('for a manifest that says nothing, or less than it must', async () => {
    await refused(await archiveOf({ 'manifest.json': 'no json', 'usher.sqlite': '' }), 'damaged');
    await rm(join(fixture.dataDir, 'made-up'), { recursive: true });
    await refused(await archiveOf({ 'manifest.json': '{"format":1}', 'usher.sqlite': '' }), 'damaged');
  });

  it('for a backup of a later format, with that reason', async () => {
    await refused(await archiveOf({ 'manifest.json': '{"format":2}', 'usher.sqlite': '' }), 'newer');
  });

  it('for a backup of a newer version, with that reason', async () => {
    await refused(file, 'newer', { migrations: [] });
  });

  it('for a backup without its key where SECRET_KEY is not set, or is another one', async () => {
    await fixture.clock.leap(1_000);
    const keyless = await fixture.backUp({ envelope: { origin: 'environment', key: fixture.key } });
    await refused(keyless, 'key_missing');
    await refused(keyless, 'key_mismatch', { ownKey: Buffer.alloc(32, 'another') });
  });

  it('for a backup with its key where SECRET_KEY is set to another one: the start would be refused', async () => {
    await refused(file, 'key_mismatch', { ownKey: Buffer.alloc(32, 'another') });
  });

  it('with its own reason, also when tidying up fails', async () => {
    await writeFile(file, 'a shopping list');
    await fixture.whileClosed(async () => {
      const making = fixture.restorer({ disk: new DiskThatKeepsWork() }).restore(file);
      expect(await errorOf(making)).toMatchObject({ name: 'BackupFault', reason: 'damaged' });
    });
    expect(await fixture.rows()).toBe(2);
  });

  it('for lack of space', async () => {
    const disk = new BackupDisk();
    disk.sync = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'fsync' }));
    await refused(file, 'no_room', { disk });
  });
});

describe('a restore that is broken off', () => {
  it('between the old database and its log, and is run again, keeps the two in one folder', async () => {
    await fixture.whileClosed(async () => {
      await writeFile(`${fixture.databaseFile}-wal`, 'a log that belongs to the old file');
      const disk = new BackupDisk();
      const move = disk.move.bind(disk);
      disk.move = async (from, to) => {
        if (from.endsWith('-wal')) throw Object.assign(new Error('broken'), { code: 'EIO', syscall: 'rename' });
        await move(from, to);
      };
      expect(await errorOf(fixture.restorer({ disk }).restore(file))).toMatchObject({ name: 'BackupFault' });
      await fixture.clock.leap(60_000);
      const { keptIn } = await fixture.restorer().restore(file);
      expect(keptIn).toEqual(['before-restore-20260101T000000Z']);
      expect((await readdir(join(fixture.dataDir, 'before-restore-20260101T000000Z'))).sort()).toEqual(
        expect.arrayContaining(['usher.sqlite', 'usher.sqlite-wal']),
      );
    });
    expect(await fixture.rows()).toBe(1);
  });

  it('after it put something in place, and is run again, keeps that apart from what was there before', async () => {
    await fixture.whileClosed(async () => {
      await writeFile(fixture.databaseFile, 'what was there before');
      const disk = new BackupDisk();
      const remove = disk.remove.bind(disk);
      disk.remove = async (path) => {
        if (path.endsWith('under-way')) throw Object.assign(new Error('broken'), { code: 'EIO', syscall: 'unlink' });
        await remove(path);
      };
      expect(await errorOf(fixture.restorer({ disk }).restore(file))).toMatchObject({ name: 'BackupFault' });
      await fixture.clock.leap(60_000);
      const { keptIn } = await fixture.restorer().restore(file);
      expect(keptIn).toEqual(['before-restore-20260101T000000Z', 'before-restore-20260101T000100Z']);
      const before = join(fixture.dataDir, 'before-restore-20260101T000000Z', 'usher.sqlite');
      expect(await readFile(before, 'utf8')).toBe('what was there before');
    });
    expect(await fixture.rows()).toBe(1);
  });

  it('at any of its moves lets no server start, and comes to its end when it is run again', async () => {
    for (let last = 1; last <= 4; last += 1) {
      await fixture.whileClosed(async () => {
        const disk = new BackupDisk();
        const move = disk.move.bind(disk);
        let moves = 0;
        disk.move = async (from, to) => {
          moves += 1;
          if (moves > last) throw Object.assign(new Error('broken'), { code: 'EIO', syscall: 'rename' });
          await move(from, to);
        };
        const outcome = await errorOf(fixture.restorer({ disk }).restore(file));
        if (outcome !== undefined) {
          expect(() => refuseUnfinishedRestore(fixture.dataDir)).toThrow(/^a restore was broken off: run it again/);
          const { keptIn } = await fixture.restorer().restore(file);
          expect(keptIn.length).toBeGreaterThan(0);
        }
        expect(() => refuseUnfinishedRestore(fixture.dataDir)).not.toThrow();
      });
      expect(await fixture.rows()).toBe(1);
      await fixture.addRow(100 + last);
      await fixture.clock.leap(60_000);
    }
  });
});
