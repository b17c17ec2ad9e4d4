/**
 * Which builds does a file of tests need? Those that it, or a file of tests or of the harness that it imports, starts as
 * a process of its own or reads: the server, its description, the benchmarks.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { root } from './set-up.mjs';

/** What in a file's text says that it needs a build: the folder of what is built, or a script that starts it. */
const BUILT = [
  { build: 'server', pattern: /(?<![\w-])dist\/|scripts\/restore\.mjs|'scripts', '(?:start|bench)\.mjs'/ },
  { build: 'web', pattern: /(?<![\w-])dist\/web/ },
  { build: 'bench', pattern: /(?<![\w-])dist-bench\/|'scripts', 'bench\.mjs'/ },
];

/** What is looked through. The sources of the server need no build of it. */
const OF_TESTS = /^(?:test|bench)\/|spec\.ts$/;

/**
 * @param {readonly string[]} files paths of chosen files of tests
 * @returns {Promise<string[]>} names for `setUp`
 */
export async function buildsOf(files) {
  const seen = new Set();
  const needed = new Set();
  const look = async (file) => {
    if (seen.has(file) || !OF_TESTS.test(relative(root, file))) return;
    seen.add(file);
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const { build, pattern } of BUILT) if (pattern.test(text)) needed.add(build);
    for (const [, from] of text.matchAll(/from '(\.[^']*)\.js'/g)) await look(`${join(dirname(file), from)}.ts`);
  };
  for (const file of files) await look(file);
  return [...needed];
}
