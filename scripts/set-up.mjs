/**
 * Brings a checkout to the state that its files describe: installs packages when the lock file says something else
 * than node_modules, and builds what is older than its sources. Says in one line what it does; says nothing when
 * there is nothing to do. Contents are compared, so that switching branches does not confuse it; they are read only where
 * size or times of a file differ from those that were last compared.
 *
 *   node scripts/set-up.mjs                                 packages and the embedded database
 *   node scripts/set-up.mjs --build [--without-database]    packages, the server and the web app
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from './child-process.mjs';
import { withLock } from './lock-file.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const LOCK_HASH = join(root, 'node_modules', '.usher-lock-hash');

/** Says that the embedded database can be loaded: of all packages it alone may have to be compiled. */
const DATABASE_STAMP = join(root, 'node_modules', '.usher-database');

/**
 * What can be built: where the sources lie, where the result goes, what describes it and what bundles it once it is compiled;
 * or, where it isn't compiled but written by a program, that program. A result may lie inside another one.
 */
const BUILDS = {
  server: {
    what: 'the server',
    config: 'tsconfig.build.json',
    inputs: ['src', 'scripts/openapi', 'scripts/bundle'],
    from: 'src',
    to: 'dist',
    describe: 'scripts/openapi/write-document.mjs',
    bundle: 'scripts/bundle/write-server.mjs',
  },
  web: {
    what: 'the web app',
    config: 'web/tsconfig.json',
    // The worker and the server agree on what is a page.
    inputs: ['web', 'scripts/web', 'src/app/web'],
    to: 'dist/web',
    write: 'scripts/web/write-web.mjs',
  },
  demo: {
    what: 'the demo',
    config: 'tsconfig.demo.json',
    inputs: ['scripts/demo', 'test/fakes'],
    from: '.',
    to: 'dist-demo',
  },
  bench: {
    what: 'the benchmarks',
    config: 'tsconfig.bench.json',
    inputs: ['bench', 'test/fakes'],
    from: '.',
    to: 'dist-bench',
  },
};

/** A step failed; the message is a sentence for the person at the keyboard. */
export class SetUpFailure extends Error {}

/**
 * Installs and builds what is missing or stale. Two at once wait for each other.
 *
 * @param {object} options
 * @param {readonly (keyof typeof BUILDS)[]} [options.builds] what to build; nothing by default
 * @param {boolean} [options.database] false for work that opens no database and needn't wait until sqlite3 is compiled
 * @param {(line: string) => void} [options.say] takes the progress lines
 * @throws {SetUpFailure} when a step failed
 */
export async function setUp({ builds = [], database = true, say = console.log } = {}) {
  if (await isReady(builds, database)) return;
  const alone = (lock, work) => withLock(join(root, '.cache', lock), say, work);
  await alone('set-up.lock', async () => {
    // A compiler that is at work would lose its files.
    if (!(await isInstalled())) await alone('database.lock', () => install(say));
  });
  const prepare = () => alone('database.lock', () => prepareDatabase(say));
  const buildAll = () =>
    alone('set-up.lock', async () => {
      for (const name of builds) if (!(await isBuilt(BUILDS[name]))) await build(BUILDS[name], say);
    });
  // A compiler takes two minutes for the database on one core, and builds don't need what comes of it.
  const ends = await Promise.allSettled([buildAll(), ...(database ? [prepare()] : [])]);
  for (const { status, reason } of ends) if (status === 'rejected') throw reason;
}

/** Prints a failure the way every script does, and makes the process end with 1. */
export function reportFailure(error) {
  console.error(error instanceof SetUpFailure ? error.message : error);
  process.exitCode = 1;
}

async function isReady(builds, database) {
  if (!(await isInstalled()) || (database && !existsSync(DATABASE_STAMP))) return false;
  for (const name of builds) if (!(await isBuilt(BUILDS[name]))) return false;
  return true;
}

// ---- packages -----------------------------------------------------------------------------------------------------

async function isInstalled() {
  const wanted = await lockHash();
  if ((await readIfThere(LOCK_HASH)) === wanted) return true;
  if (!(await npmInstalledTheLock())) return false;
  await writeFile(LOCK_HASH, wanted);
  return true;
}

