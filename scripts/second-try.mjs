/**
 * A test that fails once and passes when it runs alone depends on chance: a defect, of the test or of the server, which
 * is to be mended, but not by whoever comes with the next change. `.ci/run` sets SECOND_TRY, and such suites are named
 * at the end of the run instead of ending it.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** More failed suites than these are no chance. */
const MOST_SUITES = 3;

/**
 * Runs Jest, and suites that failed once more by themselves.
 *
 * @param {(args: readonly string[]) => Promise<number>} jest runs it to its end, and answers with its exit code
 * @param {readonly string[]} args what Jest is given the first time
 * @param {{ root: string, say: (line: string) => void }} surroundings
 * @returns {Promise<number>} the exit code
 */
export async function withSecondTry(jest, args, { root, say }) {
  const folder = await mkdtemp(join(tmpdir(), 'usher-tests-'));
  try {
    const report = join(folder, 'report.json');
    const code = await jest([...args, '--json', '--outputFile', report]);
    const failed = code === 0 ? [] : await failedSuites(report);
    if (failed.length === 0 || failed.length > MOST_SUITES) return code;
    const names = failed.map((path) => relative(root, path)).join(', ');
    say(`Failed, and tried once more: ${names}`);
    const second = await jest(['--runInBand', '--runTestsByPath', ...failed]);
    if (second === 0) say(`UNSTEADY: passed at the second try alone, and is to be mended: ${names}`);
    return second;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** None where Jest itself has failed. */
async function failedSuites(report) {
  try {
    const { testResults } = JSON.parse(await readFile(report, 'utf8'));
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return [];
    throw error;
  }
}
