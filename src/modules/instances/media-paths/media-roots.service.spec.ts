import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
    new MediaRootsService({ mediaRoots }, new MovedClock());
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
      expect(await errorOf(requireMediaRoots({ mediaRoots }))).toMatchObject({
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
      await expect(requireMediaRoots({ mediaRoots })).resolves.toBeUndefined();
    });
  });
});