async function lockHash() {
  const lock = await readFile(join(root, 'package-lock.json'));
  return createHash('sha256').update(`${process.platform} ${process.arch}\n`).update(lock).digest('hex');
}

/** Somebody ran npm by hand: its own record of node_modules says whether that was this very lock file. */
async function npmInstalledTheLock() {
  const record = await readIfThere(join(root, 'node_modules', '.package-lock.json'));
  if (record === null) return false;
  const installed = JSON.parse(record).packages;
  const wanted = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const there = installed[path];
    return there ? there.version === entry.version && there.integrity === entry.integrity : entry.optional === true;
  });
}

async function install(say) {
  say('Installing packages (npm ci) ...');
  await rm(LOCK_HASH, { force: true });
  // Development packages always: the build needs them, even where NODE_ENV says production.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await npm(args, 'Packages could not be installed.');
  await writeFile(LOCK_HASH, await lockHash());
}

/** Packages may have been installed by hand, with their scripts or without. */
async function prepareDatabase(say) {
  if (existsSync(DATABASE_STAMP)) return;
  if (!(await loads('sqlite3'))) {
    say('Preparing the embedded database (npm rebuild) ...');
    // Somebody may have told npm to run no scripts of packages; this one is needed.
    const args = ['rebuild', 'sqlite3', '--ignore-scripts=false', '--loglevel=error'];
    await npm(args, `The embedded database could not be prepared. ${COMPILING_NEEDS}`);
    if (!(await loads('sqlite3'))) throw new SetUpFailure(`The embedded database can't be loaded. ${COMPILING_NEEDS}`);
  }
  await writeFile(DATABASE_STAMP, '');
}

const COMPILING_NEEDS = 'Where no binary can be fetched, it is compiled, by Python 3, make and a C++ compiler.';

/** Can this package be loaded? Asked of a process of its own: a binary that fits nothing may end it. */
async function loads(name) {
  const code = await runToEnd(process.execPath, ['--eval', `require('${name}')`], { cwd: root, stdio: 'ignore' });
  return code === 0;
}

/**
 * Runs npm to its end, the one that runs this script where one does.
 *
 * @param {readonly string[]} args
 * @param {string} problem what it means when npm fails, as sentences
 */
async function npm(args, problem) {
  const [program, ...before] = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const code = await runToEnd(program, [...before, ...args], {
    cwd: root,
    env: { JOBS: 'max', ...headersOfThisNode(), ...process.env },
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  }).catch((error) => {
    throw new SetUpFailure(`${problem} npm did not start (${error.code ?? error.message}).`);
  });
  if (code !== 0) throw new SetUpFailure(`${problem} npm ${args[0]} ended with ${code}: see its messages above.`);
}

/** sqlite3 may have to be compiled, on all cores (JOBS); where this Node's headers lie beside it, that needs no download. */
function headersOfThisNode() {
  const prefix = [dirname(dirname(process.execPath)), '/usr'].find((candidate) =>
    existsSync(join(candidate, 'include', 'node', 'node.h')),
  );
  return prefix === undefined ? {} : { npm_config_nodedir: prefix };
}

// ---- builds -------------------------------------------------------------------------------------------------------

/** The times are those of the last comparison of contents. A copy or another branch has others, and is compared. */
async function isBuilt(target) {
  const built = await readIfThere(join(root, target.to, '.built'));
  if (built === null) return false;
  const times = timesOf(target);
  if ((await readIfThere(join(root, target.to, '.times'))) === `${built}\n${times}`) return true;
  if (built !== (await inputHash(target))) return false;
  await keepTimes(target, built, times);
  return true;
}

/** Size and times of every input. The second time moves with every change, whatever a tool sets the first to. */
function timesOf(target) {
  const lines = inputsOf(target).map((file) => {
    const { size, mtimeMs, ctimeMs } = statSync(join(root, file));
    return `${file} ${size} ${mtimeMs} ${ctimeMs}`;
  });
  return lines.join('\n');
}

/** Where nothing may be written, contents are compared each time. */
async function keepTimes({ to }, built, times) {
  await writeFile(join(root, to, '.times'), `${built}\n${times}`).catch(() => undefined);
}

