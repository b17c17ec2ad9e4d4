/**
 * A test that fails once and passes when it runs alone depends on chance: a defect, of the test or of the server, which
 * is to be mended, but not by anyone who comes with the next change. `.ci/run` sets SECOND_TRY, and such suites are named
 * at the end of the run instead of ending it.
 */
import { relative } from 'node:path';

/** More failed suites than these are no chance. */
const MOST_SUITES = 3;

/**
 * Runs the tests, and suites that failed once more by themselves.
 *
 * @param {(args: readonly string[]) => Promise<{ code: number, failed: readonly string[] }>} run runs them to their end,
 *   and answers with the exit code and the paths of the suites that failed
 * @param {readonly string[]} args what the runner is given the first time
 * @param {{ root: string, say: (line: string) => void }} surroundings
 * @returns {Promise<number>} the exit code
 */
export async function withSecondTry(run, args, { root, say }) {
  const { code, failed } = await run(args);
  if (failed.length === 0 || failed.length > MOST_SUITES) return code;
  const paths = failed.map((path) => relative(root, path));
  say(`Failed, and tried once more: ${paths.join(', ')}`);
  const second = await run(['--maxWorkers=1', ...paths]);
  if (second.code === 0) say(`UNSTEADY: passed at the second try alone, and is to be mended: ${paths.join(', ')}`);
  return second.code;
}
