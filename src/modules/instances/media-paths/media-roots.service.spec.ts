import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../core/logging/log.js';
import { asNobody } from '../../../../test/harness/as-nobody.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MediaRootsService, requireMediaRoots } from './media-roots.service.js';

describe('media roots', () => {
  let ground: string;
  let root: string;

  beforeEach(() => {
    ground = realpathSync(mkdtempSync(join(tmpdir(), 'usher-roots-')));
    root = join(ground, 'media');
    for (const folder of ['media/films/drama', 'media2', 'secret'])
      mkdirSync(join(ground, folder), { recursive: true });
    writeFileSync(join(root, 'film.mkv'), 'film');
  });

  afterEach(() => rmSync(ground, { recursive: true, force: true }));

  const rootsAt = (...mediaRoots: readonly string[]): MediaRootsService =>
    new MediaRootsService({ mediaRoots, dataDir: join(ground, 'data') }, new MovedClock(), silentLog);
  const to = (servicePath: string) => ({ arrPath: '/films', servicePath });

  /** What keeps a folder from being mapped to, or `accepted`. */
  async function judged(folder: string, roots = rootsAt(root)): Promise<string> {
    const fault = (await errorOf(roots.requireFolders([to(folder)]))) as { readonly safeText: string } | undefined;
    expect(await roots.serveAny([to(folder)])).toBe(fault === undefined);
    return fault?.safeText.replace('invalid media path mappings: mapping 1 service_path ', '') ?? 'accepted';
  }

  describe('doc3 §3.5: a folder that a mapping leads to', () => {
    it('may be a root, or lie in one however deep, with a slash at its end or not', async () => {
      for (const folder of [root, `${root}/`, join(root, 'films'), `${root}//films/drama/`]) {
        expect([folder, await judged(folder)]).toEqual([folder, 'accepted']);
      }
    });

    it('security 20: may not lie beside a root, above it, or in one whose name only begins alike', async () => {
      for (const folder of ['/', ground, join(ground, 'secret'), join(ground, 'media2'), join(ground, 'none')]) {
        expect([folder, await judged(folder)]).toEqual([folder, 'must be inside a media root']);
      }
    });

    it('must be there, and be a folder', async () => {
      expect(await judged(join(root, 'none'))).toBe('must be an existing folder');
      expect(await judged(join(root, 'film.mkv'))).toBe('must be an existing folder');
      expect(await judged(join(root, 'film.mkv', 'films'))).toBe('must be an existing folder');
      symlinkSync(join(root, 'ring'), join(root, 'ring'));
      expect(await judged(join(root, 'ring'))).toBe('must be an existing folder');
    });

    it('security 20: must lie in a root by where links lead, too', async () => {
      symlinkSync(join(ground, 'secret'), join(root, 'out'));
      symlinkSync(join(root, 'films'), join(root, 'within'));
      symlinkSync(join(root, 'films'), join(ground, 'into'));
      expect(await judged(join(root, 'out'))).toBe('must not lead out of the media root');
      expect(await judged(join(root, 'within'))).toBe('accepted');
      expect(await judged(join(ground, 'into'))).toBe('must be inside a media root');
    });

    it('security 20: may lie in a root that is a link itself', async () => {
      symlinkSync(root, join(ground, 'linked'));
      const roots = rootsAt(join(ground, 'linked'));
      expect(await judged(join(ground, 'linked', 'films'), roots)).toBe('accepted');
      expect(await judged(join(root, 'films'), roots)).toBe('must be inside a media root');
    });

    it('lies in none where no root is set', async () => {
      expect(await judged(join(root, 'films'), rootsAt())).toBe('must be inside a media root');
    });
  });

  it('doc3 §3.1: serve downloads while at least one mapping leads somewhere', async () => {
    const roots = rootsAt(root);
    expect(await roots.serveAny([])).toBe(false);
    expect(await roots.serveAny([to(join(root, 'none')), to(join(root, 'films'))])).toBe(true);
    rmSync(join(root, 'films'), { recursive: true });
    expect(await roots.serveAny([to(join(root, 'none')), to(join(root, 'films'))])).toBe(false);
  });

  it('doc3 §3.5: the mapping at fault is named by its place', async () => {
    const fault = await errorOf(rootsAt(root).requireFolders([to(root), to(join(root, 'none'))]));
    expect(fault).toMatchObject({
      status: 400,
      safeText: 'invalid media path mappings: mapping 2 service_path must be an existing folder',
    });
  });

  describe('doc3 §10: stop the start, with their name and a reason but no value,', () => {
    it('when they are no folders, or the whole file system by whatever name', async () => {
      symlinkSync('/', join(ground, 'everything'));
      const mediaRoots = [root, join(ground, 'none'), join(root, 'film.mkv'), '/', join(ground, 'everything')];
      expect(await errorOf(requireMediaRoots({ mediaRoots, dataDir: join(ground, 'data') }))).toMatchObject({
        problems: [
          'MEDIA_ROOTS: entry 2 must be an existing folder',
          'MEDIA_ROOTS: entry 3 must be an existing folder',
          'MEDIA_ROOTS: entry 4 must not be the root of the file system',
          'MEDIA_ROOTS: entry 5 must not be the root of the file system',
        ],
      });
    });

    it('and not when they are good', async () => {
      const mediaRoots = [root, join(ground, 'media2')];
      await expect(requireMediaRoots({ mediaRoots, dataDir: join(ground, 'data') })).resolves.toBeUndefined();
    });
  });

  describe('issue 43 B13, security 41: the start is stopped, with what to change,', () => {
    const faultOf = async (mediaRoot: string, dataDir: string): Promise<string> => {
      const fault = (await errorOf(requireMediaRoots({ mediaRoots: [root, mediaRoot], dataDir }))) as
        | { readonly problems: readonly string[] }
        | undefined;
      return fault?.problems.join() ?? 'starts';
    };
    const CONTAINS =
      'MEDIA_ROOTS: entry 2 must not contain DATA_DIR or its backups, which hold the key and the database: ' +
      'name folders with nothing but media, or give the server a data folder elsewhere ' +
      '(operations.md, "Media folders apart from the data folder")';
    const LIES_IN = CONTAINS.replace('contain', 'be or lie in');

    it('when a root is the data folder, lies in it or contains it, by whatever links', async () => {
      mkdirSync(join(ground, 'server', 'data', 'backups'), { recursive: true });
      const dataDir = join(ground, 'server', 'data');
      symlinkSync(dataDir, join(ground, 'linked'));
      symlinkSync(join(ground, 'server'), join(ground, 'above'));
      expect(await faultOf(join(ground, 'server'), dataDir)).toBe(CONTAINS);
      expect(await faultOf(ground, dataDir)).toBe(CONTAINS);
      expect(await faultOf(join(ground, 'above'), dataDir)).toBe(CONTAINS);
      expect(await faultOf(join(ground, 'server'), join(ground, 'linked'))).toBe(CONTAINS);
      for (const own of [dataDir, join(dataDir, 'backups'), join(ground, 'linked'), join(ground, 'above', 'data')])
        expect([own, await faultOf(own, dataDir)]).toEqual([own, LIES_IN]);
    });

    it('when the data folder is still to be made there', async () => {
      expect(await faultOf(join(ground, 'media2'), join(ground, 'media2', 'not', 'yet'))).toBe(CONTAINS);
    });

    it('when the backups alone lie there', async () => {
      mkdirSync(join(ground, 'data'));
      mkdirSync(join(ground, 'media2', 'kept', 'usher'), { recursive: true });
      symlinkSync(join(ground, 'media2', 'kept'), join(ground, 'data', 'backups'));
      expect(await faultOf(join(ground, 'media2'), join(ground, 'data'))).toBe(CONTAINS);
      expect(await faultOf(join(ground, 'media2', 'kept', 'usher'), join(ground, 'data'))).toBe(LIES_IN);
    });

    it('and not when they lie beside each other, or a folder of media is linked in the data folder', async () => {
      mkdirSync(join(ground, 'data', 'backups'), { recursive: true });
      symlinkSync(join(ground, 'media2'), join(ground, 'data', 'media'));
      expect(await faultOf(join(ground, 'media2'), join(ground, 'data'))).toBe('starts');
    });
  });

  it('issue 43 B13, security 41: a mapping may not lead to a folder that a mount shows of the data folder', async () => {
    mkdirSync(join(ground, 'data', 'backups'), { recursive: true });
    const mounted = new MediaRootsService(
      { mediaRoots: [root], dataDir: join(root, 'films') },
      new MovedClock(),
      silentLog,
    );
    expect(await judged(join(root, 'films'), mounted)).toBe('must not lead to the data of this server');
    expect(await judged(join(root, 'films', 'drama'), mounted)).toBe('must not lead to the data of this server');
    expect(await judged(root, mounted)).toBe('accepted');
  });

  it('issue 43 B13, security 41: where the data folder can not be listed no folder is mapped to, and the log says so once', async () => {
    const dataDir = join(ground, 'data');
    mkdirSync(join(dataDir, 'locked'), { recursive: true });
    chmodSync(join(dataDir, 'locked'), 0);
    const said: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void said.push(message) };
    const roots = new MediaRootsService({ mediaRoots: [root], dataDir }, new MovedClock(), log);
    expect(await asNobody(ground, () => judged(root, roots))).toMatch(
      /^can not be told apart from the data of this server: /,
    );
    expect(said).toEqual(['no media file is served: DATA_DIR has too many files, or folders that can not be read']);
    await asNobody(ground, () => requireMediaRoots({ mediaRoots: [root], dataDir }));
  });
});
