/**
 * Writes the programs that tests start as processes of their own into one file, and beside it what V8 has compiled of
 * it: a process that loads a thousand modules works for two seconds before it does anything else.
 *
 *   node bundle-programs.mjs FOLDER
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLock } from '../../scripts/lock-file.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const launcher = join(root, 'test/harness/run-bundled.mjs');

/** Each by its name; a program begins as soon as it is loaded. */
const PROGRAMS = {
  'worker-process': 'test/kill/worker-process.mjs',
  'server-process': 'test/kill/server-process.mjs',
  'key-change-process': 'test/kill/key-change-process.mjs',
  'restore-process': 'test/kill/restore-process.mjs',
  'move-process': 'test/kill/move-process.mjs',
  server: 'dist/main.js',
};

/** Packages with compiled parts of their own, and packages that others ask for and that aren't installed. */
const LEFT_OUTSIDE = ['sqlite3', '@node-rs/argon2', 'pg', 'pg-native', /^@nestjs\/(microservices|platform-socket\.io)/];

const ENTRY = '\0programs';

const programs = {
  name: 'programs',
  resolveId: (id) => (id === ENTRY ? id : null),
  load(id) {
    if (id !== ENTRY) return null;
    const loads = Object.entries(PROGRAMS).map(
      ([name, file]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(join(root, file))}),`,
    );
    return `export const programs = {\n${loads.join('\n')}\n};`;
  },
};

/** A module that asks where it lies is told where it lay. */
const places = {
  name: 'places',
  transform: {
    filter: { code: /import\.meta\.url|__dirname|__filename/ },
    handler(code, id) {
      if (id.startsWith('\0')) return null;
      return code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(id)))
        .replaceAll(/\b__filename\b/g, JSON.stringify(id));
    },
  },
};

/** The bundler that Vite comes with. */
async function loadBundler() {
  const vite = createRequire(import.meta.resolve('vite'));
  return import(pathToFileURL(vite.resolve('rolldown')).href);
}

async function bundle(folder) {
  const { rolldown } = await loadBundler();
  const made = await rolldown({
    input: ENTRY,
    cwd: root,
    platform: 'node',
    external: LEFT_OUTSIDE,
    plugins: [programs, places],
    logLevel: 'silent',
  });
  const fresh = `${folder}.new`;
  mkdirSync(fresh, { recursive: true });
  // Names of classes are told in logs and errors, and migrations and entities go by them.
  await made.write({ file: join(fresh, 'programs.cjs'), format: 'cjs', codeSplitting: false, keepNames: true });
  await made.close();
  const [code] = await once(fork(launcher, [fresh, 'server-process', 'keep-compiled'], { execArgv: [] }), 'exit');
  if (code !== 0) throw new Error('the bundled programs can not be loaded');
  renameSync(fresh, folder);
}

const [folder = ''] = process.argv.slice(2);
const say = () => undefined;
await withLock(join(dirname(folder), 'bundle.lock'), say, async () => {
  if (existsSync(folder)) return;
  // What was bundled of a state of the server that is no more.
  for (const name of readdirSync(dirname(folder)).filter((one) => !one.startsWith('bundle.lock')))
    rmSync(join(dirname(folder), name), { recursive: true, force: true });
  await bundle(folder);
});