/** Every source, every compiler option and every package version that could change the result. */
function inputsOf({ config, inputs }) {
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', config];
  return [...files, ...inputs.flatMap((folder) => filesUnder(folder).filter(isSource))];
}

async function inputHash(target) {
  const hash = createHash('sha256');
  for (const file of inputsOf(target))
    hash
      .update(`${file}\n`)
      .update(await readFile(join(root, file)))
      .update('\n');
  return hash.digest('hex');
}

async function build(target, say) {
  say(`Building ${target.what} ...`);
  const times = timesOf(target);
  const hash = await inputHash(target);
  await rm(join(root, target.to, '.built'), { force: true });
  if (target.write === undefined) await compile(target, say);
  else await write(target);
  await writeFile(join(root, target.to, '.built'), hash);
  await keepTimes(target, hash, times);
}

async function compile(target, say) {
  await removeOutputsWithoutSource(target);
  const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  // What is written doesn't depend on whether types fit, which `npm run check` says: without that it takes a third less.
  const args = [tsc, '-p', target.config, '--noCheck'];
  const code = await runToEnd(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (code !== 0) throw new SetUpFailure(`Building ${target.what} failed: the compiler's messages stand above.`);
  await copyPages(target);
  if (target.describe !== undefined) await describe(target);
  if (target.bundle !== undefined) await bundle(target, say);
}

/** In a process of its own, which may load all that it needs. */
async function write({ what, write: script }) {
  const code = await runToEnd(process.execPath, [join(root, script)], { cwd: root, stdio: ['ignore', 2, 2] });
  if (code !== 0) throw new SetUpFailure(`Building ${what} failed: the reason is above.`);
}

/** The compiler leaves out what pages are made of. */
async function copyPages({ from, to }) {
  if (from === '.') return;
  for (const file of filesUnder(from).filter(isPage)) await cp(join(root, file), join(root, to, relative(from, file)));
}

/** In a process of its own, which loads what was just compiled. */
async function describe({ what, describe: script }) {
  const code = await runToEnd(process.execPath, [join(root, script)], { cwd: root, stdio: ['ignore', 2, 2] });
  if (code !== 0) throw new SetUpFailure(`Describing ${what} failed: what is missing is above.`);
}

/** The exit codes of a program that was told to stop: SIGINT, SIGTERM. */
const STOPPED = [130, 143];

/** Without a bundle the server starts from its modules: that is slower, and no reason not to start. */
async function bundle({ what, to, bundle: script }, say) {
  const code = await runToEnd(process.execPath, [join(root, script)], { cwd: root, stdio: ['ignore', 2, 2] });
  if (code === 0) return;
  await rm(join(root, to, 'bundle'), { recursive: true, force: true });
  if (STOPPED.includes(code)) throw new SetUpFailure(`Bundling ${what} was stopped.`);
  say(`Bundling ${what} failed, so that it starts more slowly: the reason is above.`);
}

/** The results of other builds that lie inside stay. */
async function removeOutputsWithoutSource({ from, to }) {
  const others = Object.values(BUILDS).flatMap((other) => (other.to.startsWith(`${to}/`) ? [`${other.to}/`] : []));
  for (const output of filesUnder(to).filter((file) => !others.some((other) => file.startsWith(other)))) {
    const source = join(root, from, relative(to, output)).replace(/\.js(\.map)?$/, '.ts');
    if (!existsSync(source)) await rm(join(root, output));
  }
}

// ---- files --------------------------------------------------------------------------------------------------------

const isPage = (file) => /\.(html|css|js)$/.test(file);

/** Pages and the README of a module go into what is built, too. */
const isSource = (file) =>
  /\.(ts|mjs|md|html|css|js|svelte|svg|png|webmanifest|json)$/.test(file) && !/(spec|\.d)\.ts$/.test(file);

/** Files below a folder of the checkout, as paths from its root, sorted; empty when the folder is not there. */
function filesUnder(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesUnder(path) : entry.isFile() ? [path] : [];
    })
    .sort();
}

async function readIfThere(file) {
  return readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const builds = process.argv.includes('--build') ? ['server', 'web'] : [];
  await setUp({ builds, database: !process.argv.includes('--without-database') }).catch(reportFailure);
}
