import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'dist');

const programs = (answer: string): string =>
  `exports.programs = { server: async () => ({ started: Promise.resolve(console.log('${answer}')).then(() => true) }) };`;

/** The built dist/start.js, beside a bundle and modules that stand in for the server. */
describe('a start from one bundled file', () => {
  let root: string;
  let bundle: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'usher-bundle-'));
    bundle = join(root, 'dist', 'bundle');
    mkdirSync(bundle, { recursive: true });
    mkdirSync(join(root, 'dist', 'app', 'start'), { recursive: true });
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
    for (const file of ['start.js', 'app/start/bundled-program.js'])
      copyFileSync(join(dist, file), join(root, 'dist', file));
    writeFileSync(join(root, 'dist', 'main.js'), "console.log('modules');");
    writeFileSync(join(bundle, 'programs.cjs'), programs('bundle'));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const start = () => spawnSync(process.execPath, [join(root, 'dist', 'start.js')], { encoding: 'utf8' });
  const compiled = (): string =>
    join(bundle, readdirSync(bundle).find((name) => name.startsWith('compiled-')) ?? 'compiled');

  it('keeps what V8 has compiled for the next start', () => {
    expect(start()).toMatchObject({ stdout: 'bundle\n', stderr: '', status: 0 });
    const kept = readFileSync(compiled());
    expect(start()).toMatchObject({ stdout: 'bundle\n', stderr: '' });
    expect(readFileSync(compiled()).equals(kept)).toBe(true);
  });

  it('compiles anew what was damaged or belongs to another file of the same length', () => {
    start();
    const damaged = readFileSync(compiled());
    damaged[100] = (damaged[100] ?? 0) ^ 255;
    writeFileSync(compiled(), damaged);
    expect(start()).toMatchObject({ stdout: 'bundle\n', stderr: '' });
    expect(readFileSync(compiled()).equals(damaged)).toBe(false);
    writeFileSync(join(bundle, 'programs.cjs'), programs('bandle'));
    expect(start()).toMatchObject({ stdout: 'bandle\n', stderr: '' });
  });

  it.each(['exports.programs = {', 'throw new Error("broken")', ''])(
    'starts from the modules where the file is broken: %j',
    (text) => {
      writeFileSync(join(bundle, 'programs.cjs'), text);
      expect(start()).toMatchObject({
        stdout: 'modules\n',
        stderr: expect.stringContaining('starts from its modules'),
      });
    },
  );

  it('starts from the modules where there is no file', () => {
    rmSync(bundle, { recursive: true });
    expect(start()).toMatchObject({ stdout: 'modules\n', status: 0 });
  });
});
