import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../core/logging/log.js';
import { keepToOwner } from './private-data-folder.js';

interface Line {
  readonly level: string;
  readonly message: string;
  readonly reason?: string;
}

describe('security 26: a data folder that others may get at', () => {
  let folder: string;
  let lines: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'usher-private-'));
    lines = [];
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const log = createLog({ level: 'debug', format: 'json', destination: { write: (line) => lines.push(line) } });
  const logged = (): Line[] => lines.map((line) => JSON.parse(line) as Line);
  const modeOf = (): number => statSync(folder).mode & 0o7777;

  it.each([0o777, 0o755, 0o750, 0o710, 0o701])('of mode %o is for its owner alone from then on', (mode) => {
    chmodSync(folder, mode);
    keepToOwner(folder, log);
    expect([modeOf(), logged()]).toEqual([0o700, [expect.objectContaining({ level: 'info' })]]);
  });

  it.each([0o700, 0o500])('stays as it is with mode %o, and nothing is said', (mode) => {
    chmodSync(folder, mode);
    keepToOwner(folder, log);
    expect([modeOf(), logged()]).toEqual([mode, []]);
  });

  it('is left alone where all accounts share it, and the log is warned', () => {
    chmodSync(folder, 0o1777);
    keepToOwner(folder, log);
    expect(modeOf()).toBe(0o1777);
    expect(logged()).toMatchObject([{ level: 'warn', reason: expect.stringContaining('all accounts share') }]);
  });

  it('the root of the file system is left alone, too', () => {
    const changed: string[] = [];
    keepToOwner('/', log, { statSync: () => ({ mode: 0o755, uid: 0 }), chmodSync: (name) => changed.push(name) });
    expect([changed, logged().map(({ level }) => level)]).toEqual([[], ['warn']]);
  });

  it.each([
    ['EPERM', /belongs to uid 1234/],
    ['EROFS', /can't be changed \(EROFS\)/],
  ])('that can’t be changed (%s) is named in a warning with the reason', (code, reason) => {
    const refuse = (): never => {
      throw Object.assign(new Error('planted particulars'), { code });
    };
    keepToOwner(folder, log, { statSync: () => ({ mode: 0o40777, uid: 1234 }), chmodSync: refuse });
    expect(logged()).toMatchObject([{ level: 'warn', mode: '0777', reason: expect.stringMatching(reason) }]);
  });

  it('whose file system takes a mode and keeps none is named in a warning', () => {
    keepToOwner(folder, log, { statSync: () => ({ mode: 0o40777, uid: 0 }), chmodSync: () => undefined });
    expect(logged()).toMatchObject([{ level: 'warn', reason: expect.stringContaining('keeps no modes') }]);
  });
});
