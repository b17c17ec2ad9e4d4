import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('without a bundle that can be used', () => {
  const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'usher-without-bundle-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'main.js'), "console.log('from its modules');");
    cpSync(join(dist, 'start.js'), join(folder, 'start.js'));
    cpSync(join(dist, 'app', 'start'), join(folder, 'app', 'start'), { recursive: true });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'start.js'), ...args], {
      encoding: 'utf8',
    });
    return { status, stdout, said: stderr.split(':', 1).join('') };
  };

  it.each([
    ['is missing', undefined],
    ['can’t be compiled', 'const ='],
    ['fails as it is loaded', 'throw new Error("no")'],
    ['has no server', 'exports.programs = {}'],
  ])('that %s the server starts from its modules, and the image is not built', (_, source) => {
    if (source !== undefined) {
      mkdirSync(join(folder, 'bundle'), { recursive: true });
      writeFileSync(join(folder, 'bundle', 'programs.cjs'), source);
    }
    expect(run()).toEqual({
      status: 0,
      stdout: 'from its modules\n',
      said: 'The server starts from its modules, which takes longer',
    });
    // For each reason alike.
    if (source === undefined)
      expect(run('--keep-compiled')).toEqual({ status: 1, stdout: '', said: "The bundled server can't be loaded" });
  });
});
