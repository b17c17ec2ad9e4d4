import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../core/logging/log.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { counts } from '../../../../test/harness/full-counts.js';
import { MediaRootsService } from '../../instances/instances.public.js';
import { openInside } from './open-inside.js';

const READERS = 4;

/** How often each reader opens the file; with full counts some 20 seconds. */
const TRIES = counts({ always: 400, full: 90_000 });

const [INSIDE, OUTSIDE] = ['inside '.repeat(64), 'OUTSIDE'.repeat(64)];

/** Turns folders and links to and fro on a thread of its own, as fast as the disk lets it, in a seeded order. */
const TURNER = `
  const { renameSync, rmSync, symlinkSync } = require('node:fs');
  const { workerData: { root, outside, seed, stop } } = require('node:worker_threads');
  const films = root + '/films', file = films + '/a.mkv';
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const folder = () => {
    renameSync(films, root + '/kept');
    symlinkSync(outside, films);
    rmSync(films);
    renameSync(root + '/kept', films);
  };
  const ancestor = () => {
    renameSync(root, root + '.kept');
    symlinkSync(outside + '/root', root);
    rmSync(root);
    renameSync(root + '.kept', root);
  };
  const name = () => {
    renameSync(file, films + '/kept.mkv');
    symlinkSync(outside + '/a.mkv', file);
    rmSync(file);
    renameSync(films + '/kept.mkv', file);
  };
  while (Atomics.load(stop, 0) === 0) {
    const drawn = next();
    if (drawn < 0.5) folder();
    else if (drawn < 0.9) name();
    else ancestor();
    Atomics.add(stop, 1, 1);
  }
`;

let ground: string;
let root: string;

beforeEach(() => {
  ground = realpathSync(mkdtempSync(join(tmpdir(), 'usher-turned-')));
  // A folder above the one that is the root is turned, too; the root itself is the administrator's.
  root = join(ground, 'media', 'library');
  mkdirSync(join(root, 'films'), { recursive: true });
  mkdirSync(join(ground, 'outside', 'root', 'films'), { recursive: true });
  writeFileSync(join(root, 'films', 'a.mkv'), INSIDE);
  writeFileSync(join(ground, 'outside', 'a.mkv'), OUTSIDE);
  writeFileSync(join(ground, 'outside', 'root', 'films', 'a.mkv'), OUTSIDE);
});

afterEach(() => rmSync(ground, { recursive: true, force: true }));

describe('issue 23, line 5: folders and links that are turned under four readers', () => {
  it('nobody reads a byte of the outside', async () => {
    const seed = Number(process.env.TURN_SEED ?? 20_261_127);
    const stop = new Int32Array(new SharedArrayBuffer(8));
    const workerData = { root, outside: join(ground, 'outside'), seed, stop };
    const turner = new Worker(TURNER, { eval: true, workerData });
    const fault = new Promise<never>((_resolve, reject) => void turner.once('error', reject));
    const path = join(root, 'films', 'a.mkv');
    const roots = new MediaRootsService(
      { mediaRoots: [join(ground, 'media')], dataDir: join(ground, 'data') },
      new MovedClock(),
      silentLog,
    );
    const seen = { inside: 0, refused: 0 };

    async function read(): Promise<void> {
      for (let n = 0; n < TRIES; n += 1) {
        const file = await openInside(path, (place) => roots.hold(roots.around(path), place));
        const bytes = file && (await file.handle.readFile('utf8'));
        await file?.handle.close();
        if (bytes === null) seen.refused += 1;
        else {
          expect(bytes, `TURN_SEED=${seed}`).toBe(INSIDE);
          seen.inside += 1;
        }
      }
    }

    try {
      await Promise.race([Promise.all(Array.from({ length: READERS }, read)), fault]);
    } finally {
      Atomics.store(stop, 0, 1);
      await turner.terminate();
    }
    expect(Atomics.load(stop, 1)).toBeGreaterThan(0);
    expect([seen.inside > 0, seen.inside + seen.refused]).toEqual([true, READERS * TRIES]);
  });
});
