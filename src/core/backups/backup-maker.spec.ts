import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackupFixture } from '../../../test/harness/backup-fixture.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { losePagesOf } from '../../../test/harness/lost-pages.js';
import { SqliteCopies } from '../database/sqlite-copies.js';
import { StorageError } from '../database/storage-error.js';
import { unpackBackup } from './backup-archive.js';
import { BackupDisk } from './backup-disk.js';
import { backupName, workName } from './backup-name.js';

const NIGHT = 86_400_000;
const HOUR = 3_600_000;

let fixture: BackupFixture;

beforeEach(async () => {
  fixture = await BackupFixture.open();
});

afterEach(() => fixture.close());

const systemFault = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'write' });

/** A disk without space for a new file. */
class FullDisk extends BackupDisk {
  override newFile(): Writable {
    return new Writable({ write: (_chunk, _encoding, done) => done(systemFault('ENOSPC')) });
  }
}

/** A disk that loses a bit of every file that it reads. */
class FailingDisk extends BackupDisk {
  override read(file: string) {
    let seen = 0;
    return super.read(file).pipe(
      new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          const bytes = Buffer.from(chunk);
          if (seen < 300 && seen + bytes.length > 300) bytes[300 - seen] = 255 ^ (bytes[300 - seen] ?? 0);
          seen += bytes.length;
          done(null, bytes);
        },
      }),
    );
  }
}

/** Copies that report one row more than there is. */
class BoastfulCopies extends SqliteCopies {
  override async copyTo(file: string, signal?: AbortSignal) {
    const { migrations, rows } = await super.copyTo(file, signal);
    return { migrations, rows: { ...rows, purses: (rows.purses ?? 0) + 1 } };
  }
}

describe('a backup', () => {
  it('is one file, named by the time of its snapshot, which only its owner can read', async () => {
    const takenAt = fixture.clock.now();
    const proven = await fixture.maker().make();
    expect(proven).toEqual({
      file: backupName(takenAt),
      takenAt,
      provenAt: takenAt,
      bytes: (await stat(join(fixture.folder, proven.file))).size,
    });
    expect(await fixture.inFolder()).toEqual([proven.file]);
    expect((await stat(join(fixture.folder, proven.file))).mode & 0o777).toBe(0o600);
    expect((await stat(fixture.folder)).mode & 0o777).toBe(0o700);
  });

  it('takes what others may do from a folder that was there', async () => {
    await mkdir(fixture.folder);
    await chmod(fixture.folder, 0o755);
    await fixture.backUp();
    expect((await stat(fixture.folder)).mode & 0o777).toBe(0o700);
  });

  it('holds database, key and what it says of itself', async () => {
    const file = await fixture.backUp();
    const out = join(fixture.dataDir, 'out');
    const { manifest, key } = await unpackBackup(file, out, new BackupDisk());
    expect((await readdir(out)).sort()).toEqual(['manifest.json', 'secret.key', 'usher.sqlite']);
    expect(key).toEqual(fixture.key);
    expect(manifest).toMatchObject({
      format: 1,
      taken_at: fixture.clock.now(),
      version: '1.2.3',
      key: { origin: 'file' },
      database: { migrations: ['CreateLedger1700000000000'], rows: { migrations: 1, movements: 0, purses: 1 } },
    });
  });

  it('doesn’t hold a key that came from SECRET_KEY: the household keeps that itself', async () => {
    const file = await fixture.backUp({ envelope: { origin: 'environment', key: fixture.key } });
    const inside = gunzipSync(await readFile(file)).toString('latin1');
    expect(inside).not.toContain('secret.key');
    expect(inside).not.toContain(fixture.key.toString('base64'));
    expect(inside).not.toContain(fixture.key.toString('latin1'));
    const { manifest, key } = await unpackBackup(file, join(fixture.dataDir, 'out'), new BackupDisk());
    expect([manifest.key.origin, key]).toEqual(['environment', null]);
  });

  it('lets the oldest go once there are more than seven, and nothing else', async () => {
    await mkdir(fixture.folder);
    await writeFile(join(fixture.folder, 'notes.txt'), 'not a backup');
    const made: string[] = [];
    for (let night = 0; night < 9; night += 1) {
      made.push((await fixture.maker().make()).file);
      await fixture.clock.leap(NIGHT);
    }
    expect(await fixture.inFolder()).toEqual(['notes.txt', ...made.slice(-7)].sort());
  });

  it('removes what a run that was killed has left behind', async () => {
    const [old, ahead] = [fixture.clock.now() - 6 * HOUR - 1, fixture.clock.now() + 6 * HOUR + 1];
    for (const work of ['.work-00ff', workName(old, '00ff'), workName(ahead, '00ff')]) {
      await mkdir(join(fixture.folder, work, 'content'), { recursive: true });
      await writeFile(join(fixture.folder, work, 'content', 'usher.sqlite'), 'half');
    }
    const { file } = await fixture.maker().make();
    expect(await fixture.inFolder()).toEqual([file]);
  });

  it('leaves alone what another server on the same folder has begun last, for six hours', async () => {
    const others = workName(fixture.clock.now() - 6 * HOUR, '00ff');
    for (const work of [others, workName(fixture.clock.now() - 6 * HOUR - 1, '00fe')])
      await mkdir(join(fixture.folder, work), { recursive: true });
    const { file } = await fixture.maker().make();
    expect(await fixture.inFolder()).toEqual([others, file]);
  });
});

