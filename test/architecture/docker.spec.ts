import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const dockerfile = read('docker/Dockerfile');
const compose = read('docker/compose.yaml');

/** The words of every instruction of this name in a text, in order. */
const instructions = (name: string, text = dockerfile): string[][] =>
  [...text.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, words = '']) => words.split(' '));

/** What the stages copy out of the checkout. */
const copied = instructions('COPY')
  .filter(([first]) => !first?.startsWith('--from='))
  .flatMap((words) => words.slice(0, -1));

/** Each stage with its text, by its name; the last one has none. */
const stages = new Map(
  dockerfile
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((text) => [/^FROM \S+ AS (\S+)$/m.exec(text)?.[1] ?? '', text]),
);
const stage = (name: string): string => stages.get(name) ?? '';

/** What runs: everything else is left behind with its stage. */
const runtime = stage('runtime');

describe('the container image', () => {
  it('copies only what the checkout has, and what the builder is sent', () => {
    const sent = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(copied.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect([...new Set(copied)].sort()).toEqual(sent.sort());
  });

  it('security 30: sends the builder nothing that was not named: no data, no keys, no history', () => {
    const [first] = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(first).toBe('*');
  });

  it('builds every stage on the same Node 24', () => {
    const images = new Set(instructions('FROM').map(([image = '']) => image));
    for (const name of stages.keys()) images.delete(name);
    expect([...images]).toEqual([expect.stringMatching(/^node:24-/)]);
  });

  it('issue 25: is built without Python where no target is named', () => {
    expect([...stages].at(-1)).toEqual(['', 'FROM runtime\n']);
    expect(runtime).not.toMatch(/python|setbox/);
  });

  it('issue 25: has a target with the helper for set-top boxes, which runs as nobody special too', () => {
    const target = stage('with-setbox-helper');
    expect(target).toMatch(/^FROM runtime AS /);
    expect(instructions('USER', target).at(-1)).toEqual(['node']);
    const [, program = ''] = /^ENV SETBOX_HELPER=(.*)$/m.exec(target) ?? [];
    const packages = stage('setbox-packages');
    expect(packages).toContain(`> ${program} `);
    expect(packages).toContain(`${program} --self-test\n`);
    const folder = program.replace(/\/bin\/.*/, '');
    expect(packages).toContain(`'1s|.*|#!${folder}/bin/python -I|'`);
    expect(target).toContain(`COPY --from=setbox-packages ${folder} ${folder}\n`);
    expect(read('docker/compose.yaml')).toContain('      # target: with-setbox-helper\n');
  });

  it('issue 25: pins the library for set-top boxes to the version that the helper takes', () => {
    const [, pinned = ''] = /^pyatv==(\S+)$/m.exec(read('docker/setbox-helper/requirements.txt')) ?? [];
    const [, taken = ''] =
      /SUPPORTED = re\.compile\(r"(.*)\\Z"\)/.exec(read('docker/setbox-helper/usher_setbox_helper.py')) ?? [];
    expect(pinned).toMatch(new RegExp(`^${taken}$`));
  });

  it('ships production packages alone, with what is compiled for them', () => {
    const packages = stage('packages');
    expect(packages).toContain('npm ci --omit=dev');
    expect(packages).not.toContain('--ignore-scripts');
    expect(runtime).toContain('COPY --from=packages /usher/node_modules ./node_modules');
    expect(runtime).not.toMatch(/npm|apt-get|COPY src/);
  });

  it('builds the server the way npm run build does', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { build: string } };
    expect(dockerfile).toContain(`\nRUN ${scripts.build} --without-database\n`);
    expect(read('scripts/set-up.mjs')).toContain("to: 'dist',");
  });

  it('starts and checks files that the build makes, as a process of its own that hears signals', () => {
    const commands = [...dockerfile.matchAll(/CMD (\[.*\])$/gm)].map(([, json = '']) => JSON.parse(json) as string[]);
    const built = commands.map(
      (command) =>
        command
          .at(-1)
          ?.replace(/^dist\//, 'src/')
          .replace(/\.js$/, '.ts') ?? '',
    );
    expect(built).toEqual(['src/healthcheck.ts', 'src/start.ts']);
    expect(built.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(runtime).toContain('STOPSIGNAL SIGTERM');
  });

  it('holds every program that the documents run in it', () => {
    const documented = ['docs/operations.md', 'docs/postgresql.md']
      .flatMap((page) => [...read(page).matchAll(/\bnode dist\/([\w-]+)\.js\b/g)])
      .map(([, name = '']) => `src/${name}.ts`);
    expect(documented).toEqual(expect.arrayContaining(['src/restore.ts', 'src/move-database.ts']));
    expect(documented.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('bounds the heap as npm start does, in flags that Node knows (performance: resident memory after the load)', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'));
    expect(flags).toEqual(['--max-semi-space-size=16', '--heap-growing-percent=50']);
    expect(spawnSync(process.execPath, [...flags, '-e', '']).status).toBe(0);
    const [, json = '[]'] = /^CMD (\[.*\])$/m.exec(runtime) ?? [];
    expect(JSON.parse(json)).toEqual(expect.arrayContaining(flags));
  });

  it('runs as nobody special, with one volume where its data goes', () => {
    expect(instructions('USER', runtime)).toEqual([['node']]);
    expect(instructions('VOLUME')).toEqual([['/data']]);
    expect(dockerfile).toMatch(/^ENV .*\bDATA_DIR=\/data$/m);
    expect(compose.match(/^ {6}- \S+:\/data$/gm)).toHaveLength(1);
  });

  it('security 26: its data folder is for its own account alone, which is the one that it is composed with', () => {
    expect(runtime).toContain('RUN install --directory --owner=node --group=node --mode=0700 /data\n');
    // The uid and gid of `node` in the official images.
    expect(compose).toMatch(/^ {4}user: '1000:1000'$/m);
  });

  it('is composed without rights: a plain uid, a read-only root, no capabilities, no new privileges', () => {
    for (const line of [/^ {4}user: '\d+:\d+'$/m, /^ {4}read_only: true$/m, /no-new-privileges:true/, /- ALL$/m])
      expect(compose).toMatch(line);
    expect(compose).not.toMatch(/privileged|cap_add|docker\.sock|network_mode/);
  });

  it('goes by the name of the server, and not by that of the folder', () => {
    expect(compose).toMatch(/^name: usher$/m);
  });

  it('gives the server more time to stop than it takes', () => {
    const [, seconds] = /stop_grace_period: (\d+)s/.exec(compose) ?? [];
    expect(Number(seconds)).toBeGreaterThan(10);
  });
});
