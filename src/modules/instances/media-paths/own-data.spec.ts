import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asNobody } from '../../../../test/harness/as-nobody.js';
import { judgeOwnData, type Ownership } from './own-data.js';

describe('issue 43 B13, security 41: what belongs to the server’s own data, by device and inode', () => {
  let ground: string;
  let dataDir: string;

  beforeEach(() => {
    ground = realpathSync(mkdtempSync(join(tmpdir(), 'usher-own-')));
    dataDir = join(ground, 'data');
    lay('data/secret.key');
    lay('data/backups/usher-1.tar.gz');
    lay('data/before-restore-1/usher.sqlite');
    lay('media/films/a.mkv');
  });

  afterEach(() => rmSync(ground, { recursive: true, force: true }));

  function lay(path: string): void {
    mkdirSync(dirname(join(ground, path)), { recursive: true });
    writeFileSync(join(ground, path), path);
  }

  const judged = (path: string): Promise<Ownership> =>
    judgeOwnData(dataDir, join(ground, path), statSync(join(ground, path), { bigint: true }));

  const isOwn = async (path: string): Promise<boolean> => {
    const ownership = await judged(path);
    expect(ownership).not.toBe('unlisted');
    return ownership === 'own';
  };

  it('all that lies in the data folder does, and what lies beside it does not', async () => {
    for (const path of ['data', 'data/secret.key', 'data/backups/usher-1.tar.gz', 'data/before-restore-1/usher.sqlite'])
      expect([path, await isOwn(path)]).toEqual([path, true]);
    for (const path of ['media/films/a.mkv', 'media', '.']) expect([path, await isOwn(path)]).toEqual([path, false]);
  });

  it('a hard link does, wherever it lies', async () => {
    linkSync(join(dataDir, 'secret.key'), join(ground, 'media/films/b.mkv'));
    linkSync(join(dataDir, 'backups/usher-1.tar.gz'), join(ground, 'media/films/c.mkv'));
    expect(await isOwn('media/films/b.mkv')).toBe(true);
    expect(await isOwn('media/films/c.mkv')).toBe(true);
  });

  // A link whose name is not resolved has the device and the inode of what it leads to, exactly as a bind mount has.
  it('what a mount shows of the data folder or of a folder in it does, though no folder above is the data folder', async () => {
    symlinkSync(dataDir, join(ground, 'media/mounted'));
    symlinkSync(join(dataDir, 'before-restore-1'), join(ground, 'media/part'));
    expect(await isOwn('media/mounted/secret.key')).toBe(true);
    expect(await isOwn('media/part')).toBe(true);
    expect(await isOwn('media/part/usher.sqlite')).toBe(true);
  });

  it('what was put below the data folder later does, by the folders above it alone', async () => {
    lay('data/one/two/three.txt');
    symlinkSync(join(dataDir, 'one'), join(ground, 'media/part'));
    const elsewhere = statSync(join(ground, 'media/films/a.mkv'), { bigint: true });
    expect(await judgeOwnData(dataDir, join(ground, 'media/part/two/gone.txt'), elsewhere)).toBe('own');
  });

  it('backups and a key that lie elsewhere do, and a folder of media that is linked there does not', async () => {
    lay('store/usher-2.tar.gz');
    lay('keys/real.key');
    rmSync(join(dataDir, 'backups'), { recursive: true });
    symlinkSync(join(ground, 'store'), join(dataDir, 'backups'));
    symlinkSync(join(ground, 'keys/real.key'), join(dataDir, 'linked.key'));
    symlinkSync(join(ground, 'media'), join(dataDir, 'media'));
    expect(await isOwn('store/usher-2.tar.gz')).toBe(true);
    expect(await isOwn('keys/real.key')).toBe(true);
    expect(await isOwn('media/films/a.mkv')).toBe(false);
  });

  it('a ring of links ends', async () => {
    rmSync(join(dataDir, 'backups'), { recursive: true });
    symlinkSync(dataDir, join(dataDir, 'backups'));
    expect(await isOwn('media/films/a.mkv')).toBe(false);
  });

  it('a place whose folders are gone counts as its data', async () => {
    const facts = statSync(join(ground, 'media/films/a.mkv'), { bigint: true });
    expect(await judgeOwnData(dataDir, join(ground, 'media/turned/a.mkv'), facts)).toBe('own');
  });

  it('where the data folder holds more than is looked at, a place that was not found in it is not judged apart', async () => {
    for (let nth = 0; nth < 20; nth++) lay(`data/many/${nth}`);
    lay('data/many/deep/last.key');
    linkSync(join(dataDir, 'many/deep/last.key'), join(ground, 'media/films/last.mkv'));
    const ofMany = (path: string): Promise<Ownership> =>
      judgeOwnData(dataDir, join(ground, path), statSync(join(ground, path), { bigint: true }), 20);
    for (const path of ['media/films/last.mkv', 'media/films/a.mkv', 'media'])
      expect([path, await ofMany(path)]).toEqual([path, 'unlisted']);
    for (const path of ['data/secret.key', 'data/many/deep/last.key'])
      expect([path, await ofMany(path)]).toEqual([path, 'own']);
    expect(await judged('media/films/last.mkv')).toBe('own');
  });

  it('where a folder in it can not be read, neither; what a file system keeps there for lost files says nothing', async () => {
    for (const name of ['lost+found', 'locked']) {
      mkdirSync(join(dataDir, name));
      chmodSync(join(dataDir, name), 0);
      expect([name, await asNobody(ground, () => judged('media/films/a.mkv'))]).toEqual([
        name,
        name === 'locked' ? 'unlisted' : 'apart',
      ]);
    }
    expect(await asNobody(ground, () => judged('data/secret.key'))).toBe('own');
  });
});
