/**
 * npm run test:kills [-- COMMIT]: the tests that kill processes and that `npm test` leaves out (scripts/kill-list.mjs), at each
 * step: those of the modules that differ from this commit, from the one that CI_BASE names, or from the one at which all of them
 * ran last (.ci/kills-base); all of them where git doesn't know that commit.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAndListen, runToEnd } from './child-process.mjs';
import { killsFor, sometimesKilled } from './kill-list.mjs';
import { reportFailure, root } from './set-up.mjs';

/** The files that differ from this commit; null where there is none or git doesn’t know it. */
async function changedSince(base) {
  if (!base) return null;
  const { code, output } = await runAndListen('git', ['diff', '--name-only', base], { cwd: root });
  return code === 0 ? output.split('\n').filter(Boolean) : null;
}

try {
  const kills = sometimesKilled();
  const base = process.argv[2] ?? process.env.CI_BASE ?? readFileSync(join(root, '.ci', 'kills-base'), 'utf8').trim();
  const chosen = killsFor(kills, await changedSince(base));
  console.log(`${chosen.length} of ${kills.length} files of kills can be concerned (base: ${base || 'none'}).`);
  if (chosen.length > 0)
    process.exitCode = await runToEnd(process.execPath, [join(root, 'scripts', 'test.mjs'), ...chosen], {
      cwd: root,
      env: { ...process.env, EACH_STEP: '1' },
    });
} catch (error) {
  reportFailure(error);
}
