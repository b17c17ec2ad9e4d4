import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualPromise } from '../../../../test/harness/manual-promise.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { silentLog } from '../../../core/logging/log.js';
import { MediaRootsService } from '../../instances/instances.public.js';
import { FinishedFilesService } from './finished-files.service.js';

/** Media roots whose disk goes silent once a file is open, until a test lets it answer. */
class SilentRoots extends MediaRootsService {
  silence = manualPromise();
  readonly asked = manualPromise();

  override async hold(roots: readonly string[], place: string): Promise<boolean> {
    this.asked.resolve();
    await this.silence.promise;
    return super.hold(roots, place);
  }
}

let ground: string;
let clock: MovedClock;
let roots: SilentRoots;
let files: FinishedFilesService;

beforeEach(() => {
  ground = realpathSync(mkdtempSync(join(tmpdir(), 'usher-silent-')));
  mkdirSync(join(ground, 'films'));
  writeFileSync(join(ground, 'films', 'a.mkv'), 'bytes');
  clock = new MovedClock();
  roots = new SilentRoots({ mediaRoots: [ground], dataDir: join(ground, 'data') }, clock, silentLog);
  const instance = { url: 'http://films.test' };
  const mappings = [{ arrPath: '/', servicePath: ground }];
  const rights = { require: () => Promise.resolve({ instance, mappings }) };
  const live = { require: () => Promise.resolve({ path: '/films/a.mkv', judge: null }) };
  const limits = { requireStill: () => Promise.resolve() };
  files = new FinishedFilesService(rights as never, live as never, roots, limits as never);
});

afterEach(() => rmSync(ground, { recursive: true, force: true }));

const open = () => files.open({ userId: 1, deviceIds: new Set(['d']) }, { instanceId: 'films', fileId: 1 });

/** How many files of the test are open. */
const held = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(ground);
    } catch {
      return false;
    }
  }).length;

/** Resolves once the disk has answered what it was asked before. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    roots.turnsAt(ground)('read', (over) => {
      over();
      resolve();
    });
  });

const UNAVAILABLE = { status: 503, options: { headers: { 'Retry-After': '10' } } };

describe('issue 23 §4: a file on a disk that doesn’t answer', () => {
  it('is 503 after ten seconds, and at once for whoever comes then; what was opened is closed when it answers', async () => {
    const first = open();
    const refused = expect(first).rejects.toMatchObject(UNAVAILABLE);
    await roots.asked.promise;
    expect(held()).toBe(1);
    await clock.advance(10_000);
    await refused;
    await expect(open()).rejects.toMatchObject(UNAVAILABLE);
    expect([held(), clock.pending]).toEqual([1, 0]);
    roots.silence.resolve();
    await nextTurn();
    expect(held()).toBe(0);
    const { file } = await open();
    expect(held()).toBe(1);
    await file.close();
    expect(held()).toBe(0);
  });

  it('mappings to it are refused after ten seconds, and what is shown of them is no after one', async () => {
    const mappings = [{ arrPath: '/', servicePath: join(ground, 'films') }];
    const saving = roots.requireFolders([...mappings, ...mappings]);
    const refused = expect(saving).rejects.toMatchObject({
      status: 400,
      safeText: 'invalid media path mappings: mapping 1 service_path is on a disk that does not answer',
    });
    const shown = roots.serveAny(mappings);
    await roots.asked.promise;
    await clock.advance(1_000);
    expect(await shown).toBe(false);
    await clock.advance(9_000);
    await refused;
    expect(await roots.serveAny(mappings)).toBe(false);
    roots.silence.resolve();
    await nextTurn();
    await roots.requireFolders(mappings);
    expect(await roots.serveAny(mappings)).toBe(true);
  });

  it('that fails is 503 too, and mappings to it are refused: what is there is unknown, not absent', async () => {
    roots.silence.promise.catch(() => undefined);
    roots.silence.reject(Object.assign(new Error('planted'), { code: 'ESTALE' }));
    await expect(open()).rejects.toMatchObject({ status: 503 });
    expect(held()).toBe(0);
    const mappings = [{ arrPath: '/', servicePath: ground }];
    await expect(roots.requireFolders(mappings)).rejects.toMatchObject({
      status: 400,
      safeText: 'invalid media path mappings: mapping 1 service_path is on a disk that fails',
    });
    expect(await roots.serveAny(mappings)).toBe(false);
  });

  it('one whose bytes are read holds the only turn of its disk: others wait, and no second thread', async () => {
    roots.silence.resolve();
    const { file } = await open();
    let [over, read] = [(): void => undefined, 0];
    roots.turnsAt(ground)('read', (done) => (over = done));
    const bytes = manualPromise<number>();
    file.read(Buffer.alloc(5), 0, (_fault, count) => {
      read = count;
      bytes.resolve(count);
    });
    const closed = file.close();
    const refused = expect(open()).rejects.toMatchObject(UNAVAILABLE);
    await clock.advance(10_000);
    await refused;
    expect([read, held()]).toEqual([0, 1]);
    over();
    expect(await bytes.promise).toBe(5);
    await closed;
    expect(held()).toBe(0);
  });
});
