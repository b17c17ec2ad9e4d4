import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../core/logging/log.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { MediaRootsService } from '../../instances/instances.public.js';
import { type OpenFile, openInside, placeByIdentity, placeOfDescriptor } from './open-inside.js';

let ground: string;
let root: string;
let roots: MediaRootsService;

beforeEach(() => {
  ground = realpathSync(mkdtempSync(join(tmpdir(), 'usher-files-')));
  root = join(ground, 'media');
  mkdirSync(join(root, 'films'), { recursive: true });
  mkdirSync(join(ground, 'outside'));
  writeFileSync(join(root, 'films', 'a.mkv'), 'inside');
  writeFileSync(join(ground, 'outside', 'a.mkv'), 'outside');
  roots = new MediaRootsService({ mediaRoots: [root], dataDir: join(ground, 'data') }, new MovedClock(), silentLog);
});

afterEach(() => rmSync(ground, { recursive: true, force: true }));

/** How many descriptors of this process lie in the ground of the test. */
const held = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(ground);
    } catch {
      return false;
    }
  }).length;

describe.each([
  ['by its descriptor', placeOfDescriptor],
  ['by its identity, where the system keeps no place of descriptors', placeByIdentity],
])('security 20: a file is opened and judged, %s', (_, placeOf) => {
  const open = (path: string): Promise<OpenFile | null> =>
    openInside(path, (place) => roots.hold(roots.around(path), place), placeOf);

  const read = async (path: string): Promise<string | null> => {
    const file = await open(path);
    const bytes = file && (await file.handle.readFile('utf8'));
    await file?.handle.close();
    return bytes;
  };

  it('a regular file inside is open, with its size', async () => {
    const file = await open(join(root, 'films', 'a.mkv'));
    expect(file?.size).toBe(6);
    await file?.handle.close();
    expect(await read(join(root, 'films', 'a.mkv'))).toBe('inside');
  });

  it('a root that is a link itself holds what lies where it leads', async () => {
    symlinkSync(root, join(ground, 'linked'));
    roots = new MediaRootsService(
      { mediaRoots: [join(ground, 'linked')], dataDir: join(ground, 'data') },
      new MovedClock(),
      silentLog,
    );
    expect(await read(join(ground, 'linked', 'films', 'a.mkv'))).toBe('inside');
  });

  it('a link of a folder that stays inside is followed', async () => {
    symlinkSync(join(root, 'films'), join(root, 'more'));
    expect(await read(join(root, 'more', 'a.mkv'))).toBe('inside');
  });

  it.each<readonly [string, () => string]>([
    ['that is missing', () => 'films/none.mkv'],
    ['that is a folder', () => 'films'],
    ['below a file', () => 'films/a.mkv/b'],
    ['with too long a name', () => `films/${'x'.repeat(300)}`],
    [
      'that is a link, even to a file inside',
      () => {
        symlinkSync(join(root, 'films', 'a.mkv'), join(root, 'films', 'link.mkv'));
        return 'films/link.mkv';
      },
    ],
    [
      'that is a link to the outside',
      () => {
        symlinkSync(join(ground, 'outside', 'a.mkv'), join(root, 'films', 'link.mkv'));
        return 'films/link.mkv';
      },
    ],
    [
      'in a folder that is a link to the outside',
      () => {
        symlinkSync(join(ground, 'outside'), join(root, 'out'));
        return 'out/a.mkv';
      },
    ],
    [
      'that is a pipe, which nobody waits for',
      () => {
        execFileSync('mkfifo', [join(root, 'films', 'pipe.mkv')]);
        return 'films/pipe.mkv';
      },
    ],
    [
      'that is a ring of links',
      () => {
        symlinkSync(join(root, 'ring'), join(root, 'ring'));
        return 'ring/a.mkv';
      },
    ],
  ])('a file %s is refused, and nothing stays open', async (_what, make) => {
    expect(await open(join(root, make()))).toBeNull();
    expect(held()).toBe(0);
  });

  it('a file that lies outside once the folder was turned is refused, whatever the path says later', async () => {
    const path = join(root, 'films', 'a.mkv');
    renameSync(join(root, 'films'), join(root, 'kept'));
    symlinkSync(join(ground, 'outside'), join(root, 'films'));
    const asked = openInside(
      path,
      (place) => roots.hold([root], place),
      (opened) => {
        // The folder is turned back after the file was opened and before it is judged.
        rmSync(join(root, 'films'));
        renameSync(join(root, 'kept'), join(root, 'films'));
        return placeOf(opened);
      },
    );
    expect(await asked).toBeNull();
    expect(held()).toBe(0);
  });

  it('a fault of the disk is a fault, and nothing stays open', async () => {
    const broken = openInside(join(root, 'films', 'a.mkv'), () => Promise.reject(new Error('EIO')), placeOf);
    await expect(broken).rejects.toThrow('EIO');
    expect(held()).toBe(0);
  });
});

describe('RFC 9110 §8.8.3: the tag of a file', () => {
  const tagOf = async (path: string): Promise<string> => {
    const file = await openInside(path, () => Promise.resolve(true));
    await file?.handle.close();
    return file?.etag ?? '';
  };

  it('is strong, and says nothing of where the file lies', async () => {
    expect(await tagOf(join(root, 'films', 'a.mkv'))).toMatch(/^"[\w-]{27}"$/);
  });

  it('stays for the same bytes, and is another one for a file that grew, was touched or took the place of this', async () => {
    const path = join(root, 'films', 'a.mkv');
    const first = await tagOf(path);
    expect(await tagOf(path)).toBe(first);
    appendFileSync(path, 'more');
    const grown = await tagOf(path);
    utimesSync(path, 1_000, 1_000);
    const touched = await tagOf(path);
    writeFileSync(`${path}.new`, 'insidemore');
    utimesSync(`${path}.new`, 1_000, 1_000);
    renameSync(`${path}.new`, path);
    expect(new Set([first, grown, touched, await tagOf(path)]).size).toBe(4);
  });
});