describe('a backup that fails', () => {
  let old: string[];

  beforeEach(async () => {
    for (let night = 0; night < 7; night += 1) {
      await fixture.backUp();
      await fixture.clock.leap(NIGHT);
    }
    old = await fixture.inFolder();
  });

  async function fails(making: Promise<unknown>, reason: string): Promise<void> {
    expect(await errorOf(making)).toMatchObject({ name: 'BackupFault', reason });
    expect(await fixture.inFolder()).toEqual(old);
  }

  it('for lack of space on the disk says so, costs no older one and leaves nothing', async () => {
    await fails(fixture.maker({ disk: new FullDisk() }).make(), 'no_room');
  });

  it('for lack of space while the database is copied says so too', async () => {
    const copies = new SqliteCopies(fixture.databaseFile);
    copies.copyTo = () => Promise.reject(new StorageError('full'));
    await fails(fixture.maker({ copies }).make(), 'no_room');
  });

  it('because the folder can’t be written says so', async () => {
    const disk = new BackupDisk();
    disk.prepareFolder = () => Promise.reject(systemFault('EACCES'));
    await fails(fixture.maker({ disk }).make(), 'folder_unusable');
  });

  it('because it can’t be given its name says so', async () => {
    const disk = new BackupDisk();
    disk.move = () => Promise.reject(systemFault('EROFS'));
    await fails(fixture.maker({ disk }).make(), 'folder_unusable');
  });

  it('its proof, because a bit was lost on the disk, is not kept', async () => {
    await fails(fixture.maker({ disk: new FailingDisk() }).make(), 'damaged');
  });

  it('its proof, because a row is missing, is not kept', async () => {
    await fails(fixture.maker({ copies: new BoastfulCopies(fixture.databaseFile) }).make(), 'damaged');
  });

  it('its proof, because its key doesn’t open its secrets, is not kept', async () => {
    const envelope = { origin: 'file', key: Buffer.alloc(32, 'another') } as const;
    await fails(fixture.maker({ envelope }).make(), 'key_mismatch');
  });

  it('because the live database is damaged is not kept', async () => {
    await fixture.whileClosed(async () => {
      await losePagesOf(fixture.databaseFile, ['movements']);
      const error = await errorOf(fixture.maker().make());
      expect(error).toMatchObject({ name: 'BackupFault', reason: 'database_unreadable' });
      expect(await fixture.inFolder()).toEqual(old);
    });
  });

  it('because the server stops rejects with the reason of the stop, and leaves nothing, wherever it was', async () => {
    for (const step of ['prepareFolder', 'namesIn', 'newFile', 'read', 'move'] as const) {
      const stop = new AbortController();
      const disk = new BackupDisk();
      const original = disk[step].bind(disk) as (...args: string[]) => unknown;
      Object.assign(disk, {
        [step]: (...args: string[]) => {
          stop.abort(new Error('stopping'));
          return step === 'move' ? Promise.reject(systemFault('EIO')) : original(...args);
        },
      });
      await expect(fixture.maker({ disk }).make(stop.signal)).rejects.toThrow('stopping');
      expect(await fixture.inFolder()).toEqual(old);
    }
  });

  it('because the server stops while the database is compared ends there', async () => {
    const stop = new AbortController();
    const disk = new BackupDisk();
    const namesIn = disk.namesIn.bind(disk);
    disk.namesIn = async (folder) => {
      const names = await namesIn(folder);
      // Everything has been taken out of the archive.
      stop.abort(new Error('stopping'));
      return names;
    };
    const [file = ''] = old;
    const unpacking = unpackBackup(join(fixture.folder, file), join(fixture.dataDir, 'out'), disk, stop.signal);
    await expect(unpacking).rejects.toThrow('stopping');
  });

  it('because its folder is a file says so', async () => {
    const folder = join(fixture.dataDir, 'a file');
    await writeFile(folder, '');
    await fails(fixture.maker({ folder }).make(), 'folder_unusable');
  });
});
