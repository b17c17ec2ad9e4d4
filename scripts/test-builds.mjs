/**
 * Which builds does a file of tests need? It starts the server or the benchmarks as processes of their own, or reads
 * what a build writes: itself, or by a file of the harness that it imports.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { root } from './set-up.mjs';

const BUILT = [
  { build: 'server', pattern: /(?:^|[^\w-])dist\/|scripts\/(?!left-out|second-try)[a-z-]+\.mjs/ },
  { build: 'bench', pattern: /scripts', 'bench\.mjs'|dist-bench\// },
];

/** Only these are looked through: what lies in src never starts a build. */
const TESTS = /^(?:test|bench)\/|spec\.ts$/;

/**
 * @param {readonly string[]} files paths of chosen files of tests
 * @returns {Promise<string[]>} names for `setUp`
 */
export async function buildsOf(files) {
  const seen = new Set();
  const needed = new Set();
  const look = async (file) => {
    if (seen.has(file) || !TESTS.test(relative(root, file))) return;
    seen.add(file);
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const { build, pattern } of BUILT) if (pattern.test(text)) needed.add(build);
    for (const [, from] of text.matchAll(/from '(\.[^']*)\.js'/g)) await look(`${join(dirname(file), from)}.ts`);
  };
  for (const file of files) await look(file);
  return [...needed];
}
